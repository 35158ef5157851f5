// The current hand, its part, and the next hand: pure functions of a turn, without the page. A table has its `hands`
// in order of play, and `pairs` if two hands have keys at once.
"use strict";

globalThis.turns = (() => {
  // `at` is the seat of the current hand, `part` the part that the page asks for, `open` the seats with keys. If one
  // hand is entered whole, so are the next ones.
  const NOBODY = { at: null, part: "+", open: [], givesWhole: false };

  const handAt = (table, seat) => table.hands.find((hand) => hand.seat === seat) ?? null;

  const isAsked = (hand) => !hand.isOut;
  const waits = (hand) => isAsked(hand) && hand.isEmpty && !hand.isSpared;

  // The hands that come first: the upcard, and a hand whose count decides its player’s score.
  const ahead = (table) => table.hands.filter((hand) => hand.isUpcard || hand.isFirst);

  // The hands that come first, then the others in order of play, starting after this one.
  const inOrder = (table, at) => {
    const start = table.hands.findIndex(({ seat }) => seat === at) + 1;
    return [...ahead(table), ...table.hands.slice(start), ...table.hands.slice(0, start)];
  };

  const waiting = (turn, table) =>
    inOrder(table, turn.at).find((hand) => waits(hand) && !turn.open.includes(hand.seat)) ?? null;

  // Hands with keys come before the others.
  const next = (turn, table) =>
    table.hands.find((hand) => turn.open.includes(hand.seat) && waits(hand) && hand.seat !== turn.at) ??
    waiting(turn, table);

  // A hand that ended the round as dealt can be entered, but not together with another.
  const openWith = (table, hand) => {
    const asked = [...new Set([...ahead(table), ...table.hands])].filter((other) => isAsked(other) && !other.isUpcard && !other.isSpared);
    const place = Math.max(0, asked.indexOf(hand));
    const pair = asked.slice(place - (place % 2)).slice(0, 2);
    const isAlone = hand.isUpcard || hand.isSpared || !pair.length || pair.some(({ isWhole }) => isWhole);
    return table.pairs && !isAlone ? pair : [hand];
  };

  // Steps

  // The page asks for cards put down before cards left. A player who went out has none left.
  const take = (turn, table, seat, part = "+") => {
    const hand = handAt(table, seat);
    const open = openWith(table, hand).map((opened) => opened.seat);
    return { ...turn, at: seat, part: hand.asksLeft ? part : "+", open };
  };

  const leave = (turn) => ({ ...turn, at: null, part: "+", open: [] });

  // If there is nothing to delete, the previous hand opens again.
  const back = (turn, table) => {
    if (turn.part === "/") return take(turn, table, turn.at);
    const order = inOrder(table, null).filter(isAsked);
    const before = order[order.findIndex(({ seat }) => seat === turn.at) - 1];
    return before ? take(turn, table, before.seat) : turn;
  };

  const hasMore = (turn, table) => turn.part === "+" && Boolean(handAt(table, turn.at)?.asksLeft);

  return { NOBODY, back, hasMore, leave, next, take, waiting, waits };
})();
