// Every page: the focus on news, the language switch, and the copy on this phone.
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

  // The other scripts of the page do their work before the focus is set, though they come later.
  swaps.last("messages", ({ target }) => target.scrollIntoView({ block: "start" }));
  swaps.last("form", () => showNews(document.getElementById("main")));
  window.addEventListener("DOMContentLoaded", () => showNews(document));

  // The language switch returns to the current address, which htmx may have changed.
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".languages") && location.search) target.elements.next.value = location.pathname + location.search;
  });
})();

// Over https the phone keeps copies of pages; each page updates its own.

(() => {
  const workers = navigator.serviceWorker;
  const { worker } = document.getElementById("banner").dataset;
  if (!workers || !worker) return;

  window.addEventListener("load", () => {
    workers.register(worker).catch(() => {
      // Everything works without a worker too, as in a private window.
    });
  });

  const keepThis = () => workers.controller?.postMessage(location.href);

  // This page was loaded before the worker took over.
  workers.addEventListener("controllerchange", keepThis);

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const isNews = detail.requestConfig.elt.getAttribute("hx-trigger")?.endsWith("wake");
    if (isNews && document.querySelector("[data-sheet]")) keepThis();
  });
})();
