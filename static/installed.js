// Over https the phone keeps a copy of what it reads, and each page keeps its copy up to date.
"use strict";

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
