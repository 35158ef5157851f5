// Draws the current turn: the hand that is being entered, its keys, and the available buttons.
// Uses: hands, given, ending, hand-rows, hand-turns, hand-cards, hand-counts, pad-keys, tally
"use strict";

globalThis.turnView = (() => {
  const stateOf = (hand) => {
    if (ending.isOut(hand)) return "out";
    if (ending.isPresumed(hand)) return "presumed";
    if (given.open().includes(hand)) return "open";
    if (hand.text || hand.isTold) return "given";
    return ending.mayBeEmpty(hand) ? "spared" : "waiting";
  };

  // The style sheet depends on these states.
  const tellStates = () => {
    for (const hand of hands.all()) {
      const state = stateOf(hand);
      hand.box.dataset.state = state;
      hand.part("none")?.toggleAttribute("hidden", !["out", "spared"].includes(state));
    }
  };

  // Buttons

  const stress = (button, isStressed) => button.classList.toggle("button--primary", isStressed);

  // On a keyboard the button names the next row, like Enter.
  const nextName = (waiting) => {
    const row = given.isMarked("keyed") && handRows.next();
    return row ? handRows.nameOf(row) : padKeys.nameOf(waiting);
  };

  // Only one button is primary: the next player while a hand is missing, then the button that records or sends.
  const offerNext = () => {
    const next = hands.part("next", hands.form());
    if (!next) return;
    const submit = hands.part("submit", hands.form());
    const isTold = submit && ending.button();
    const waiting = handTurns.waiting();
    const goesOn = Boolean(waiting && (isTold || !hands.pad().hidden));
    next.textContent = next.dataset.name.replace("{name}", () => (waiting ? nextName(waiting) : ""));
    next.hidden = !goesOn;
    if (submit) submit.hidden = goesOn;
    stress(next, Boolean(submit) && goesOn);
  };

  const offerLeft = () => {
    if (hands.show()) hands.part("then").hidden = !handTurns.hasMore();
  };

  const offerWhole = () => {
    for (const hand of hands.all().filter((each) => each.part("whole"))) {
      const isBlank = given.open().includes(hand) && hand.isEmpty;
      const isOffered = isBlank || (ending.isOut(hand) && "dealt" in hand.box.dataset);
      hand.part("whole").hidden = !isOffered;
      hand.box.toggleAttribute("data-takes-whole", isOffered);
      hand.part("whole").setAttribute("aria-pressed", hand.isWhole);
    }
  };

  const offer = () => {
    tellStates();
    offerNext();
    offerLeft();
    offerWhole();
  };

  // The hand that is being entered

  // A restored draft shows its keys at the same hand.
  const sayWhere = (hand) => {
    const at = hands.form().querySelector("[data-at]");
    const place = hand ? hand.box.dataset.seat + (given.part() === "/" ? "/" : "") : "";
    if (!at || at.value === place) return;
    at.value = place;
    at.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
  };

  const showPart = (hand) => {
    hand.box.dataset.asks = given.part();
    for (const half of hand.box.querySelectorAll("[data-of]")) {
      half.classList.toggle("round-hand-part--asked", half.dataset.of === given.part());
    }
    if (document.activeElement === hand.input) hand.placeCaret(given.part());
    handCounts.tellAce(hand, false);
  };

  const show = () => {
    const hand = given.hand();
    for (const each of hands.all()) {
      each.box.classList.toggle("round-hand--active", each === hand);
      if (hand?.isTallied) tally.bring(each, each === hand);
      delete each.box.dataset.asks;
    }
    if (hand && hands.show()) showPart(hand);
    padKeys.showFor(given.open());
    hands.all().forEach(handCards.draw);
    hands.pad().hidden = !hand;
    sayWhere(hand);
    if (hand) given.keepInSight();
    offer();
  };

  return { offer, offerNext, show };
})();
