// The keys of the pad write cards into the field of a hand, and the mode decides which keys there are.
"use strict";

globalThis.padKeys = (() => {
  const { CARD, LAID_OUT, WHOLE, cardName, isCount, isEmpty, isLaidOut, isWhole, shows, wordsOf } = cardChips;
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

  // The keys of the ranks stand there once for each hand that is open, or for each part of it

  const blocks = () => [...pad().querySelectorAll("[data-ranks]")];

  const nameOf = (hand) => hand.querySelector("label").textContent.trim();

  const faceOf = (hand) => hand.querySelector(".face")?.cloneNode(true) ?? nameOf(hand);

  const SAY_PART = { "+": "sayShown", "/": "sayLeft" };

  const giveTo = (block, { hand, part: sign }) => {
    const word = pad().dataset[SAY_PART[sign]] ?? "";
    const whose = pad().dataset.sayKeys.replace("{name}", () => nameOf(hand));
    block.dataset.seat = hand.dataset.seat ?? "";
    block.dataset.of = sign;
    block.setAttribute("aria-label", word ? `${whose}, ${word}` : whose);
    block.querySelector("[data-whose]").replaceChildren(faceOf(hand), word);
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

  const showFor = (rows) => {
    const inParts = Boolean(rows[0]?.part);
    pad().classList.toggle("pad--two", inParts || rows.length > 1);
    pad().classList.toggle("pad--parts", inParts);
    while (blocks().length < rows.length) addBlock();
    while (blocks().length > Math.max(1, rows.length)) dropBlock();
    rows.forEach((row, place) => giveTo(blocks()[place], row));
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

  // What was put down comes first: the first card opens its first group.
  const begun = (words, sign = "+") => (shows() && !words.length ? [sign] : words);

  // Keys of one part change it alone; what is left begins with its stroke.
  const changePart = (hand, sign, change) => {
    const words = wordsOf(inputOf(hand).value);
    const stroke = words.includes("/") ? words.indexOf("/") : words.length;
    const parts = { "+": words.slice(0, stroke), "/": words.slice(stroke) };
    parts[sign] = change(parts[sign]);
    write(hand, [...parts["+"], ...parts["/"]].join(" "));
  };

  const withoutSign = (words) => (LAID_OUT.test(words.at(-1)) ? words.slice(0, -1) : words);

  const tapRank = (rank, sign) => {
    const hand = active();
    if (!hand) return;
    const text = inputOf(hand).value;
    const card = rank === "JK" ? rank : (rank === "T" ? "10" : rank) + (state.mode === "suits" ? state.suit : "");
    if (sign) changePart(hand, sign, (words) => [...begun(words.some(isCount) ? [] : words, sign), card]);
    else write(hand, isCount(text) || isUpcard(hand) ? card : [...begun(wordsOf(text)), card].join(" "));
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

  const tapPart = (sign, isOwnRow) => {
    const hand = active();
    if (isOwnRow) changePart(hand, sign, (words) => [...withoutSign(words), sign]);
    else {
      const words = hand ? withoutSign(wordsOf(inputOf(hand).value).filter((word) => word !== WHOLE)) : [];
      if (words.length || shows()) write(hand, [...words, sign].join(" "));
    }
    announce(part(`part="${sign}"`).textContent);
  };

  const tapBack = (sign) => {
    const hand = active();
    if (!hand) return;
    if (sign) {
      changePart(hand, sign, (words) => withoutSign(words.slice(0, -1)));
      return;
    }
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

  const press = (button) => {
    const { dataset } = button;
    const { key, digit, suit, mode, part: sign } = dataset;
    const row = button.closest("[data-ranks]")?.dataset.of;
    if (key) tapRank(key, row);
    else if (sign) tapPart(sign, Boolean(row));
    else if (digit) tapDigit(digit);
    else if (suit) tapSuit(suit);
    else if (mode) chooseMode(mode);
    else if ("back" in dataset) tapBack(row);
    else if ("keyboard" in dataset) setKeyboard(!state.keyboard);
  };

  const setUp = () => {
    setMode(readMode());
    setKeyboard(state.keyboard);
  };

  return { blockOf, followHand, handOf, isByRank, nameOf, press, removeCard, setUp, showFor, write };
})();
