// The next hand that the page asks for: the turns, applied to the current hands.
// Uses: turns, hands, given, ending, hand-counts, pad-keys
"use strict";

globalThis.handTurns = (() => {
  const asKnown = (hand) => ({
    seat: hand.seat,
    isUpcard: hand.isUpcard,
    isFirst: ending.asksFirst(hand),
    isOut: hand.input.disabled,
    isEmpty: hand.isEmpty && !hand.isTold,
    isWhole: hand.isWhole,
    isSpared: ending.mayBeEmpty(hand),
    asksLeft: hands.show() && !hand.isUpcard && !hand.box.classList.contains("round-hand--shown"),
  });

  // Two hands share the screen with their keys if this phone enters all hands by rank and both sets of keys fit: not
  // on a phone held sideways, and not with large letters. A correction is for one hand. If the page asks for more than
  // cards, it asks one player at a time.
  const ROOM = matchMedia("(width >= 22.5rem) and (height >= 35rem)");

  const asksMore = () => hands.show() || ["instead", "phase"].some((name) => hands.part(name, hands.form()));

  const isOfOneHand = () => asksMore() || ["seat", "correction"].some((name) => name in hands.form().dataset);

  const table = () => ({
    hands: hands.all().map(asKnown),
    pairs: padKeys.isByRank() && ROOM.matches && !isOfOneHand(),
  });

  const handOf = (known) => (known ? hands.ofSeat(known.seat) : null);

  const waiting = () => handOf(turns.waiting(given.turn(), table()));
  const next = () => handOf(turns.next(given.turn(), table()));

  // If no card or digit can follow, the next hand opens automatically.
  const isFilled = () => {
    const { isFull } = handCounts;
    const waits = (hand) => turns.waits(asKnown(hand));
    const areAllFull = given.open().some(waits) || given.open().every(isFull);
    return isFull(given.hand()) && areAllFull && Boolean(next());
  };

  // Steps

  const take = (hand, part) =>
    hand ? turns.take(given.turn(), table(), hand.seat, part) : turns.leave(given.turn());

  // All rows are visible, so a tap too many must not lead to another hand.
  const back = () => (given.hand().isTallied ? given.turn() : turns.back(given.turn(), table()));

  // In rows, the page asks only once for the cards left, and never after the result. The row stays there for taps.
  const isLeftGiven = ({ isTallied, parts, hasResult }) => isTallied && (parts["/"].length > 0 || hasResult);

  const hasMore = () => turns.hasMore(given.turn(), table()) && !isLeftGiven(given.hand());

  return { ROOM, back, hasMore, isFilled, next, take, waiting };
})();
