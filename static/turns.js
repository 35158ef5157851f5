// Whose hand is being typed, which part of it, and who comes next: a state, and what each step makes of it. It knows
// nothing of the page. A table has its `hands` in order of play, the seat that is asked `first`, and says whether hands
// have their keys in `pairs`.
"use strict";

globalThis.turns = (() => {
  // `at` is the seat of the hand being given, `part` what is asked of it, `open` the seats whose keys are there. Whoever
  // gives one hand whole gives the next ones so too.
  const NOBODY = { at: null, part: "+", open: [], givesWhole: false };

  const handAt = ({ hands }, seat) => hands.find((hand) => hand.seat === seat) ?? null;

  const isAsked = (hand) => !hand.isOut && !hand.isIn;
  const waits = (hand) => isAsked(hand) && hand.isEmpty && !hand.isSpared;

  // The upcard, then the first seat, or whoever comes after the hand being given, and so on in order of play.
  const inOrder = ({ hands, first }, at) => {
    const seats = hands.map(({ seat }) => seat);
    const start = at === null ? Math.max(0, seats.indexOf(first)) : seats.indexOf(at) + 1;
    return [...hands.filter((hand) => hand.isUpcard), ...hands.slice(start), ...hands.slice(0, start)];
  };

  // Who has a phone gives the hand there: the others come first here.
  const waiting = (turn, table) => {
    const asked = inOrder(table, turn.at).filter((hand) => waits(hand) && !turn.open.includes(hand.seat));
    return asked.find((hand) => !hand.isElsewhere) ?? asked[0] ?? null;
  };

  // Whose keys are there already comes before the others.
  const next = (turn, table) =>
    table.hands.find((hand) => turn.open.includes(hand.seat) && waits(hand) && hand.seat !== turn.at) ??
    waiting(turn, table);

  // Who ended the round with nothing left is not asked for the hands of others, who have phones.
  const firstAsked = (turn, table) => {
    const asked = waiting(turn, table);
    return handAt(table, table.first)?.isOut && !asked?.isUpcard ? null : asked;
  };

  // Cards that ended the round as they were dealt can be given, but by themselves. In place of a hand that came in
  // from another phone meanwhile, the first ones that are asked for have their keys.
  const openWith = (table, hand) => {
    const asked = table.hands.filter((each) => isAsked(each) && !each.isUpcard && !each.isSpared);
    const place = Math.max(0, asked.indexOf(hand));
    const pair = asked.slice(place - (place % 2)).slice(0, 2);
    const isAlone = hand.isUpcard || hand.isSpared || !pair.length || pair.some((each) => each.isWhole);
    return table.pairs && !isAlone ? pair : [hand];
  };

  // Steps

  // What was put down is asked before what is left, of which whoever went out has nothing.
  const take = (turn, table, seat, part = "+") => {
    const hand = handAt(table, seat);
    const open = openWith(table, hand).map((each) => each.seat);
    return { ...turn, at: seat, part: hand.asksLeft ? part : "+", open };
  };

  const leave = (turn) => ({ ...turn, at: null, part: "+", open: [] });

  // Nothing left to take back leads to what was given before it.
  const back = (turn, table) => {
    if (turn.part === "/") return take(turn, table, turn.at);
    const given = inOrder(table, null).filter(isAsked);
    const before = given[given.findIndex(({ seat }) => seat === turn.at) - 1];
    return before ? take(turn, table, before.seat) : turn;
  };

  const hasMore = (turn, table) => turn.part === "+" && Boolean(handAt(table, turn.at)?.asksLeft);

  return { NOBODY, back, firstAsked, hasMore, leave, next, take, waiting, waits };
})();
