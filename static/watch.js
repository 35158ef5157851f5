// The large sheet shows as much as fits: nobody scrolls a television.
"use strict";

(() => {
  // The reasons, and how many of the last rounds, the best first.
  const DETAIL = [["yes", 4], ["yes", 2], ["no", 4], ["yes", 0], ["no", 2], ["no", 0]];

  const fits = (rest) =>
    rest.scrollHeight <= rest.clientHeight &&
    [...rest.querySelectorAll(".sheet-table-scroller")].every((each) => each.scrollWidth <= each.clientWidth);

  const fit = () => {
    const rest = document.querySelector("[data-rounds]");
    for (const [reasons, rounds] of rest ? DETAIL : []) {
      Object.assign(rest.dataset, { reasons, rounds });
      if (fits(rest)) return;
    }
  };

  window.addEventListener("pageshow", fit);
  window.addEventListener("resize", fit);
  document.addEventListener("htmx:afterSwap", fit);
})();
