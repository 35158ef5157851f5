// A whole number as people type it and as the pages write it; the server reads the same ones.
"use strict";

globalThis.numbers = (() => {
  // All numbers here are whole, so one sign before every three digits groups them, in any language.
  const IN_GROUPS = /^[+-]?[1-9]\d{0,2}([ '’.,])\d{3}(\1\d{3})*$/u;

  // `null` for what is no number.
  const read = (text) => {
    const typed = text.trim().replace("−", "-").replace(/\s/g, " ");
    const plain = IN_GROUPS.test(typed) ? typed.replace(/[^\d+-]/g, "") : typed;
    return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
  };

  return { read };
})();
