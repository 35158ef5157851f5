// Polls for changes from other phones: at the page’s interval while it is visible, and at once when it becomes visible
// or the network is back.
// Uses: network, htmx-2.0.11.min
"use strict";

(() => {
  const QUIET = 600_000; // milliseconds without a touch or news until polls become rare
  const RARELY = 9500; // milliseconds between rare polls: ten seconds, because a timer can be early

  let stirred = Date.now();
  let asked = 0;

  const asksForNews = (element) => element.getAttribute("hx-trigger")?.endsWith("wake") ?? false;

  const isQuiet = () => Date.now() - stirred > QUIET;

  const wake = () => {
    stirred = Date.now();
    if (!document.hidden) for (const poll of document.querySelectorAll("[hx-trigger$='wake']")) htmx.trigger(poll, "wake");
  };

  const stir = () => {
    if (isQuiet()) wake();
    stirred = Date.now();
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!asksForNews(event.detail.elt)) return;
    const isEarly = isQuiet() && Date.now() - asked < RARELY;
    if (document.hidden || isEarly || network.isLost()) event.preventDefault();
    else asked = Date.now();
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (asksForNews(detail.requestConfig.elt)) stirred = Date.now();
  });
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, stir);
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status } = detail.xhr;
    if (status < 400 || !asksForNews(detail.requestConfig.elt)) return;
    // Reload a page that this phone can no longer see. After other errors, polling continues.
    detail.shouldSwap = false;
    if ([403, 404, 410].includes(status)) location.reload();
    else network.warn("failed");
  });

  document.addEventListener("visibilitychange", wake);
  document.addEventListener("answersagain", wake);
  // A page from the browser’s memory is outdated. `drafts` reloads pages with a form.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !document.querySelector("form[data-game]")) wake();
  });
})();
