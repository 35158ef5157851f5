// For every page: focus on news, the language switch, and the copy on this phone.
// Uses: swaps
"use strict";

(() => {
  const showNews = (root) => {
    const news = root.querySelector("[data-focus]");
    if (news) {
      const inPlace = news.dataset.focus === "in-place";
      news.focus({ preventScroll: inPlace });
      if (!inPlace) news.scrollIntoView({ block: "start" });
    }
  };

  // The focus is set last, after the later scripts of the page have run.
  swaps.last("messages", ({ target }) => target.scrollIntoView({ block: "start" }));
  swaps.last("form", () => showNews(document.getElementById("main")));
  window.addEventListener("DOMContentLoaded", () => showNews(document));

  // The language switch returns to the current address, which htmx can have changed.
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".languages") && location.search) target.elements.next.value = location.pathname + location.search;
  });
})();

// Over https the phone keeps copies of pages. Each page updates its own copy.

(() => {
  const workers = navigator.serviceWorker;
  const { worker } = document.getElementById("banner").dataset;
  if (!workers || !worker) return;

  window.addEventListener("load", () => {
    workers.register(worker).catch(() => {
      // Everything also works without a worker, as in a private window.
    });
  });

  const keepThis = () => workers.controller?.postMessage(location.href);

  // This page was loaded before the worker started.
  workers.addEventListener("controllerchange", keepThis);

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const isNews = detail.requestConfig.elt.getAttribute("hx-trigger")?.endsWith("wake");
    if (isNews && document.querySelector("[data-sheet]")) keepThis();
  });
})();
