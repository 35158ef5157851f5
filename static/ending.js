// How the round ended: the ending that is chosen, and what it asks of each hand.
// Uses: hands
"use strict";

globalThis.ending = (() => {
  const button = () => hands.form().querySelector('input[name="ending"]:checked');

  // An ending decides which hands are asked for.
  const chosen = () => (button() ?? hands.form()).dataset;

  const asksForNone = () => "noHands" in chosen();

  // Cards that ended the round as they were dealt can be given, but are not asked for.
  const mayBeEmpty = (hand) => chosen().mayBeEmpty === hand.seat && !hand.isUpcard;

  const isOut = (hand) => !hand.isUpcard && chosen().noneLeft === hand.seat && !hand.isWhole;

  const followIn = (hand) => {
    hand.input.disabled = asksForNone() || isOut(hand);
    hand.box.classList.toggle("round-hand--shown", chosen().allShown === hand.seat);
  };

  const follow = () => {
    hands.part("hands", hands.form()).hidden = asksForNone();
    hands.all().forEach(followIn);
  };

  return { button, follow, followIn, isOut, mayBeEmpty };
})();
