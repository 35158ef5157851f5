// Moves from hand to hand, to the next player.
// Uses: cards, given, ending, hand-turns, pad-keys, turn-view
"use strict";

globalThis.nextPlayer = (() => {
  // A hand without cards is not whole.
  const leave = (hand) => {
    if (!hand.isWhole || !hand.isEmpty) return;
    hand.write("");
    ending.followIn(hand);
  };

  // The mode of the keys depends on the hand, and decides how many hands have keys.
  const turnTo = (next) => {
    const left = given.hand();
    const { at, part } = given.turn();
    if (left && left.seat !== next.at) leave(left);
    if (at !== next.at || part !== next.part) padKeys.letGo();
    given.take(next);
    if (given.hand()) {
      padKeys.followHand();
      given.take(handTurns.take(given.hand(), given.part()));
    }
    turnView.show();
  };

  // A hand that is already being entered keeps its part.
  const activate = (hand, sign = hand && hand === given.hand() ? given.part() : "+") =>
    turnTo(handTurns.take(hand, sign));

  const takeUp = (hand) => {
    const isBegun = given.open().includes(hand) || hand.text;
    if (given.turn().givesWhole && hand.part("whole") && !isBegun) hand.write(cards.WHOLE);
    activate(hand);
  };

  const goOn = (next = handTurns.next()) => {
    if (next) {
      takeUp(next);
      next.input.focus({ preventScroll: true });
    } else {
      activate(null);
      document.getElementById("preview-title")?.scrollIntoView({ block: "start" });
    }
  };

  const askLeft = () => activate(given.hand(), "/");

  // Nothing put down, or nothing left.
  const giveNothing = (text) => {
    const hasMore = handTurns.hasMore();
    padKeys.nothing(text);
    if (hasMore) askLeft();
    else goOn();
  };

  const followEnding = () => {
    ending.follow();
    if (given.hand()) activate(given.hand().input.disabled ? handTurns.waiting() : given.hand());
    else turnView.offer();
  };

  const turnWhole = (hand) => {
    const givesWhole = !hand.isWhole;
    given.take({ ...given.turn(), givesWhole });
    hand.write(givesWhole ? cards.WHOLE : "");
    followEnding();
    if (hand.input.disabled) return;
    activate(hand);
    hand.input.focus({ preventScroll: true });
  };

  // Handles the keys that move between hands. Returns whether the pressed key was one.
  const press = ({ dataset }) => {
    if ("close" in dataset) activate(null);
    else if ("next" in dataset) goOn(handTurns.waiting());
    else if ("nothing" in dataset) giveNothing(dataset.nothing);
    else if ("then" in dataset) askLeft();
    else if ("back" in dataset && given.hand() && padKeys.isBlank(given.hand())) turnTo(handTurns.back());
    else return false;
    return true;
  };

  // Handles a tap on a hand, or on one of its buttons.
  const tap = (hand, dataset = {}) => {
    if ("whole" in dataset) turnWhole(hand);
    else if ("turn" in dataset) {
      activate(hand, dataset.turn);
      if (document.activeElement.matches("[data-tally] [data-each]")) hand.input.focus({ preventScroll: true });
    }
    else if (!hand.input.disabled && hand !== given.hand()) takeUp(hand);
  };

  return { activate, followEnding, goOn, press, tap };
})();
