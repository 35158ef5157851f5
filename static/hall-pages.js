// Turns the pages of the lists on the big screen of a hall. Which page is shown follows from the time alone, so that a
// list that was swapped in goes on where it was.
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
