// Which hand is being given, who is the next player, and the buttons that are offered meanwhile.
// Uses: hands, counts, keys, htmx-2.0.11.min
"use strict";

globalThis.nextPlayer = (() => {
  const {
    WHOLE,
    active,
    askedOf,
    drawChips,
    form,
    hands,
    inputOf,
    isEmpty,
    isIn,
    isOut,
    isUpcard,
    isWhole,
    keepInSight,
    open,
    pad,
    part,
    shows,
  } = roundForm;
  const { isFull, tellAce } = handCounts;

  // Who is asked

  // The upcard, then this player's hand where the others give theirs on other phones, then in order of play.
  const inOrder = (after) => {
    const all = hands();
    const own = Math.max(0, all.findIndex((hand) => hand.dataset.seat === form().dataset.first));
    const start = after ? all.indexOf(after) + 1 : own;
    return [...all.filter(isUpcard), ...all.slice(start), ...all.slice(0, start)];
  };

  // Cards that ended the round as they were dealt can be given, but are not asked for.
  const mayBeEmpty = (hand) => chosenEnding().mayBeEmpty === hand.dataset.seat && !isUpcard(hand);

  const waits = (hand) => !inputOf(hand).disabled && isEmpty(hand) && !isIn(hand) && !mayBeEmpty(hand);

  // Who has a phone gives the hand there: the others come first here.
  const isElsewhere = (hand) => "elsewhere" in hand.dataset;

  const waiting = () => {
    const asked = inOrder(active()).filter((hand) => waits(hand) && !open().includes(hand));
    return asked.find((hand) => !isElsewhere(hand)) ?? asked[0];
  };

  // Whose keys are there already comes before the others.
  const nextAsked = () => open().find((hand) => waits(hand) && hand !== active()) ?? waiting();

  // With no other card, or no other digit, to follow, the next hand's turn comes by itself.
  const isFilled = () => isFull(active()) && (open().some(waits) || open().every(isFull)) && Boolean(nextAsked());

  // Two hands have their keys at the same time, one above the other, where this phone gives everybody's
  // cards by rank and both sets of keys have room: not on a phone held sideways, nor with large letters.
  // A correction is of the one hand that was tapped; of what was put down and what is left one is asked at a time.
  const ROOM = matchMedia("(min-width: 22.5rem) and (min-height: 36rem)");

  const hasRoom = () => padKeys.isByRank() && ROOM.matches;

  const together = (hand) => {
    const isAlone = isUpcard(hand) || ["seat", "first", "correction"].some((name) => name in form().dataset);
    if (isAlone || shows() || mayBeEmpty(hand) || !hasRoom()) return [hand];
    const asked = hands().filter((each) => !isUpcard(each) && !inputOf(each).disabled && !isIn(each) && !mayBeEmpty(each));
    const place = asked.indexOf(hand);
    const pair = asked.slice(place - (place % 2)).slice(0, 2);
    return pair.some(isWhole) ? [hand] : pair;
  };

  // Who ended the round with nothing left is not asked for the hands of others, who have phones.
  const firstAsked = () => {
    const own = hands().find((hand) => hand.dataset.seat === form().dataset.first && !isUpcard(hand));
    const next = waiting();
    return own && inputOf(own).disabled && !(next && isUpcard(next)) ? null : next;
  };

  // Buttons

  const stress = (button, isStressed) => {
    for (const kind of ["primary", "coin"]) button.classList.toggle(`button--${kind}`, isStressed);
  };

  // One button is the one to press: the next player as long as a hand is missing, then what records it. Where only
  // hands are missing that have phones of their own, it is what sends the hands of this one.
  // The last hand of a table with several phones is given by leaving it: then all see the ruling.
  const offerNext = () => {
    const next = part("next", form());
    if (!next) return;
    const isShared = document.querySelector("#company > p") !== null;
    const submit = part("submit", form());
    const isTold = submit && form().querySelector('input[name="ending"]:checked');
    const asked = waiting();
    const goesOn = Boolean(asked && (isTold || !pad().hidden));
    const endsHere = isShared && !goesOn && !pad().hidden && !isEmpty(active());
    next.textContent = endsHere ? next.dataset.last : next.dataset.name.replace("{name}", () => (asked ? padKeys.nameOf(asked) : ""));
    next.hidden = !goesOn && !endsHere;
    if (submit) submit.hidden = goesOn;
    const handIn = offerHandIn();
    const sends = Boolean(handIn && goesOn && isElsewhere(asked));
    stress(next, Boolean(submit) && goesOn && !sends);
    if (handIn) stress(handIn, sends);
  };

  // What is left to do here while others still type theirs; returns its button if it is offered.
  const offerHandIn = () => {
    const handIn = part("hand-in", form());
    if (!handIn) return null;
    const asked = hands().filter((hand) => !isUpcard(hand));
    const isGiven = asked.some((hand) => isOut(hand) || (!inputOf(hand).disabled && !isEmpty(hand)));
    handIn.hidden = !asked.some(waits) || !isGiven;
    return handIn.hidden ? null : handIn;
  };

  const wholeButton = (hand) => hand.querySelector("[data-whole]");

  const offerWhole = () => {
    for (const hand of hands().filter(wholeButton)) {
      const isBlank = open().includes(hand) && isEmpty(hand);
      wholeButton(hand).hidden = !isBlank && !(isOut(hand) && "dealt" in hand.dataset);
      wholeButton(hand).setAttribute("aria-pressed", isWhole(hand));
    }
  };

  const offerAll = () => {
    offerNext();
    offerWhole();
  };

  // The hand that is being given

  // Other phones are told of a hand when it is left, not card by card.
  const sayWhere = (hand) => {
    const at = form().querySelector("[data-at]");
    const seat = hand?.dataset.seat ?? "";
    if (!at || at.value === seat) return;
    const left = at.value;
    at.value = seat;
    at.dispatchEvent(new CustomEvent("moved", { bubbles: true }));
    if (left) htmx.trigger(form().querySelector("[data-preview]"), "retry");
  };

  // A hand that is left without cards is not whole.
  const leave = (hand) => {
    if (!isWhole(hand) || !isEmpty(hand)) return;
    padKeys.write(hand, "");
    followEndingIn(hand);
  };

  // Of a hand in two parts, what was put down is asked for first; whoever went out has nothing left.
  const asksLeft = (hand) => shows() && !hand.classList.contains("round-hand--shown");

  const askFor = (hand, sign) => {
    const asked = asksLeft(hand) ? sign : "+";
    for (const each of hand.querySelectorAll("[data-of]")) each.classList.toggle("round-hand-part--asked", each.dataset.of === asked);
    part("then").hidden = asked === "/" || !asksLeft(hand);
    tellAce(hand, false);
  };

  const activate = (hand, sign = hand && hand === active() ? askedOf(hand) : "+") => {
    const left = active();
    if (left && left !== hand) leave(left);
    if (hand && shows()) askFor(hand, sign);
    for (const each of hands()) each.classList.toggle("round-hand--active", each === hand);
    if (hand) padKeys.followHand();
    const given = hand ? together(hand) : [];
    for (const each of hands()) each.classList.toggle("round-hand--open", given.includes(each));
    padKeys.showFor(given);
    hands().forEach(drawChips);
    pad().hidden = !hand;
    sayWhere(hand);
    if (hand) keepInSight();
    offerAll();
  };

  // Whoever gives one hand whole gives the next ones so too, until the button is pressed again.
  let givesWhole = false;

  const takeUp = (hand) => {
    const isBegun = open().includes(hand) || inputOf(hand).value;
    if (givesWhole && wholeButton(hand) && !isBegun) padKeys.write(hand, WHOLE);
    activate(hand);
  };

  const turnWhole = (hand) => {
    givesWhole = !isWhole(hand);
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
    const isFirst = shows() && asksLeft(active()) && askedOf(active()) === "+";
    padKeys.nothing(text);
    if (isFirst) askLeft();
    else goOn();
  };

  // A hand in which nothing is left to take back leads to what was given before it.
  const goBack = () => {
    if (askedOf(active()) === "/") {
      activate(active(), "+");
      return;
    }
    const all = inOrder(null).filter((hand) => !inputOf(hand).disabled && !isIn(hand));
    const before = all[all.indexOf(active()) - 1];
    if (before) activate(before);
  };

  // An ending decides which hands are asked for.
  const chosenEnding = () => form().querySelector('input[name="ending"]:checked')?.dataset ?? {};

  const asksForNone = () => "noHands" in chosenEnding();

  const followEndingIn = (hand) => {
    const { noneLeft, allShown } = chosenEnding();
    const ended = noneLeft !== undefined && noneLeft === hand.dataset.seat;
    const out = ended && !isWhole(hand);
    inputOf(hand).disabled = asksForNone() || out;
    hand.classList.toggle("round-hand--out", out);
    hand.classList.toggle("round-hand--shown", allShown === hand.dataset.seat);
    const word = hand.querySelector("[data-none]");
    const spared = mayBeEmpty(hand);
    hand.classList.toggle("round-hand--spared", spared);
    if (word) word.hidden = !out && !spared;
  };

  const followEnding = () => {
    part("hands", form()).hidden = asksForNone();
    hands().forEach(followEndingIn);
    if (active()) activate(inputOf(active()).disabled ? (waiting() ?? null) : active());
    else offerAll();
  };

  ROOM.addEventListener("change", () => form() && active() && activate(active()));

  return { activate, askLeft, firstAsked, followEnding, giveNothing, goBack, goOn, isFilled, offerAll, offerNext, takeUp, turnWhole, waiting };
})();
