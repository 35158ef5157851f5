// The keys of the pad write cards into the field of a hand, and the mode decides which keys there are.
"use strict";

globalThis.padKeys = (() => {
  const { CARD, LAID_OUT, WHOLE, cardName, isCount, isLaidOut, isWhole, wordsOf } = cardChips;
  const { active, form, hands, inputOf, isUpcard, mark, pad, part } = roundForm;

  const state = { mode: "ranks", chosen: "ranks", suit: "", keyboard: false };

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

  // Modes

  const armSuit = (suit) => {
    state.suit = suit;
    for (const key of pad().querySelectorAll("[data-suit]")) key.setAttribute("aria-pressed", key.dataset.suit === suit);
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
    for (const key of pad().querySelectorAll("[data-nothing]")) key.disabled = suited;
    part("modes").hidden = whole;
    part("parts").hidden = !whole;
    if (suited) setMode("suits");
    else if (state.suited) setMode(readMode());
    state.suited = suited;
  };

  const setKeyboard = (on) => {
    state.keyboard = on;
    part("keyboard").setAttribute("aria-pressed", on);
    mark("typed", on);
    for (const hand of hands()) inputOf(hand).inputMode = on ? "text" : "none";
    if (on && active()) inputOf(active()).focus({ preventScroll: true });
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

  const press = ({ dataset }) => {
    const { key, digit, suit, mode, part: sign } = dataset;
    if (key) tapRank(key);
    else if (sign) tapPart(sign);
    else if (digit) tapDigit(digit);
    else if (suit) tapSuit(suit);
    else if (mode) chooseMode(mode);
    else if ("back" in dataset) tapBack();
    else if ("keyboard" in dataset) setKeyboard(!state.keyboard);
  };

  const setUp = () => {
    setMode(readMode());
    setKeyboard(state.keyboard);
  };

  return { followHand, press, removeCard, setUp, write };
})();
