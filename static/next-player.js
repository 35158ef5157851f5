// Which hand is being given, who is the next player, and the buttons that are offered meanwhile.
"use strict";

globalThis.nextPlayer = (() => {
  const { drawChips, isEmpty, isWhole } = cardChips;
  const { active, form, hands, inputOf, isIn, isOut, isUpcard, keepInSight, pad, part } = roundForm;

  // Who is asked

  // The upcard, then this player's hand where the others give theirs on other phones, then in order of play.
  const inOrder = (after) => {
    const all = hands();
    const own = Math.max(0, all.findIndex((hand) => hand.dataset.seat === form().dataset.first));
    const start = after ? all.indexOf(after) + 1 : own;
    return [...all.filter(isUpcard), ...all.slice(start), ...all.slice(0, start)];
  };

  const waiting = (after) =>
    inOrder(after).find((hand) => hand !== after && !inputOf(hand).disabled && isEmpty(hand) && !isIn(hand));

  // Who ended the round with nothing left is not asked for the hands of others, who have phones.
  const firstAsked = () => {
    const own = hands().find((hand) => hand.dataset.seat === form().dataset.first && !isUpcard(hand));
    const next = waiting(null);
    return own && inputOf(own).disabled && !(next && isUpcard(next)) ? null : next;
  };

  const asksMore = () => Boolean(waiting(active()));

  // Buttons

  const nameOf = (hand) => hand?.querySelector("label").textContent.trim() ?? "";

  // One button is the one to press: the next player as long as a hand is missing, then what records it.
  // The last hand of a table with several phones is given by leaving it: then all see the ruling.
  const offerNext = () => {
    const next = part("next", form());
    if (!next) return;
    const isShared = document.querySelector("#company > p") !== null;
    const submit = part("submit", form());
    const isTold = submit && form().querySelector('input[name="ending"]:checked');
    const goesOn = asksMore() && Boolean(isTold || !pad().hidden);
    const endsHere = isShared && !goesOn && !pad().hidden && !isEmpty(active());
    next.textContent = endsHere ? next.dataset.last : next.dataset.name.replace("{name}", () => nameOf(waiting(active())));
    next.hidden = !goesOn && !endsHere;
    for (const kind of ["primary", "coin"]) next.classList.toggle(`button--${kind}`, Boolean(submit) && goesOn);
    if (submit) submit.hidden = goesOn;
    offerHandIn();
  };

  // What is left to do here while others still type theirs.
  const offerHandIn = () => {
    const handIn = part("hand-in", form());
    if (!handIn) return;
    const asked = hands().filter((hand) => !isUpcard(hand));
    const waits = asked.some((hand) => !inputOf(hand).disabled && isEmpty(hand) && !isIn(hand));
    const isGiven = asked.some((hand) => isOut(hand) || (!inputOf(hand).disabled && !isEmpty(hand)));
    handIn.hidden = !waits || !isGiven;
  };

  const offerWhole = () => {
    for (const hand of hands()) {
      const waits = hand === active() && !inputOf(hand).value.trim();
      const whole = hand.querySelector("[data-whole]");
      if (whole) whole.hidden = !waits && !(isOut(hand) && "dealt" in hand.dataset);
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

  const activate = (hand) => {
    for (const each of hands()) each.classList.toggle("round-hand--active", each === hand);
    hands().forEach(drawChips);
    pad().hidden = !hand;
    sayWhere(hand);
    if (hand) {
      padKeys.followHand();
      keepInSight(hand);
    }
    offerAll();
  };

  const goOn = () => {
    const next = waiting(active());
    activate(next ?? null);
    if (next) inputOf(next).focus({ preventScroll: true });
    else document.getElementById("preview-title")?.scrollIntoView({ block: "start" });
  };

  // A hand in which nothing is left to take back leads to the one that was given before it.
  const goBack = () => {
    const all = inOrder(null).filter((hand) => !inputOf(hand).disabled && !isIn(hand));
    const before = all[all.indexOf(active()) - 1];
    if (before) activate(before);
  };

  // An ending decides which hands are asked for.
  const followEnding = () => {
    const chosen = form().querySelector('input[name="ending"]:checked');
    const none = chosen && "noHands" in chosen.dataset;
    part("hands", form()).hidden = Boolean(none);
    for (const hand of hands()) {
      const ended = chosen?.dataset.noneLeft !== undefined && chosen.dataset.noneLeft === hand.dataset.seat;
      const out = ended && !isWhole(hand);
      inputOf(hand).disabled = none || out;
      hand.classList.toggle("round-hand--out", out);
      const word = hand.querySelector("[data-none]");
      if (word) word.hidden = !out;
    }
    if (active() && inputOf(active()).disabled) activate(waiting(active()) ?? null);
    else offerAll();
  };

  return { activate, asksMore, firstAsked, followEnding, goBack, goOn, offerAll, offerNext };
})();
