// The keys of the pad write cards into the field of a hand, and the mode decides which keys there are.
// Uses: round-form, hand-counts, memory
"use strict";

globalThis.padKeys = (() => {
  const {
    CARD,
    LAID_OUT,
    WHOLE,
    active,
    asked,
    cardName,
    form,
    hands,
    inputOf,
    isCount,
    isEmpty,
    isLaidOut,
    isUpcard,
    isWhole,
    mark,
    pad,
    part,
    partsOf,
    shows,
    wordsOf,
  } = roundForm;
  const { laidDown, lastAceAs, tellAce } = handCounts;

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

  // The keys of the ranks stand there once for each hand that is open

  const blocks = () => [...pad().querySelectorAll("[data-ranks]")];

  const nameOf = (hand) => hand.querySelector("label").textContent.trim();

  const faceOf = (hand) => hand.querySelector(".face")?.cloneNode(true) ?? nameOf(hand);

  const giveTo = (block, hand) => {
    block.dataset.seat = hand.dataset.seat ?? "";
    block.setAttribute("aria-label", pad().dataset.sayKeys.replace("{name}", () => nameOf(hand)));
    block.querySelector("[data-whose]").replaceChildren(faceOf(hand));
  };

  // All of them are one stop of the Tab key, which is in a block that stays.
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

  const showFor = (given) => {
    pad().classList.toggle("pad--two", given.length > 1);
    while (blocks().length < given.length) addBlock();
    while (blocks().length > Math.max(1, given.length)) dropBlock();
    given.forEach((hand, place) => giveTo(blocks()[place], hand));
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
    return game && "pad." + game.split(".")[0];
  };

  const readMode = () => {
    const kept = (modePlace() && memory.read(modePlace())) ?? state.chosen;
    return MODES.includes(kept) ? kept : "ranks";
  };

  const chooseMode = (mode) => {
    state.chosen = mode;
    setMode(mode);
    if (modePlace()) memory.write(modePlace(), mode);
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
    part("parts").hidden = !whole;
    pad().classList.toggle("pad--whole", whole);
    part("whole-hint")?.toggleAttribute("hidden", !whole || !isEmpty(hand));
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

  // What the keys change: of a hand in two parts the one that is asked for.
  const change = (hand, edit) => {
    const words = wordsOf(inputOf(hand).value);
    if (!shows()) {
      write(hand, edit(words).join(" "));
      return;
    }
    const { "+": shown, "/": left } = Object.fromEntries(
      Object.entries(partsOf(words)).map(([sign, placed]) => {
        const part = placed.map(({ word }) => word);
        return [sign, sign === asked() ? edit(part) : part];
      }),
    );
    write(hand, shown.length || left.length ? [...shown, "/", ...left].join(" ") : "");
  };

  const tapRank = (rank) => {
    const hand = active();
    if (!hand) return;
    const card = rank === "JK" ? rank : (rank === "T" ? "10" : rank) + (state.mode === "suits" ? state.suit : "");
    change(hand, (words) => {
      const before = isUpcard(hand) || isCount(words.join(" ")) ? [] : words;
      return shows() && asked() === "+" ? laidDown(before, card) : [...before, card];
    });
    announce(cardName(card));
  };

  const tapDigit = (digit) => {
    const hand = active();
    if (!hand) return;
    change(hand, (words) => {
      const text = words.join(" ");
      const before = isCount(text) ? text.replace(/^=\s*0*/, "") : "";
      announce(before + digit);
      return before.length < 4 ? ["=" + before + digit] : words;
    });
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

  const takenBack = (words) => {
    const text = words.join(" ");
    if (isCount(text)) return state.mode === "count" && text.length > 2 ? [text.slice(0, -1)] : [];
    const left = words.slice(0, -1);
    if (shows()) return LAID_OUT.test(left.at(-1)) ? left.slice(0, -1) : left;
    // The last sign taken back leaves the hand whole, not its cards unmatched.
    return isLaidOut(words) && left.length && !isLaidOut(left) ? [WHOLE, ...left] : left;
  };

  const press = (button) => {
    const { dataset } = button;
    const { key, digit, suit, mode, part: sign } = dataset;
    if (key) tapRank(key);
    else if (sign) tapPart(sign);
    else if (digit) tapDigit(digit);
    else if (suit) tapSuit(suit);
    else if (mode) chooseMode(mode);
    else if ("back" in dataset && active()) change(active(), takenBack);
    else if ("keyboard" in dataset) setKeyboard(!state.keyboard);
    if (active() && shows()) tellAce(active());
  };

  const isBlank = (hand) => (shows() ? !partsOf(wordsOf(inputOf(hand).value))[asked()].length : !inputOf(hand).value);

  const nothing = (text) => (shows() ? change(active(), () => []) : write(active(), text));

  const takeAce = (hand, ace) => {
    change(hand, (words) => lastAceAs(words, ace));
    tellAce(hand);
  };

  const setUp = () => {
    setMode(readMode());
    setKeyboard(state.keyboard);
  };

  return { blockOf, followHand, handOf, isBlank, isByRank, nameOf, nothing, press, removeCard, setUp, showFor, takeAce, write };
})();
