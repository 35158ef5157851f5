// The sheet of a game: its menu, and its totals.
// Uses: memory
"use strict";

// A menu closes on a tap outside, a choice or Escape.

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
      menu.querySelector("summary").focus({ preventScroll: true });
    }
  });
})();

// When news replaces the endings, open ones stay open and keep the focus.

(() => {
  const nameOf = ({ ariaLabel, textContent }) => ariaLabel ?? textContent.trim();

  const sameIn = (news, parts, old) =>
    old ? [...news.querySelectorAll(parts)].find((part) => nameOf(part) === nameOf(old)) : undefined;

  document.addEventListener("htmx:oobBeforeSwap", ({ detail: { target, fragment } }) => {
    const opened = target.querySelector("[data-menu][open] > summary");
    const again = sameIn(fragment, "[data-menu] > summary", opened);
    if (!again) return;
    const focused = target.contains(document.activeElement) ? document.activeElement : null;
    const next = sameIn(again.parentElement, "summary, a, button", focused);
    opened.parentElement.open = false; // only one of the same name can be open
    again.parentElement.open = true;
    queueMicrotask(() => next?.focus({ preventScroll: true }));
  });
})();

// A phone with an open menu or a focused field does not move to a round announced on another phone. Without `open`,
// the server does not redirect, and the sheet shows the round as usual.

(() => {
  const isBusy = () => document.querySelector("[data-menu][open]") || document.activeElement?.matches("main input");

  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if ("live" in detail.elt.dataset && isBusy()) detail.path = detail.path.replace(/([?&])open=[^&]*/, "$1");
  });
})();

// Totals count up from the last shown values to the new ones, unless reduced motion is on.

(() => {
  const LASTS = 700;
  const wantsStillness = matchMedia("(prefers-reduced-motion: reduce)");
  const read = (text) => Number(text.replace("−", "-").replace(/[^\d-]/g, ""));
  const print = (number) => number.toLocaleString(document.documentElement.lang).replace("-", "−");

  const roll = (element, from, to) => {
    const start = performance.now();
    element.dataset.rolls = to; // `update` can read the sheet again meanwhile
    const step = (now) => {
      const done = Math.min(1, Math.max(0, (now - start) / LASTS));
      element.textContent = print(Math.round(from + (to - from) * (1 - (1 - done) ** 3)));
      if (done < 1) requestAnimationFrame(step);
    };
    step(start);
  };

  const update = () => {
    if (!document.querySelector("[data-sheet] [data-totals]")) return;
    const { sheet } = document.querySelector("[data-sheet]").dataset;
    const last = memory.read("totals");
    const old = last?.sheet === sheet ? last.totals : {};
    const totals = {};
    for (const element of document.querySelectorAll("[data-total]")) {
      const { total: seat } = element.dataset;
      totals[seat] = read(element.dataset.rolls ?? element.textContent);
      const isNew = seat in old && old[seat] !== totals[seat];
      if (isNew && !wantsStillness.matches && !document.hidden) roll(element, old[seat], totals[seat]);
    }
    memory.write("totals", { sheet, totals });
  };

  document.addEventListener("DOMContentLoaded", update);
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    if ("totals" in detail.target.dataset) update();
  });
})();
