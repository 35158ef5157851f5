// The sheet of a game: its menu, and its totals.
"use strict";

// A menu closes when one taps beside it, chooses from it, or presses Escape.

(() => {
  const open = () => document.querySelectorAll("[data-menu][open]");

  document.addEventListener("click", ({ target }) => {
    for (const menu of open()) {
      if (!menu.contains(target) || target.closest("[data-menu] a")) menu.open = false;
    }
  });

  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();

// Whoever is in the menu, or chooses something, is not taken to a round that another phone announces: the sheet then tells
// of it where it always does, as without `open` the server does not know that this phone has not seen it.

(() => {
  const isBusy = () => document.querySelector("[data-menu][open]") || document.activeElement?.matches("main input");

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.id === "live" && isBusy()) detail.path = detail.path.replace(/([?&])open=[^&]*/, "$1");
  });
})();

// Totals roll from what this phone last showed to what they are now, where motion is welcome.

(() => {
  const LASTS = 700;
  const game = () => document.querySelector("[data-sheet]").dataset.sheet;
  const kept = () => `totals-${game()}`;
  const wantsStillness = matchMedia("(prefers-reduced-motion: reduce)");
  const read = (text) => Number(text.replace("−", "-"));
  const print = (number) => String(number).replace("-", "−");

  const before = () => {
    try {
      return JSON.parse(sessionStorage.getItem(kept())) ?? {};
    } catch {
      return {};
    }
  };

  const keep = (totals) => {
    try {
      sessionStorage.setItem(kept(), JSON.stringify(totals));
    } catch {
      // A private window without storage: the next totals stand there at once.
    }
  };

  const roll = (element, from, to) => {
    const start = performance.now();
    const step = (now) => {
      const done = Math.min(1, Math.max(0, (now - start) / LASTS));
      element.textContent = print(Math.round(from + (to - from) * (1 - (1 - done) ** 3)));
      if (done < 1) requestAnimationFrame(step);
    };
    step(start);
  };

  const update = () => {
    const totals = {};
    const old = before();
    for (const element of document.querySelectorAll("[data-total]")) {
      const { total: seat } = element.dataset;
      totals[seat] = read(element.textContent);
      const isNew = seat in old && old[seat] !== totals[seat];
      if (isNew && !wantsStillness.matches && !document.hidden) roll(element, old[seat], totals[seat]);
    }
    keep(totals);
  };

  document.addEventListener("DOMContentLoaded", update);
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if (detail.target.id === "sheet-head") update();
  });
})();
