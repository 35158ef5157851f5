// Moves between rows on a keyboard. The lit row receives the typed text.
// Uses: hands, given, hand-rows, next-player, turn-view
"use strict";

globalThis.litRow = (() => {
  // The lit row and its text before typing began, which Esc restores.
  let before = null;

  const note = () => {
    const row = handRows.lit();
    if (row && !(before && handRows.isSame(before, row))) before = { ...row, text: row.field.value };
  };

  const light = (row) => {
    before = { ...row, text: row.field.value };
    if (row.hand !== given.hand() || row.sign) nextPlayer.activate(row.hand, row.sign);
    row.field.focus({ preventScroll: true });
    if (!row.sign) row.field.select?.();
    given.keepInSight();
    turnView.offerNext();
  };

  const neighbour = (hand, by) => {
    const asked = hands.all().filter(({ input }) => !input.disabled);
    return asked[asked.indexOf(hand) + by] ?? null;
  };

  // Goes to the row below (`by` 1) or above (-1). The first row of the next hand follows the last row.
  const nextTo = (row, by) => {
    const hand = neighbour(row.hand, by);
    return handRows.beside(row, by) ?? (hand && handRows.of(hand).at(by < 0 ? -1 : 0));
  };

  const go = (row, by) => {
    const next = nextTo(row, by);
    if (next) light(next);
  };

  // Goes to the same row of another hand.
  const across = (row, by) => {
    const hand = neighbour(row.hand, by);
    const place = handRows.of(row.hand).findIndex((each) => handRows.isSame(each, row));
    if (hand) light(handRows.of(hand)[place] ?? handRows.of(hand)[0]);
  };

  const goOn = (row) => {
    const next = row.hand.isTallied ? nextTo(row, 1) : handRows.beside(row, 1);
    if (next) light(next);
    else if ("seat" in hands.form().dataset) hands.send();
    else nextPlayer.goOn();
  };

  const takeBack = () => {
    const { field, text } = before;
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  return { across, go, goOn, light, note, takeBack };
})();
