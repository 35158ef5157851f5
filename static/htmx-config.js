// Owns the configuration of htmx, in line with the content security policy.
// Uses: htmx-2.0.11.min
"use strict";

Object.assign(htmx.config, {
  allowEval: false,
  allowScriptTags: false,
  includeIndicatorStyles: false,
  // Pages are not kept in the browser’s storage.
  historyCacheSize: 0,
  historyRestoreAsHxRequest: false,
  // New elements settle at once, without styles from the old ones: the policy forbids that, and a note that was
  // enlarged has one.
  attributesToSettle: ["class", "width", "height"],
  defaultSettleDelay: 0,
  timeout: 15_000,
  // Error answers are swapped in like other answers.
  responseHandling: [
    { code: "204", swap: false },
    { code: "[23]..", swap: true },
    { code: "409|413|422", swap: true },
    { code: "[45]..", swap: true, error: true },
  ],
});
