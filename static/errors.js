// Removes the error of a hand when the hand changes. Any other error goes once it is corrected, wherever the
// correction was: two hands can share one wrong card. A changed error also goes, because the new one appears beside
// the keys.
// Uses: hands, swaps
"use strict";

(() => {
  const COUNTED = /^(hand-\d+|ending|upcard)$/;

  const textOf = (item) => item.textContent.replace(/\s+/g, " ").trim();

  const stands = (item, wrong, isJudged) => {
    const name = item.dataset.of;
    if (name in wrong) return !wrong[name] || wrong[name] === textOf(item);
    return !isJudged && !COUNTED.test(name);
  };

  const list = () => document.querySelector("[data-errors]");

  // Removes it from its field and from the list above the form. The list goes with its last error.
  const drop = (name) => {
    const field = document.getElementById(name);
    const described = field?.getAttribute("aria-describedby") ?? "";
    field?.removeAttribute("aria-invalid");
    field?.setAttribute("aria-describedby", described.replace(`${name}-error`, "").trim());
    field?.closest(".field--wrong")?.classList.remove("field--wrong");
    document.getElementById(`${name}-error`)?.remove();
    list()?.querySelector(`[data-of="${name}"]`)?.remove();
    if (!list()?.querySelector("[data-of]")) list()?.remove();
  };

  const dropMended = () => {
    const { wrong, judged } = document.getElementById("standing")?.dataset ?? {};
    if (!list() || wrong === undefined) return;
    for (const item of list().querySelectorAll("[data-of]")) {
      if (!stands(item, JSON.parse(wrong), judged !== undefined)) drop(item.dataset.of);
    }
  };

  const dropChanged = ({ target }) => {
    const hand = hands.around(target);
    if (!hand?.isWrong) return;
    hand.part("nearest-counts")?.remove();
    drop(hand.input.id);
  };

  document.addEventListener("input", dropChanged);
  swaps.after("count", dropMended);
})();
