// What one does with the keys, told until the first one is pressed on this phone.
"use strict";

(() => {
  const { form, pad, part } = roundForm;
  const KEPT = "scorekeeper.pad-hint";

  const isKnown = () => {
    try {
      return localStorage.getItem(KEPT) !== null;
    } catch {
      return true;
    }
  };

  const show = () => {
    if (form() && pad()) part("hint").hidden = isKnown();
  };

  const drop = () => {
    part("hint").hidden = true;
    try {
      localStorage.setItem(KEPT, "known");
    } catch {
      // Then it was not shown either.
    }
  };

  document.addEventListener("pointerdown", ({ target }) => {
    if (target.closest("[data-pad] :is([data-key], [data-digit])") && part("hint").checkVisibility()) drop();
  });
  document.addEventListener("DOMContentLoaded", show);
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (["typing", "desk"].includes(detail.target.id)) show();
  });
})();
