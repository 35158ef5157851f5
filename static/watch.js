// Fits the content to the big screen, because nobody scrolls a television.
"use strict";

(() => {
  // Card size, reasons shown or not, and the number of last rounds, best choice first.
  const DETAIL = [
    ["large", "yes", 4], ["large", "yes", 2], ["large", "no", 4], ["small", "yes", 2], ["large", "no", 2], ["large", "no", 0],
    ["small", "no", 2], ["small", "no", 0], ["no", "no", 2], ["no", "no", 0],
  ];

  const fits = (rest) =>
    rest.scrollHeight <= rest.clientHeight &&
    [...rest.querySelectorAll(".sheet-table-scroller")].every((table) => table.scrollWidth <= table.clientWidth);

  const fit = () => {
    const rest = document.querySelector("[data-rounds]");
    for (const [cards, reasons, rounds] of rest ? DETAIL : []) {
      Object.assign(rest.dataset, { cards, reasons, rounds });
      if (fits(rest)) return;
    }
  };

  // The way back is shown only after a touch or a key, because a television has neither.
  const STAYS = 5_000; // milliseconds
  const root = document.documentElement;
  let leaving;

  const show = () => {
    clearTimeout(leaving);
    delete root.dataset.idle;
    leaving = setTimeout(() => (root.dataset.idle = ""), STAYS);
  };

  for (const name of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(name, show);
  show();

  window.addEventListener("pageshow", fit);
  window.addEventListener("resize", fit);
  document.addEventListener("htmx:afterSwap", fit);
  document.fonts.ready.then(fit);
})();
