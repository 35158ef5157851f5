// The keys of the pad write cards into the field of a hand, and the mode decides which keys there are.
"use strict";

globalThis.padKeys = (() => {
  const { CARD, LAID_OUT, WHOLE, cardName, isCount, isLaidOut, isWhole, shows, wordsOf } = cardChips;
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

  // The keys of the ranks stand there once, or a second time for another hand

  const blocks = () => [...pad().querySelectorAll("[data-ranks]")];

  const nameOf = (hand) => hand.querySelector("label").textContent.trim();

  const faceOf = (hand) => hand.querySelector(".face")?.cloneNode(true) ?? nameOf(hand);

  const giveTo = (block, hand) => {
    block.dataset.seat = hand.dataset.seat ?? "";
    block.setAttribute("aria-label", pad().dataset.sayKeys.replace("{name}", () => nameOf(hand)));
    block.querySelector("[data-whose]").replaceChildren(faceOf(hand));
  };

  // Both are one stop of the Tab key, which is in the block that stays.
  const stopIn = (block) => block.querySelector('[tabindex="0"]');

  const addBlock = (first) => {
    const second = first.cloneNode(true);
    if (stopIn(second)) stopIn(second).tabIndex = -1;
    first.after(second);
  };

  const dropBlock = (first, second) => {
    if (stopIn(second)) first.querySelector("[data-key]").tabIndex = 0;
    second.remove();
  };

  const showFor = (open) => {
    const [first, second] = blocks();
    pad().classList.toggle("pad--two", open.length > 1);
    if (open.length > 1 && !second) addBlock(first);
    else if (open.length < 2 && second) dropBlock(first, second);
    open.forEach((hand, place) => giveTo(blocks()[place], hand));
  };

  const blockOf = (hand) => blocks().find(({ dataset }) => dataset.seat === (hand.dataset.seat ?? ""));

  // The hand that a key is for
  const handOf = (key) => {
    const seat = key.closest("[data-ranks]")?.dataset.seat;
    return (seat && hands().find((hand) => hand.dataset.seat === seat)) || active();
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
    for (const block of blocks()) block.hidden = mode === "count";
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

  // A whole hand needs its suits, and has parts instead of other ways to count it; so does a hand that is asked about,
  // without parts. Returns whether the keys changed.
  const followHand = () => {
    const hand = active();
    const whole = Boolean(hand) && isWhole(hand);
    const isAsked = Boolean(hand) && "suited" in hand.dataset;
    const suited = isAsked || (Boolean(hand) && (whole || isUpcard(hand)));
    for (const key of pad().querySelectorAll("[data-nothing]")) key.disabled = suited;
    part("modes").hidden = whole || isAsked;
    part("parts").hidden = !whole && !shows();
    const { mode } = state;
    if (suited) setMode("suits");
    else if (state.suited) setMode(readMode());
    state.suited = suited;
    return mode !== state.mode;
  };

  const isByRank = () => state.mode === "ranks";

  const setKeyboard = (on) => {
    state.keyboard = on;
    part("keyboard").setAttribute("aria-pressed", on);
    mark("typed", on);
    for (const hand of hands()) inputOf(hand).inputMode = on ? "text" : "none";
    if (on && active()) inputOf(active()).focus({ preventScroll: true });
  };

  // Keys

  // What was put down comes first: the first card opens its first group.
  const begun = (words) => (shows() && !words.length ? ["+"] : words);

  const tapRank = (rank) => {
    const hand = active();
    if (!hand) return;
    const text = inputOf(hand).value;
    const card = rank === "JK" ? rank : (rank === "T" ? "10" : rank) + (state.mode === "suits" ? state.suit : "");
    write(hand, isCount(text) || isUpcard(hand) ? card : [...begun(wordsOf(text)), card].join(" "));
    announce(cardName(card));
  };

  const tapDigit = (digit) => {
    const hand = active();
    if (!hand) return;
    const words = begun(wordsOf(inputOf(hand).value));
    const at = words.findLastIndex((word) => LAID_OUT.test(word)) + 1;
    const text = words.slice(at).join(" ");
    const before = isCount(text) ? text.replace(/^=\s*0*/, "") : "";
    if (before.length < 4) write(hand, [...words.slice(0, at), "=" + before + digit].join(" "));
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
    if (words.length || shows()) write(hand, [...words, sign].join(" "));
    announce(part(`part="${sign}"`).textContent);
  };

  const tapBack = () => {
    const hand = active();
    if (!hand) return;
    const text = inputOf(hand).value.trim();
    const words = wordsOf(text);
    const last = words.at(-1) ?? "";
    if (isCount(text) || (shows() && isCount(last)))
      write(hand, state.mode === "count" && last.length > 2 ? text.slice(0, -1) : words.slice(0, -1).join(" "));
    else {
      const left = words.slice(0, -1);
      // The last sign taken back leaves the hand whole, not its cards unmatched.
      if (!shows() && isLaidOut(words) && left.length && !isLaidOut(left)) left.unshift(WHOLE);
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

  return { blockOf, followHand, handOf, isByRank, nameOf, press, removeCard, setUp, showFor, write };
})();
