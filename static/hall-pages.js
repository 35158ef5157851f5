// Turns the pages of lists on a hall’s big screen. The shown page depends only on the time, so a replaced list
// continues at the same page.
"use strict";

(() => {
  const EVERY = 10_000; // milliseconds

  const turn = () => {
    for (const list of document.querySelectorAll("[data-pages]")) {
      const pages = [...list.querySelectorAll("[data-page]")];
      const shown = Math.floor(Date.now() / EVERY) % pages.length;
      pages.forEach((page, number) => (page.hidden = number !== shown));
      const count = list.querySelector("[data-page-of]");
      if (count) count.textContent = `${shown + 1}/${pages.length}`;
    }
  };

  turn();
  setInterval(turn, 500);
  document.addEventListener("htmx:afterSwap", turn);
})();
