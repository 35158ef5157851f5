// What the others do: asked every two seconds while somebody looks, and at once when they look again.
"use strict";

(() => {
  const asksForNews = (element) => element.getAttribute("hx-trigger")?.endsWith("wake") ?? false;

  const wake = () => {
    if (!document.hidden) for (const each of document.querySelectorAll("[hx-trigger$='wake']")) htmx.trigger(each, "wake");
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && asksForNews(event.detail.elt)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status } = detail.xhr;
    if (status < 400 || !asksForNews(detail.requestConfig.elt)) return;
    // What is not for this phone any more goes from its screen; anything else is asked again.
    detail.shouldSwap = false;
    if ([403, 404, 410].includes(status)) location.reload();
    else network.warn("failed");
  });

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  // A page that comes back from the browser's memory is old; one with a form is loaded anew.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && !document.querySelector("form[data-game]")) wake();
  });
})();
