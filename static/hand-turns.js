// Which hand the page asks for next: the turns, with its hands as they are now.
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

  // Two hands have their keys at the same time, one above the other, where this phone gives everybody's
  // cards by rank and both sets of keys have room: not on a phone held sideways, nor with large letters.
  // A correction is of the one hand that was tapped; where more is asked than cards, it is asked of one player.
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

  // With no other card, or no other digit, to follow, the next hand's turn comes by itself.
  const isFilled = () => {
    const { isFull } = handCounts;
    const waits = (hand) => turns.waits(asKnown(hand));
    const areAllFull = given.open().some(waits) || given.open().every(isFull);
    return isFull(given.hand()) && areAllFull && Boolean(next());
  };

  // Steps

  const take = (hand, part) =>
    hand ? turns.take(given.turn(), table(), hand.seat, part) : turns.leave(given.turn());

  // Rows are all to be seen, so one tap too many does not lead into another.
  const back = () => (given.hand().isTallied ? given.turn() : turns.back(given.turn(), table()));

  // What is left of rows is asked for once; it is there to be tapped.
  const isLeftGiven = () => given.hand()?.isTallied && given.hand().parts["/"].length > 0;

  const hasMore = () => turns.hasMore(given.turn(), table()) && !isLeftGiven();

  return { ROOM, back, hasMore, isFilled, next, take, waiting };
})();
