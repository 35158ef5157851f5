// The rows of a hand (cards put down, cards left, numbers), and the lit row.
// Uses: given
"use strict";

globalThis.handRows = (() => {
  const isShown = (element) => !element.closest("[hidden], details:not([open])");

  const cardsIn = (hand, sign) => ({ hand, sign, field: hand.input });

  const tallied = (hand) =>
    [...hand.box.querySelectorAll("[data-of], [data-each]")]
      .filter((element) => isShown(element) && !element.readOnly && hand.signs.includes(element.dataset.of ?? "+"))
      .map((element) => ("of" in element.dataset ? cardsIn(hand, element.dataset.of) : { hand, field: element }));

  // All rows of a hand, from top to bottom. The cards put down and the cards left share one field.
  const of = (hand) => (hand.isTallied ? tallied(hand) : hand.signs.map((sign) => cardsIn(hand, sign)));

  const isSame = (row, { sign, field }) => row.sign === sign && row.field === field;

  // The row for typing.
  const lit = () => {
    const hand = given.hand();
    if (!hand) return null;
    const rows = of(hand);
    const isFocused = ({ sign, field }) => !sign && field === document.activeElement;
    return rows.find(isFocused) ?? rows.find(({ sign }) => sign === given.part()) ?? rows[0];
  };

  // The row `by` rows below in the same hand.
  const beside = (row, by) => {
    const rows = of(row.hand);
    return rows[rows.findIndex((each) => isSame(each, row)) + by] ?? null;
  };

  const next = () => lit() && beside(lit(), 1);

  const nameOf = ({ hand, sign, field }) =>
    (sign ? hand.part(`of="${sign}"`) : field.closest("[data-row]")).querySelector("strong").textContent;

  return { beside, isSame, lit, nameOf, next, of };
})();
