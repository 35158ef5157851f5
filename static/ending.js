// The ending of the round: the chosen one, and its effect on each hand.
// Uses: hands
"use strict";

globalThis.ending = (() => {
  const button = () => hands.form().querySelector('input[name="ending"]:checked');

  // The chosen ending decides which hands the form asks for.
  const chosen = () => (button() ?? hands.form()).dataset;

  const asksForNone = () => "noHands" in chosen();

  // A hand that ended the round as dealt is optional.
  const mayBeEmpty = (hand) => chosen().mayBeEmpty === hand.seat && !hand.isUpcard;

  const isOut = (hand) => !hand.isUpcard && chosen().noneLeft === hand.seat && !hand.isWhole;

  // After some endings no other player has opened, and their cards do not count.
  const isPresumed = (hand) => "presumed" in chosen() && !hand.isUpcard && !isOut(hand);

  // Some endings ask first for the count of the player who ended the round.
  const asksFirst = (hand) => chosen().first === hand.seat && !hand.isUpcard;

  // The label of the key for a player with nothing left.
  const sayNothing = (hand) => (hand && asksFirst(hand) ? chosen().nothingScores : undefined);

  const followIn = (hand) => {
    hand.input.disabled = asksForNone() || isOut(hand) || isPresumed(hand);
    hand.box.classList.toggle("round-hand--shown", chosen().allShown === hand.seat);
    hand.part("out")?.toggleAttribute("hidden", chosen().side !== hand.seat);
    for (const row of hand.box.querySelectorAll("[data-of-ending]")) {
      row.hidden = chosen().side !== hand.seat || button()?.value.split(":")[0] !== row.dataset.ofEnding;
      if (row.hidden) row.querySelector('input[value=""]').checked = true;
    }
    for (const special of hand.box.querySelectorAll("[data-special]")) {
      special.setAttribute("aria-pressed", button()?.value.split(":")[0] === special.dataset.special);
    }
  };

  const follow = () => {
    hands.part("hands", hands.form()).hidden = asksForNone();
    hands.all().forEach(followIn);
  };

  // Switches between the special and the plain ending of the same player.
  const turn = ({ special, plain }) => {
    const [how, by] = button().value.split(":");
    const value = `${how === special ? plain : special}:${by}`;
    const other = hands.form().querySelector(`input[name="ending"][value="${value}"]`);
    other.checked = true;
    for (const name of ["input", "change"]) other.dispatchEvent(new Event(name, { bubbles: true }));
  };

  return { asksFirst, button, follow, followIn, isOut, isPresumed, mayBeEmpty, sayNothing, turn };
})();
