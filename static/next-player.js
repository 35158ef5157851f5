// Which hand is being given, who is the next player, and the buttons that are offered meanwhile.
// Uses: turns, round-form, hand-counts, pad-keys
"use strict";

globalThis.nextPlayer = (() => {
  const {
    WHOLE,
    active,
    asked,
    drawChips,
    form,
    hands,
    inputOf,
    isEmpty,
    isUpcard,
    isWhole,
    keepInSight,
    open,
    pad,
    part,
    seatOf,
    setTurn,
    shows,
    turn,
  } = roundForm;
  const { isFull, tellAce } = handCounts;

  // The page as the turns know it

  // Cards that ended the round as they were dealt can be given, but are not asked for.
  const mayBeEmpty = (hand) => chosenEnding().mayBeEmpty === hand.dataset.seat && !isUpcard(hand);

  const ended = (hand) => !isUpcard(hand) && chosenEnding().noneLeft === hand.dataset.seat;
  const isOut = (hand) => ended(hand) && !isWhole(hand);

  const stateOf = (hand) => {
    if (isOut(hand)) return "out";
    if (open().includes(hand)) return "open";
    if (inputOf(hand).value) return "given";
    return mayBeEmpty(hand) ? "spared" : "waiting";
  };

  // The style sheet goes by it.
  const tellStates = () => {
    for (const hand of hands()) {
      const { dataset } = hand;
      dataset.state = stateOf(hand);
      const none = part("none", hand);
      if (none) none.hidden = !["out", "spared"].includes(dataset.state);
    }
  };

  const asKnown = (hand) => ({
    seat: seatOf(hand),
    isUpcard: isUpcard(hand),
    isOut: inputOf(hand).disabled,
    isEmpty: isEmpty(hand),
    isWhole: isWhole(hand),
    isSpared: mayBeEmpty(hand),
    asksLeft: shows() && !isUpcard(hand) && !hand.classList.contains("round-hand--shown"),
  });

  // Two hands have their keys at the same time, one above the other, where this phone gives everybody's
  // cards by rank and both sets of keys have room: not on a phone held sideways, nor with large letters.
  // A correction is of the one hand that was tapped; of what was put down and what is left one is asked at a time.
  const ROOM = matchMedia("(width >= 22.5rem) and (height >= 35rem)");

  const isOfOneHand = () => shows() || ["seat", "correction"].some((name) => name in form().dataset);

  const table = () => ({
    hands: hands().map(asKnown),
    pairs: padKeys.isByRank() && ROOM.matches && !isOfOneHand(),
  });

  const handOf = (known) => (known ? hands().find((hand) => seatOf(hand) === known.seat) : null);

  const waits = (hand) => turns.waits(asKnown(hand));
  const waiting = () => handOf(turns.waiting(turn(), table()));
  const nextAsked = () => handOf(turns.next(turn(), table()));

  // With no other card, or no other digit, to follow, the next hand's turn comes by itself.
  const isFilled = () => isFull(active()) && (open().some(waits) || open().every(isFull)) && Boolean(nextAsked());

  // Buttons

  const stress = (button, isStressed) => button.classList.toggle("button--primary", isStressed);

  // One button is the one to press: the next player as long as a hand is missing, then what records or sends them.
  const offerNext = () => {
    const next = part("next", form());
    if (!next) return;
    const submit = part("submit", form());
    const isTold = submit && form().querySelector('input[name="ending"]:checked');
    const asked = waiting();
    const goesOn = Boolean(asked && (isTold || !pad().hidden));
    next.textContent = next.dataset.name.replace("{name}", () => (asked ? padKeys.nameOf(asked) : ""));
    next.hidden = !goesOn;
    if (submit) submit.hidden = goesOn;
    stress(next, Boolean(submit) && goesOn);
  };

  const wholeButton = (hand) => hand.querySelector("[data-whole]");

  const offerWhole = () => {
    for (const hand of hands().filter(wholeButton)) {
      const isBlank = open().includes(hand) && isEmpty(hand);
      const isOffered = isBlank || (isOut(hand) && "dealt" in hand.dataset);
      wholeButton(hand).hidden = !isOffered;
      hand.toggleAttribute("data-takes-whole", isOffered);
      wholeButton(hand).setAttribute("aria-pressed", isWhole(hand));
    }
  };

  const offerAll = () => {
    tellStates();
    offerNext();
    offerWhole();
  };

  // The hand that is being given

  // A draft has its keys where they were.
  const sayWhere = (hand) => {
    const at = form().querySelector("[data-at]");
    const seat = hand?.dataset.seat ?? "";
    if (!at || at.value === seat) return;
    at.value = seat;
    at.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
  };

  // A hand that is left without cards is not whole.
  const leave = (hand) => {
    if (!isWhole(hand) || !isEmpty(hand)) return;
    padKeys.write(hand, "");
    followEndingIn(hand);
  };

  const showPart = (hand) => {
    hand.dataset.asks = asked();
    for (const each of hand.querySelectorAll("[data-of]")) each.classList.toggle("round-hand-part--asked", each.dataset.of === asked());
    part("then").hidden = !turns.hasMore(turn(), table());
    tellAce(hand, false);
  };

  const show = () => {
    const hand = active();
    for (const each of hands()) {
      each.classList.toggle("round-hand--active", each === hand);
      delete each.dataset.asks;
    }
    if (hand && shows()) showPart(hand);
    padKeys.showFor(open());
    hands().forEach(drawChips);
    pad().hidden = !hand;
    sayWhere(hand);
    if (hand) keepInSight();
    offerAll();
  };

  // The mode of the keys follows the hand, and it decides how many hands have keys.
  const turnTo = (step) => {
    const left = active();
    const next = step(turn(), table());
    if (left && seatOf(left) !== next.at) leave(left);
    setTurn(next);
    if (active()) {
      padKeys.followHand();
      setTurn(turns.take(next, table(), next.at, next.part));
    }
    show();
  };

  // A hand that is being given already is asked for what it was.
  const activate = (hand, sign = hand && hand === active() ? asked() : "+") =>
    turnTo((now, known) => (hand ? turns.take(now, known, seatOf(hand), sign) : turns.leave(now)));

  const takeUp = (hand) => {
    const isBegun = open().includes(hand) || inputOf(hand).value;
    if (turn().givesWhole && wholeButton(hand) && !isBegun) padKeys.write(hand, WHOLE);
    activate(hand);
  };

  const turnWhole = (hand) => {
    const givesWhole = !isWhole(hand);
    setTurn({ ...turn(), givesWhole });
    padKeys.write(hand, givesWhole ? WHOLE : "");
    followEnding();
    if (inputOf(hand).disabled) return;
    activate(hand);
    inputOf(hand).focus({ preventScroll: true });
  };

  const goOn = (next = nextAsked()) => {
    if (next) {
      takeUp(next);
      inputOf(next).focus({ preventScroll: true });
    } else {
      activate(null);
      document.getElementById("preview-title")?.scrollIntoView({ block: "start" });
    }
  };

  const askLeft = () => activate(active(), "/");

  // Nothing put down, or nothing left.
  const giveNothing = (text) => {
    const hasMore = turns.hasMore(turn(), table());
    padKeys.nothing(text);
    if (hasMore) askLeft();
    else goOn();
  };

  const goBack = () => turnTo(turns.back);

  // An ending decides which hands are asked for.
  const chosenEnding = () => (form().querySelector('input[name="ending"]:checked') ?? form()).dataset;

  const asksForNone = () => "noHands" in chosenEnding();

  const followEndingIn = (hand) => {
    inputOf(hand).disabled = asksForNone() || isOut(hand);
    hand.classList.toggle("round-hand--shown", chosenEnding().allShown === hand.dataset.seat);
  };

  const followEnding = () => {
    part("hands", form()).hidden = asksForNone();
    hands().forEach(followEndingIn);
    if (active()) activate(inputOf(active()).disabled ? (waiting() ?? null) : active());
    else offerAll();
  };

  ROOM.addEventListener("change", () => form() && active() && activate(active()));

  return { activate, askLeft, followEnding, giveNothing, goBack, goOn, isFilled, offerAll, offerNext, takeUp, turnWhole, waiting };
})();
