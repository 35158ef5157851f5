// Fetches a page with fields again if the browser takes it from its memory or cache: it may be out of date, and WebKit
// empties the fields of its forms. What a form was answered cannot be fetched again, so it stays.
"use strict";

globalThis.fresh = (() => {
  const isAnswer = () => "posted" in document.body.dataset;

  const hasFields = () => !isAnswer() && document.querySelector("main :is(input:not([type=hidden]), select, textarea)") !== null;

  const isFromHistory = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  // Whether this page goes at once, so that nothing on it counts.
  const isOld = () => isFromHistory && navigator.onLine && hasFields();

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && hasFields()) location.reload();
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (isOld()) location.reload();
  });

  return { isOld };
})();
