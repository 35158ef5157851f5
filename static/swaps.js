// Calls scripts when htmx swaps a part of the page with their name in `data-swaps`.
"use strict";

globalThis.swaps = (() => {
  const on = (event, place = document) => (name, react) =>
    place.addEventListener(event, ({ detail }) => {
      // After an outer swap the target is detached, but still has its name.
      if (detail.target.dataset.swaps === name) react(detail);
    });

  // Events reach the window after the document, so `last` is called after every `after`.
  return { after: on("htmx:afterSwap"), before: on("htmx:beforeSwap"), last: on("htmx:afterSwap", window) };
})();
