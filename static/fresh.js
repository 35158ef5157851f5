// Reloads a page with fields if the browser restores it from memory or cache: it can be outdated, and WebKit empties
// its forms. The answer to a sent form cannot be loaded again, so it stays.
"use strict";

globalThis.fresh = (() => {
  const FIELDS = "body:not([data-posted]) main :is(input:not([type=hidden]), select, textarea)";
  const hasFields = () => document.querySelector(FIELDS) !== null;

  const isFromHistory = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  // True if this page will be reloaded at once, so that its content does not count.
  const isOld = () => isFromHistory && navigator.onLine && hasFields();

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && hasFields()) location.reload();
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (isOld()) location.reload();
  });

  return { isOld };
})();
