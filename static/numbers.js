// Parses a whole number as people type it and as pages write it; the server accepts the same ones.
"use strict";

globalThis.numbers = (() => {
  // All numbers are whole, so any sign before groups of three digits separates thousands, in every language.
  const IN_GROUPS = /^[+-]?[1-9]\d{0,2}([ '’.,])\d{3}(\1\d{3})*$/u;

  // `null` for text that is not a number.
  const read = (text) => {
    const typed = text.trim().replace("−", "-").replace(/\s/g, " ");
    const plain = IN_GROUPS.test(typed) ? typed.replace(/[^\d+-]/g, "") : typed;
    return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
  };

  return { read };
})();
