// Every page: the focus on what is new, the language of the page as it is now, and its copy on this phone.
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

  swaps.after("messages", ({ target }) => target.scrollIntoView({ block: "start" }));
  swaps.after("form", () => showNews(document.getElementById("main")));
  document.addEventListener("DOMContentLoaded", () => showNews(document));

  // htmx may have changed the address since the page was made.
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".languages") && location.search) target.elements.next.value = location.pathname + location.search;
  });
})();

// Over https the phone keeps a copy of what it reads, and each page keeps its copy up to date.

(() => {
  const workers = navigator.serviceWorker;
  const { worker } = document.getElementById("banner").dataset;
  if (!workers || !worker) return;

  window.addEventListener("load", () => {
    workers.register(worker).catch(() => {
      // A browser that keeps nothing, such as a private window, works as well without.
    });
  });

  const keepThis = () => workers.controller?.postMessage(location.href);

  // This page was there before the worker was.
  workers.addEventListener("controllerchange", keepThis);

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    const isNews = detail.requestConfig.elt.getAttribute("hx-trigger")?.endsWith("wake");
    if (isNews && document.querySelector("[data-sheet]")) keepThis();
  });
})();
