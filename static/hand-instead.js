// A player’s choice instead of cards, such as dropping or the phase laid down. A second tap undoes it.
// Uses: hands, given, next-player
"use strict";

(() => {
  const nothing = ({ form, name }) => form.querySelector(`input[name="${name}"][value=""]`);

  let chosen = null; // the choice when the finger came down

  document.addEventListener("pointerdown", ({ target }) => {
    chosen = target.closest(":is([data-instead], [data-phase]) .chip")?.querySelector("input:checked") ?? null;
  });

  document.addEventListener("click", ({ target }) => {
    if (!chosen || target !== chosen) return;
    chosen = null;
    nothing(target).checked = true;
    target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("input", ({ target }) => {
    const hand = hands.around(target);
    if (!hand?.instead) return;
    if (target === hand.input) {
      if (hand.text) nothing(hand.instead).checked = true;
    } else if (target === hand.instead) {
      if (hand.text) hand.write("");
      if (given.open().includes(hand)) nextPlayer.goOn();
    }
  });
})();
