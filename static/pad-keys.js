// Owns the keys of the pad and their mode: the available keys, and the text that each writes into a hand.
// Uses: cards, hands, given, ending, hand-cards, hand-counts, memory
"use strict";

globalThis.padKeys = (() => {
  const state = { mode: "ranks", chosen: "", suit: "", keyboard: false };

  const announce = (text) => {
    hands.part("announce").textContent = text;
  };

  const removeCard = (hand, place) => {
    const { words } = hand;
    hand.write(place === "all" ? "" : words.filter((_, index) => index !== Number(place)).join(" "));
    (hand.box.querySelector(`[data-remove="${Math.max(0, Number(place) - 1)}"]`) ?? hand.input).focus();
  };

  // A block of rank keys for each open hand

  const blocks = () => [...hands.pad().querySelectorAll("[data-ranks]")];

  const nameOf = (hand) => hand.box.querySelector("label").textContent.trim();

  const faceOf = (hand) => hand.box.querySelector(".face")?.cloneNode(true) ?? nameOf(hand);

  const giveTo = (block, hand) => {
    block.dataset.seat = hand.box.dataset.seat ?? "";
    block.setAttribute("aria-label", hands.pad().dataset.sayKeys.replace("{name}", () => nameOf(hand)));
    block.querySelector("[data-whose]").replaceChildren(faceOf(hand));
  };

  // Only one key is a tab stop, and it must be in a block that stays.
  const stopIn = (block) => block.querySelector('[tabindex="0"]');

  const addBlock = () => {
    const last = blocks().at(-1);
    const block = last.cloneNode(true);
    if (stopIn(block)) stopIn(block).tabIndex = -1;
    last.after(block);
  };

  const dropBlock = () => {
    const last = blocks().at(-1);
    if (stopIn(last)) blocks()[0].querySelector("[data-key]").tabIndex = 0;
    last.remove();
  };

  const showFor = (open) => {
    hands.pad().classList.toggle("pad--two", open.length > 1);
    while (blocks().length < open.length) addBlock();
    while (blocks().length > Math.max(1, open.length)) dropBlock();
    open.forEach((hand, place) => giveTo(blocks()[place], hand));
    for (const key of hands.pad().querySelectorAll("[data-nothing]")) {
      key.dataset.word ??= key.textContent;
      key.textContent = ending.sayNothing(handOf(key)) ?? key.dataset.word;
    }
  };

  const blockOf = (hand) => blocks().find(({ dataset }) => dataset.seat === (hand.box.dataset.seat ?? ""));

  // The hand of a key
  const handOf = (key) => {
    const seat = key.closest("[data-ranks]")?.dataset.seat;
    return (seat && hands.all().find((hand) => hand.seat === seat)) || given.hand();
  };

  // Modes

  const armSuit = (suit) => {
    state.suit = suit;
    for (const key of hands.pad().querySelectorAll("[data-suit]")) key.setAttribute("aria-pressed", key.dataset.suit === suit);
  };

  // In rows a suit rarely matters, so a pressed suit applies only to the cards of one row.
  const letGo = () => isTallied() && armSuit("");

  const setMode = (mode) => {
    state.mode = mode;
    for (const key of hands.pad().querySelectorAll("[data-mode]")) key.setAttribute("aria-pressed", key.dataset.mode === mode);
    hands.part("suits").hidden = mode !== "suits";
    for (const block of blocks()) block.hidden = mode === "count";
    hands.part("digits").hidden = mode !== "count";
    if (mode === "suits") armSuit(state.suit || (isTallied() ? "" : hands.part("suit").dataset.suit));
  };

  // Hands in rows begin with counts, because people count them at the table.
  const isTallied = () => "tallies" in hands.pad().dataset;
  const first = () => (isTallied() ? "count" : "ranks");

  // This phone remembers the mode per game, because a table uses one mode all evening.
  const MODES = ["ranks", "suits", "count"];

  const modePlace = () => {
    const { game } = hands.form().dataset;
    return game && "pad." + game.split(".")[0];
  };

  const readMode = () => {
    const kept = (modePlace() && memory.read(modePlace())) ?? state.chosen;
    return MODES.includes(kept) ? kept : first();
  };

  const chooseMode = (mode) => {
    state.chosen = mode;
    setMode(mode);
    if (modePlace()) memory.write(modePlace(), mode);
  };

  // A whole hand needs suits and has parts instead of modes. A question about a hand needs suits too. Returns whether
  // the keys changed.
  const followHand = () => {
    const hand = given.hand();
    if (hand) handCards.countKeys(hand);
    const whole = Boolean(hand) && hand.isWhole;
    const isAsked = Boolean(hand) && "suited" in hand.box.dataset;
    const suited = isAsked || (Boolean(hand) && (whole || hand.isUpcard));
    for (const key of hands.pad().querySelectorAll("[data-nothing]")) key.disabled = suited;
    hands.part("modes").hidden = whole || isAsked;
    hands.part("parts").hidden = !whole && !laysMelds();
    hands.pad().classList.toggle("pad--whole", whole);
    hands.part("whole-hint")?.toggleAttribute("hidden", !whole || !hand.isEmpty);
    const { mode } = state;
    if (suited) setMode("suits");
    else if (state.suited) setMode(readMode());
    state.suited = suited;
    return mode !== state.mode;
  };

  // A second meld of the same rank needs a separate key.
  const laysMelds = () => Boolean(given.hand()?.isTallied) && given.part() === "+" && state.mode !== "count";

  const isByRank = () => state.mode === "ranks";
  const isCounting = () => state.mode === "count";

  const setKeyboard = (on) => {
    state.keyboard = on;
    hands.part("keyboard").setAttribute("aria-pressed", on);
    given.mark("typed", on);
    for (const hand of hands.all()) hand.input.inputMode = on ? "text" : "none";
    if (on && given.hand()) given.hand().input.focus({ preventScroll: true });
  };

  // Once something is typed on a keyboard, rows need no keys on the screen.
  const fold = (isFolded) => isTallied() && given.mark("keyed", isFolded);

  // Keys

  // For a hand with two parts, the keys change the part that the page asks for.
  const change = (hand, edit) => {
    if (!hands.show()) {
      hand.write(edit(hand.words).join(" "));
      return;
    }
    const { "+": shown, "/": left } = Object.fromEntries(
      Object.entries(hand.parts).map(([sign, placed]) => {
        const part = placed.map(({ word }) => word);
        return [sign, (sign === given.part() ? edit(part) : part).join(" ")];
      }),
    );
    hand.writeParts(shown, left);
  };

  // A card with a colour has it before its number. Jokers, wild cards and skips have no colour.
  const withSuit = (rank) => {
    const suit = state.mode === "suits" ? state.suit : "";
    if ("coloured" in hands.pad().dataset) return /^\d/.test(rank) ? suit + rank : rank;
    return rank === "JK" ? rank : (rank === "T" ? "10" : rank) + suit;
  };

  const tapRank = (rank) => {
    const hand = given.hand();
    if (!hand) return;
    const card = withSuit(rank);
    change(hand, (words) => {
      const before = hand.isUpcard || cards.isCount(words.join(" ")) ? [] : words;
      return hands.show() && given.part() === "+" ? handCounts.laidDown(before, card) : [...before, card];
    });
    announce(handCards.nameOf(card));
  };

  const tapDigit = (digit) => {
    const hand = given.hand();
    if (!hand) return;
    change(hand, (words) => {
      const text = words.join(" ");
      const before = cards.isCount(text) ? text.replace(/^=\s*0*/, "") : "";
      announce(before + digit);
      return before.length + digit.length < 6 ? ["=" + before + digit] : words;
    });
  };

  // In rows a suit matters only for some cards: a second tap clears it.
  const tapSuit = (suit) => {
    armSuit(isTallied() && suit === state.suit ? "" : suit);
    const hand = given.hand();
    const [word = ""] = hand?.isUpcard ? hand.words : [];
    const { rank } = cards.read(word);
    if (rank && rank !== "JK") hand.write(word.replace(/[SHDCX]$/, "") + suit);
  };

  const tapPart = (sign) => {
    const hand = given.hand();
    const withSign = (all) => {
      const words = all.filter((word) => word !== cards.WHOLE);
      if (cards.isLaying(words.at(-1))) words.pop();
      return words.length ? [...words, sign] : all;
    };
    if (hand) change(hand, withSign);
    announce(hands.part(`part="${sign}"`).textContent);
  };

  const takenBack = (words) => {
    const text = words.join(" ");
    if (cards.isCount(text)) return state.mode === "count" && text.length > 2 ? [text.slice(0, -1)] : [];
    const left = words.slice(0, -1);
    if (hands.show()) return cards.isLaying(left.at(-1)) ? left.slice(0, -1) : left;
    // Keep the last sign, because without it the hand would no longer be whole.
    return cards.areLaidOut(words) && left.length && !cards.areLaidOut(left) ? [cards.WHOLE, ...left] : left;
  };

  const press = (button) => {
    const { dataset } = button;
    const { key, digit, suit, mode, part: sign } = dataset;
    if (key) tapRank(key);
    else if (sign) tapPart(sign);
    else if (digit) tapDigit(digit);
    else if (suit) tapSuit(suit);
    else if (mode) chooseMode(mode);
    else if ("back" in dataset && given.hand()) change(given.hand(), takenBack);
    else if ("keyboard" in dataset || "keysBack" in dataset) {
      setKeyboard("keyboard" in dataset && !state.keyboard);
      fold(state.keyboard);
    }
    if (given.hand() && hands.show()) handCounts.tellAce(given.hand());
  };

  const isBlank = (hand) => (hands.show() ? !hand.parts[given.part()].length : !hand.text);

  const nothing = (text) => (hands.show() ? change(given.hand(), () => []) : given.hand().write(text));

  const takeAce = (hand, ace) => {
    change(hand, (words) => handCounts.lastAceAs(words, ace));
    handCounts.tellAce(hand);
  };

  const setUp = () => {
    setMode(readMode());
    setKeyboard(state.keyboard);
  };

  return { blockOf, fold, followHand, handOf, isBlank, isByRank, isCounting, letGo, nameOf, nothing, press, removeCard, setUp, showFor, takeAce };
})();
