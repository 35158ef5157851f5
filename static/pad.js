// Owns the setup of the key pad and the effects of typing: the hand is drawn and counted at once, without the server.
// Uses: hands, given, hand-cards, hand-counts, pad-keys, hand-turns, next-player, turn-view, swaps
"use strict";

(() => {
  document.documentElement.classList.add("js");

  const begin = (hand) => {
    nextPlayer.activate(hand);
    if (hand) hand.focusAtEnd();
  };

  const setUp = () => {
    if (!hands.form() || !hands.pad()) return;
    padKeys.setUp();
    given.watchDock();
    nextPlayer.followEnding();
    for (const hand of hands.all()) {
      handCards.draw(hand);
      handCounts.showParts(hand);
    }
    // The keys are shown at once if the form has only one hand, a wrong row or a restored draft, or if the ending was
    // chosen on the sheet.
    const wrong = hands.all().find(({ isTallied, isWrong }) => isTallied && isWrong);
    const [seat, isOfLeft] = hands.form().querySelector("[data-at]")?.value.split("/") ?? [];
    const left = seat && hands.ofSeat(seat);
    if ("seat" in hands.form().dataset) begin(hands.all().find(({ input }) => !input.disabled) ?? null);
    else if (wrong) nextPlayer.activate(wrong, wrong.wrongSign);
    else if (left && !left.input.disabled) nextPlayer.activate(left, isOfLeft === undefined ? "+" : "/");
    else if ("chosen" in hands.form().dataset) begin(handTurns.waiting());
  };

  document.addEventListener("focusin", ({ target }) => {
    const hand = target.matches("[data-hand] input:not([type=radio], [type=checkbox])") && hands.around(target);
    if (hand && hand !== given.hand() && !hand.input.disabled) nextPlayer.activate(hand);
    // Only text fields close the pad. After a tap on a summary or a choice, the page would move under the finger.
    else if (!hand && target.matches("details :is(input:not([type=radio], [type=checkbox]), select, textarea)")) nextPlayer.activate(null);
  });

  document.addEventListener("input", ({ target }) => {
    const hand = hands.around(target);
    if (!hand) return;
    handCards.draw(hand);
    handCounts.showCount(hand);
    if (hand !== given.hand()) turnView.offer();
    else if (padKeys.followHand()) nextPlayer.activate(hand);
    else {
      given.keepInSight();
      turnView.offer();
    }
  });

  handTurns.ROOM.addEventListener("change", () => hands.form() && given.hand() && nextPlayer.activate(given.hand()));

  document.addEventListener("restored", setUp);
  swaps.after("form", setUp);
  swaps.after("count", () => hands.form() && turnView.offerNext());
  document.addEventListener("DOMContentLoaded", setUp);
})();
