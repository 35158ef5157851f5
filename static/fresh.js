// Fetches a page with fields again if the browser takes it from its memory or cache: it may be out of date, and WebKit
// empties the fields of its forms. What a form was answered cannot be fetched again, so it stays.
"use strict";

globalThis.fresh = (() => {
  const FIELDS = "body:not([data-posted]) main :is(input:not([type=hidden]), select, textarea)";
  const hasFields = () => document.querySelector(FIELDS) !== null;

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
