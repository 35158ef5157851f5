// The key pad: taps write cards into the hand's own text field, at once and without asking the server.
"use strict";

(() => {
  const { CARD, LAID_OUT, WHOLE, cardName, drawChips, inputOf, isCount, isEmpty, isLaidOut, isWhole, wordsOf } = cardChips;

  const state = { mode: "ranks", chosen: "ranks", suit: "", keyboard: false, byPointer: false };

  const form = () => document.querySelector("form[data-game], form[data-desk]");
  const pad = () => document.querySelector("[data-pad]");
  const part = (name, root = pad()) => root.querySelector(`[data-${name}]`);
  const hands = () => [...form().querySelectorAll("[data-hand]")];
  const active = () => form().querySelector(".round-hand--active");
  const isUpcard = (hand) => "upcard" in hand.dataset;

  // Texts

  const write = (hand, text) => {
    const input = inputOf(hand);
    input.value = text;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const announce = (text) => {
    part("announce").textContent = text;
  };

  const removeCard = (hand, place) => {
    const words = wordsOf(inputOf(hand).value);
    write(hand, place === "all" ? "" : words.filter((_, index) => index !== Number(place)).join(" "));
    (hand.querySelector(`[data-remove="${Math.max(0, Number(place) - 1)}"]`) ?? inputOf(hand)).focus();
  };

  // Keys

  const tapRank = (rank) => {
    const hand = active();
    if (!hand) return;
    const text = inputOf(hand).value;
    const card = rank === "JK" ? rank : (rank === "T" ? "10" : rank) + (state.mode === "suits" ? state.suit : "");
    write(hand, isCount(text) || isUpcard(hand) ? card : [...wordsOf(text), card].join(" "));
    announce(cardName(card));
  };

  const tapDigit = (digit) => {
    const hand = active();
    if (!hand) return;
    const text = inputOf(hand).value.trim();
    const before = isCount(text) ? text.replace(/^=\s*0*/, "") : "";
    if (before.length < 4) write(hand, "=" + before + digit);
    announce(before + digit);
  };

  const armSuit = (suit) => {
    state.suit = suit;
    for (const key of pad().querySelectorAll("[data-suit]")) key.setAttribute("aria-pressed", key.dataset.suit === suit);
  };

  const tapSuit = (suit) => {
    armSuit(suit);
    const hand = active();
    const [, rank] = (hand && isUpcard(hand) && CARD.exec(wordsOf(inputOf(hand).value)[0] ?? "")) || [];
    if (rank) write(hand, rank + suit);
  };

  const tapPart = (sign) => {
    const hand = active();
    const words = hand ? wordsOf(inputOf(hand).value).filter((word) => word !== WHOLE) : [];
    if (LAID_OUT.test(words.at(-1))) words.pop();
    if (words.length) write(hand, [...words, sign].join(" "));
    announce(part(`part="${sign}"`).textContent);
  };

  const tapBack = () => {
    const hand = active();
    if (!hand) return;
    const text = inputOf(hand).value.trim();
    if (isCount(text)) write(hand, state.mode === "count" && text.length > 2 ? text.slice(0, -1) : "");
    else {
      const words = wordsOf(text);
      const left = words.slice(0, -1);
      // The last sign taken back leaves the hand whole, not its cards unmatched.
      if (isLaidOut(words) && left.length && !isLaidOut(left)) left.unshift(WHOLE);
      write(hand, left.join(" "));
    }
  };

  const setMode = (mode) => {
    state.mode = mode;
    for (const key of pad().querySelectorAll("[data-mode]")) key.setAttribute("aria-pressed", key.dataset.mode === mode);
    part("suits").hidden = mode !== "suits";
    part("ranks").hidden = mode === "count";
    part("digits").hidden = mode !== "count";
    if (mode === "suits") armSuit(state.suit || "S");
  };

  // The table gives its cards in one way all evening: this phone keeps it, for each game.
  const MODES = ["ranks", "suits", "count"];

  const modePlace = () => {
    const { game } = form().dataset;
    return game && "scorekeeper.pad." + game.split(".")[0];
  };

  const readMode = () => {
    try {
      const kept = modePlace() ? localStorage.getItem(modePlace()) : state.chosen;
      return MODES.includes(kept) ? kept : "ranks";
    } catch {
      return state.chosen;
    }
  };

  const chooseMode = (mode) => {
    state.chosen = mode;
    setMode(mode);
    try {
      if (modePlace()) localStorage.setItem(modePlace(), mode);
    } catch {
      // A browser that keeps nothing knows it as long as the page is open.
    }
  };

  // A whole hand needs its suits, and has parts instead of other ways to count it.
  const followHand = () => {
    const hand = active();
    const whole = Boolean(hand) && isWhole(hand);
    const suited = Boolean(hand) && (whole || isUpcard(hand));
    part("modes").hidden = whole;
    part("parts").hidden = !whole;
    if (suited) setMode("suits");
    else if (state.suited) setMode(readMode());
    state.suited = suited;
  };

  // Ten cards take several rows: the last one and the field stay above the pad.
  const keepInSight = (hand) => {
    const hidden = hand.getBoundingClientRect().bottom + 8 - pad().closest(".pad-dock").getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy({ top: hidden });
  };

  const setKeyboard = (on) => {
    state.keyboard = on;
    part("keyboard").setAttribute("aria-pressed", on);
    for (const hand of hands()) inputOf(hand).inputMode = on ? "text" : "none";
  };

  // Which hand is being given

  const isIn = (hand) => hand.querySelector("[data-in]") !== null; // entered on another phone

  // The upcard, then the own hand where others give theirs on other phones, then in order of play.
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

  const isOut = (hand) => hand.classList.contains("round-hand--out");

  // One button is the one to press: the next player as long as a hand is missing, then what records it.
  // The last hand of a table with several phones is given by leaving it: then all see the ruling.
  const offerNext = () => {
    const next = part("next", form());
    if (!next) return;
    const isShared = document.querySelector("#company > p") !== null;
    const submit = part("submit", form());
    const isTold = submit && form().querySelector('input[name="ending"]:checked');
    const asksMore = Boolean(waiting(active()) && (isTold || !pad().hidden));
    const endsHere = isShared && !asksMore && !pad().hidden && !isEmpty(active());
    next.dataset.more ??= next.textContent;
    next.textContent = endsHere ? next.dataset.last : next.dataset.more;
    next.hidden = !asksMore && !endsHere;
    next.classList.toggle("button--primary", Boolean(submit) && asksMore);
    if (submit) submit.hidden = asksMore;
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

  const offerNothing = () => {
    for (const hand of hands()) {
      const waits = hand === active() && !inputOf(hand).value.trim();
      const out = isOut(hand);
      const [nothing, whole] = ["[data-nothing]", "[data-whole]"].map((name) => hand.querySelector(name));
      if (nothing) nothing.hidden = !waits;
      if (whole) whole.hidden = !waits && !(out && "dealt" in hand.dataset);
    }
  };

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
    pad().hidden = !hand;
    sayWhere(hand);
    if (hand) {
      followHand();
      hand.scrollIntoView({ block: "center" });
    }
    offerNext();
    offerNothing();
  };

  const goOn = () => {
    const next = waiting(active());
    activate(next ?? null);
    if (next) inputOf(next).focus({ preventScroll: true });
    else document.getElementById("preview-title")?.scrollIntoView({ block: "start" });
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
    else {
      offerNext();
      offerNothing();
    }
  };

  const setUp = () => {
    if (!form() || !pad()) return;
    document.documentElement.classList.add("js");
    setMode(readMode());
    setKeyboard(state.keyboard);
    followEnding();
    hands().forEach(drawChips);
    // Where one hand alone is asked for, its keys are there at once; a draft is taken up where it was left.
    const at = form().querySelector("[data-at]")?.value;
    if ("seat" in form().dataset) activate(hands()[0]);
    else if (at) activate(hands().find((hand) => hand.dataset.seat === at) ?? null);
  };

  // What happens on the page

  const press = (button) => {
    const { key, digit, suit, mode, part: sign } = button.dataset;
    if (key) tapRank(key);
    else if (sign) tapPart(sign);
    else if (digit) tapDigit(digit);
    else if (suit) tapSuit(suit);
    else if (mode) chooseMode(mode);
    else if ("back" in button.dataset) tapBack();
    else if ("keyboard" in button.dataset) setKeyboard(!state.keyboard);
    else if ("close" in button.dataset) activate(null);
  };

  const PRESSED_AT_ONCE = "[data-pad] [data-key], [data-pad] [data-digit], [data-pad] [data-back]";
  const DOUBLE_TAP = 400; // milliseconds
  let handled = false;
  let wentOnAt = -DOUBLE_TAP;

  // After “Next player” another button may be under the finger: the second tap of two was not for it.
  const isSecondTap = ({ target, timeStamp }) =>
    timeStamp - wentOnAt < DOUBLE_TAP && target.closest(".pad-dock .button:not([data-next])") !== null;

  // Keys act when they are touched: of two fingers down at once browsers make one click only.
  document.addEventListener("pointerdown", ({ target, button }) => {
    state.byPointer = true;
    const key = button ? null : target.closest(PRESSED_AT_ONCE);
    if (key) press(key);
    handled = key !== null;
  });
  document.addEventListener("pointercancel", () => {
    handled = false;
  });

  // The click of that touch does nothing more, whatever it hits: a row of cards more, and another
  // key is under the finger.
  document.addEventListener(
    "click",
    (event) => {
      if (!handled && !isSecondTap(event)) return;
      handled = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // The focus stays in the hand while its keys are tapped.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-pad] button")) event.preventDefault();
  });

  document.addEventListener("click", ({ target, timeStamp }) => {
    const button = target.closest("button");
    const hand = target.closest("[data-hand]");
    if (button?.closest("[data-pad]")) press(button);
    else if (button && "next" in button.dataset) {
      wentOnAt = timeStamp;
      goOn();
    }
    else if (button && "remove" in button.dataset) removeCard(hand, button.dataset.remove);
    else if (button && "nothing" in button.dataset) {
      write(hand, "0");
      goOn();
    } else if (button && "whole" in button.dataset) {
      write(hand, WHOLE);
      followEnding();
      activate(hand);
      inputOf(hand).focus({ preventScroll: true });
    } else if (hand && !inputOf(hand).disabled && hand !== active() && !isIn(hand)) activate(hand);
  });

  document.addEventListener("keydown", (event) => {
    state.byPointer = handled = false;
    if (event.key === "Enter" && event.target.matches("[data-hand] input")) {
      event.preventDefault();
      goOn();
    }
  });

  document.addEventListener("focusin", ({ target }) => {
    const hand = target.matches("[data-hand] input") && target.closest("[data-hand]");
    if (hand && hand !== active()) activate(hand);
    // Not for the summary: the page would move under the finger that is about to open it.
    else if (target.matches("details :is(input, select, textarea)")) activate(null);
  });

  document.addEventListener("input", ({ target }) => {
    const hand = target.closest?.("[data-hand]");
    if (!hand) return;
    drawChips(hand);
    if (hand === active()) {
      followHand();
      keepInSight(hand);
    }
    offerNext();
    offerNothing();
  });

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "ending") return;
    followEnding();
    if (state.byPointer && !active()) activate(firstAsked() ?? null);
  });

  document.addEventListener("restored", setUp);
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (["typing", "desk"].includes(detail.target.id)) setUp();
    if (["company", "preview"].includes(detail.target.id) && form()) offerNext();
  });
  document.addEventListener("DOMContentLoaded", setUp);
})();
