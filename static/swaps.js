// What htmx brings in: a script asks for a part by its `data-swaps`, and need not know the ids of pages.
"use strict";

globalThis.swaps = (() => {
  const on = (event) => (name, react) =>
    document.addEventListener(event, ({ detail }) => {
      // An outer swap leaves its target detached; it still says what it was.
      if (detail.target.dataset.swaps === name) react(detail);
    });

  return { after: on("htmx:afterSwap"), before: on("htmx:beforeSwap") };
})();
