// A whole number as people type it and as the pages write it; the server reads the same ones.
"use strict";

globalThis.numbers = (() => {
  const language = () => document.documentElement.lang;

  // A point or a comma groups digits only in a language that writes numbers so.
  const groups = () => {
    const parts = new Intl.NumberFormat(language(), { useGrouping: "always" }).formatToParts(1111);
    return `[ '’${parts.find(({ type }) => type === "group")?.value ?? ""}]`;
  };

  // `null` for what is no number, or could be another one.
  const read = (text) => {
    const typed = text.trim().replace("−", "-").replace(/\s/g, " ");
    const isGrouped = new RegExp(`^[+-]?\\d{1,3}(${groups()})\\d{3}(\\1\\d{3})*$`).test(typed);
    const plain = isGrouped ? typed.replace(/[^\d+-]/g, "") : typed;
    return /^[+-]?\d+$/.test(plain) ? Number(plain) : null;
  };

  return { read };
})();
