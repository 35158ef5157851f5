// Calls scripts when htmx swaps a part of the page, which is named by its `data-swaps`.
"use strict";

globalThis.swaps = (() => {
  const on = (event) => (name, react) =>
    document.addEventListener(event, ({ detail }) => {
      // After an outer swap the target is detached, but still has its name.
      if (detail.target.dataset.swaps === name) react(detail);
    });

  return { after: on("htmx:afterSwap"), before: on("htmx:beforeSwap") };
})();
