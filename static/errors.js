// Removes errors that are corrected, wherever that was done: one card may have been in two hands. An error that has
// changed is removed too, as the new one is shown beside the keys.
// Uses: swaps
"use strict";

(() => {
  const COUNTED = /^(hand-\d+|ending|upcard)$/;

  const textOf = (item) => item.textContent.replace(/\s+/g, " ").trim();

  const stands = (item, wrong, isJudged) => {
    const name = item.dataset.of;
    if (name in wrong) return !wrong[name] || wrong[name] === textOf(item);
    return !isJudged && !COUNTED.test(name);
  };

  const dropMended = () => {
    const box = document.querySelector("[data-errors]");
    const { wrong, judged } = document.getElementById("standing")?.dataset ?? {};
    if (!box || wrong === undefined) return;
    for (const item of box.querySelectorAll("[data-of]")) {
      if (stands(item, JSON.parse(wrong), judged !== undefined)) continue;
      const name = item.dataset.of;
      const field = document.getElementById(name);
      const described = field?.getAttribute("aria-describedby") ?? "";
      field?.removeAttribute("aria-invalid");
      field?.setAttribute("aria-describedby", described.replace(`${name}-error`, "").trim());
      field?.closest(".field--wrong")?.classList.remove("field--wrong");
      document.getElementById(`${name}-error`)?.remove();
      item.remove();
    }
    if (!box.querySelector("[data-of]")) box.remove();
  };

  swaps.after("count", dropMended);
})();
