// What the others do: asked as often as the page says while somebody looks, and at once when they look again or
// the network is back. Without it, only `network` asks.
// Uses: network, htmx-2.0.11.min
"use strict";

(() => {
  const QUIET = 600_000; // after so many milliseconds without a touch or any news, it is asked rarely
  const RARELY = 9500; // ten seconds, as a timer may come early

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
    // What is not for this phone any more goes from its screen; anything else is asked again.
    detail.shouldSwap = false;
    if ([403, 404, 410].includes(status)) location.reload();
    else network.warn("failed");
  });

  document.addEventListener("visibilitychange", wake);
  document.addEventListener("answersagain", wake);
  // A page that comes back from the browser's memory is old; one with a form is loaded anew.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !document.querySelector("form[data-game]")) wake();
  });
})();
