// Which hand is being entered, who is next, and which buttons are shown.
// Uses: turns, hands, given, cards, hand-cards, hand-counts, pad-keys
"use strict";

globalThis.nextPlayer = (() => {
  // The page as `turns` takes it

  // A hand that ended the round as dealt may be entered, but is not asked for.
  const mayBeEmpty = (hand) => chosenEnding().mayBeEmpty === hand.seat && !hand.isUpcard;

  const ended = (hand) => !hand.isUpcard && chosenEnding().noneLeft === hand.seat;
  const isOut = (hand) => ended(hand) && !hand.isWhole;

  const stateOf = (hand) => {
    if (isOut(hand)) return "out";
    if (given.open().includes(hand)) return "open";
    if (hand.text) return "given";
    return mayBeEmpty(hand) ? "spared" : "waiting";
  };

  // For the style sheet.
  const tellStates = () => {
    for (const hand of hands.all()) {
      const state = stateOf(hand);
      hand.box.dataset.state = state;
      hand.part("none")?.toggleAttribute("hidden", !["out", "spared"].includes(state));
    }
  };

  const asKnown = (hand) => ({
    seat: hand.seat,
    isUpcard: hand.isUpcard,
    isOut: hand.input.disabled,
    isEmpty: hand.isEmpty,
    isWhole: hand.isWhole,
    isSpared: mayBeEmpty(hand),
    asksLeft: hands.show() && !hand.isUpcard && !hand.box.classList.contains("round-hand--shown"),
  });

  // Two hands have keys at once if this phone enters all hands by rank and there is room: not on a phone held
  // sideways, nor with large letters. A correction is of one hand; put-down and left cards are entered in turn.
  const ROOM = matchMedia("(width >= 22.5rem) and (height >= 35rem)");

  const isOfOneHand = () => hands.show() || ["seat", "correction"].some((name) => name in hands.form().dataset);

  const table = () => ({
    hands: hands.all().map(asKnown),
    pairs: padKeys.isByRank() && ROOM.matches && !isOfOneHand(),
  });

  const handOf = (known) => (known ? hands.ofSeat(known.seat) : null);

  const waits = (hand) => turns.waits(asKnown(hand));
  const waiting = () => handOf(turns.waiting(given.turn(), table()));
  const nextAsked = () => handOf(turns.next(given.turn(), table()));

  // Once no card or digit can follow, the next hand's turn comes by itself.
  const isFilled = () => {
    const { isFull } = handCounts;
    const areAllFull = given.open().some(waits) || given.open().every(isFull);
    return isFull(given.hand()) && areAllFull && Boolean(nextAsked());
  };

  // Buttons

  const stress = (button, isStressed) => button.classList.toggle("button--primary", isStressed);

  // The primary button is the next player while a hand is missing, then the one that records or sends.
  const offerNext = () => {
    const next = hands.part("next", hands.form());
    if (!next) return;
    const submit = hands.part("submit", hands.form());
    const isTold = submit && hands.form().querySelector('input[name="ending"]:checked');
    const asked = waiting();
    const goesOn = Boolean(asked && (isTold || !hands.pad().hidden));
    next.textContent = next.dataset.name.replace("{name}", () => (asked ? padKeys.nameOf(asked) : ""));
    next.hidden = !goesOn;
    if (submit) submit.hidden = goesOn;
    stress(next, Boolean(submit) && goesOn);
  };

  const wholeButton = (hand) => hand.part("whole");

  const offerWhole = () => {
    for (const hand of hands.all().filter(wholeButton)) {
      const isBlank = given.open().includes(hand) && hand.isEmpty;
      const isOffered = isBlank || (isOut(hand) && "dealt" in hand.box.dataset);
      wholeButton(hand).hidden = !isOffered;
      hand.box.toggleAttribute("data-takes-whole", isOffered);
      wholeButton(hand).setAttribute("aria-pressed", hand.isWhole);
    }
  };

  const offerAll = () => {
    tellStates();
    offerNext();
    offerWhole();
  };

  // The hand that is being entered

  // A restored draft opens the keys at the same hand.
  const sayWhere = (hand) => {
    const at = hands.form().querySelector("[data-at]");
    const seat = hand?.box.dataset.seat ?? "";
    if (!at || at.value === seat) return;
    at.value = seat;
    at.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
  };

  // A hand that is left without cards is not whole.
  const leave = (hand) => {
    if (!hand.isWhole || !hand.isEmpty) return;
    hand.write("");
    followEndingIn(hand);
  };

  const showPart = (hand) => {
    hand.box.dataset.asks = given.part();
    for (const half of hand.box.querySelectorAll("[data-of]")) {
      half.classList.toggle("round-hand-part--asked", half.dataset.of === given.part());
    }
    hands.part("then").hidden = !turns.hasMore(given.turn(), table());
    handCounts.tellAce(hand, false);
  };

  const show = () => {
    const hand = given.hand();
    for (const other of hands.all()) {
      other.box.classList.toggle("round-hand--active", other === hand);
      delete other.box.dataset.asks;
    }
    if (hand && hands.show()) showPart(hand);
    padKeys.showFor(given.open());
    hands.all().forEach(handCards.draw);
    hands.pad().hidden = !hand;
    sayWhere(hand);
    if (hand) given.keepInSight();
    offerAll();
  };

  // The hand decides the mode of the keys, and the mode how many hands have keys.
  const turnTo = (step) => {
    const left = given.hand();
    const next = step(given.turn(), table());
    if (left && left.seat !== next.at) leave(left);
    given.take(next);
    if (given.hand()) {
      padKeys.followHand();
      given.take(turns.take(next, table(), next.at, next.part));
    }
    show();
  };

  // A hand that is being given already is asked for what it was.
  const activate = (hand, sign = hand && hand === given.hand() ? given.part() : "+") =>
    turnTo((now, known) => (hand ? turns.take(now, known, hand.seat, sign) : turns.leave(now)));

  const takeUp = (hand) => {
    const isBegun = given.open().includes(hand) || hand.text;
    if (given.turn().givesWhole && wholeButton(hand) && !isBegun) hand.write(cards.WHOLE);
    activate(hand);
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

  const goOn = (next = nextAsked()) => {
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
    const hasMore = turns.hasMore(given.turn(), table());
    padKeys.nothing(text);
    if (hasMore) askLeft();
    else goOn();
  };

  const goBack = () => turnTo(turns.back);

  // An ending decides which hands are asked for.
  const chosenEnding = () => (hands.form().querySelector('input[name="ending"]:checked') ?? hands.form()).dataset;

  const asksForNone = () => "noHands" in chosenEnding();

  const followEndingIn = (hand) => {
    hand.input.disabled = asksForNone() || isOut(hand);
    hand.box.classList.toggle("round-hand--shown", chosenEnding().allShown === hand.seat);
  };

  const followEnding = () => {
    hands.part("hands", hands.form()).hidden = asksForNone();
    hands.all().forEach(followEndingIn);
    if (given.hand()) activate(given.hand().input.disabled ? (waiting() ?? null) : given.hand());
    else offerAll();
  };

  ROOM.addEventListener("change", () => hands.form() && given.hand() && activate(given.hand()));

  return { activate, askLeft, followEnding, giveNothing, goBack, goOn, isFilled, offerAll, offerNext, takeUp, turnWhole, waiting };
})();
