// The round form that the key pad fills in: its hands, what stands in the text field of each, read as cards and laid there as
// cards, and the pad itself.
// Uses: turns
"use strict";

globalThis.roundForm = (() => {
  const form = () => document.querySelector("form[data-game], form[data-desk]");
  const pad = () => document.querySelector("[data-pad]");
  const part = (name, root = pad()) => root.querySelector(`[data-${name}]`);
  const hands = () => [...form().querySelectorAll("[data-hand]")];

  const inputOf = (hand) => hand.querySelector("input");
  const isUpcard = (hand) => "upcard" in hand.dataset;

  // Which hand is being given, as long as the form is there: one that takes its place begins anew.
  let given = { form: null, turn: turns.NOBODY };
  const turn = () => (given.form === form() ? given.turn : turns.leave(given.turn));
  const setTurn = (next) => {
    given = { form: form(), turn: next };
  };

  const seatOf = (hand) => hand.dataset.seat ?? "upcard";
  const active = () => hands().find((hand) => seatOf(hand) === turn().at) ?? null;
  const open = () => hands().filter((hand) => turn().open.includes(seatOf(hand))); // whose keys are there
  const asked = () => turn().part; // what was put down: “+”, or what is left: “/”

  // On the document, for htmx gives a form that is replaced its old classes back.
  const mark = (name, isOn) => document.documentElement.classList.toggle(`round--${name}`, isOn);

  const dock = () => pad().closest(".pad-dock");

  // What is open lies between the top of the screen and the pad, with a little of the hand after it; where
  // two hands have no room there, the one that is being given does.
  const keepInSight = () => {
    const foot = dock().getBoundingClientRect().top - 8;
    const from = (hand) => hand.getBoundingClientRect().top;
    const { bottom } = open().at(-1).getBoundingClientRect();
    const first = from(open()[0]) < bottom - foot ? active() : open()[0];
    if (bottom > foot) window.scrollBy({ top: Math.min(bottom - foot, from(first) - 8) });
    else if (from(first) < 0) window.scrollBy({ top: from(first) - 8 });
  };

  // A line more above the keys, such as how the round stands, covers as much of the hands, and of what has the focus.
  const grown = new ResizeObserver(([{ target }]) => {
    document.documentElement.style.scrollPaddingBottom = target.isConnected ? `${target.offsetHeight + 8}px` : "";
    if (form() && active()) keepInSight();
  });

  const watchDock = () => {
    grown.disconnect();
    grown.observe(dock());
  };

  const CARD = /^(10|A1|[2-9ATJQK])([SHDC]?)$/; // A1 is an ace laid off below a two
  const TILE = /^(1[0-3]?|[2-9])()$/; // has no suit
  const COUNT = /^=\s*-?\d+$|^\d+$/;
  const JOKER = /^(?:JK|JOKER)$/;
  const WHOLE = "*"; // opens a hand that is given whole
  const NOT_OPENED = "!"; // opens the hand of a player who never did
  const LAID_OUT = /^[+/>]$/; // before a meld, before what is unmatched, before what was laid off
  const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

  // Texts and cards

  const areTiles = () => "tiles" in pad().dataset;
  const matched = (word) => (areTiles() ? TILE : CARD).exec(word);

  // A number alone is a count if it is on no card and no tile.
  const isCount = (text) => COUNT.test(text.trim()) && !matched(text.trim());

  const faces = () => document.querySelector("[data-card-faces]");
  const signs = () => JSON.parse(faces().dataset.signs);
  const signOf = (rank) => signs()[rank] ?? rank;

  // Letters that stand on the cards, such as R for the king, are read as those that the rules have for them.
  const ruleLetter = (letter) => Object.entries(signs()).find(([, sign]) => sign === letter)?.[0] ?? letter;

  const wordsOf = (text) =>
    text
      .toUpperCase()
      .replace(/[♠♥♦♣]\uFE0E?\uFE0F?/g, (sign) => SIGNS[sign[0]])
      .replace(/[!*+/|>]/g, (sign) => ` ${sign === "|" ? "+" : sign} `)
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((word) => word.replace(/^\p{L}(?=[SHDC]?$)/u, ruleLetter).replace(/^T/, "10"));

  const isSign = (word) => word === WHOLE || LAID_OUT.test(word);
  const isLaidOut = (words) => words.some((word) => LAID_OUT.test(word));

  // Where it counts what was put down, the signs tell that from what is left, and no hand is whole.
  const shows = () => "shows" in pad().dataset;
  const isWhole = (hand) => !shows() && wordsOf(inputOf(hand).value).some(isSign);
  const isEmpty = (hand) => wordsOf(inputOf(hand).value).every(isSign);

  // The rank by the letter that the rules have for it, and the suit; no rank where it is no card.
  const readWord = (word) => {
    if (JOKER.test(word)) return { rank: "JK", suit: "" };
    const [, rank, suit] = matched(word) ?? [null, "", ""];
    return { rank: rank === "10" && !areTiles() ? "T" : rank, suit };
  };

  const cardName = (word) => {
    const { rank, suit } = readWord(word);
    if (rank === "JK") return pad().dataset.sayJoker;
    if (word === NOT_OPENED) return pad().dataset.sayUnopened;
    const sign = rank ? signOf(rank) : word;
    return suit ? `${sign} ${part(`suit="${suit}"`).dataset.said}` : sign;
  };

  // Cards

  const wildMark = (card) => {
    const mark = document.createElement("span");
    card.classList.add("playing-card--wild");
    mark.className = "playing-card__mark";
    mark.textContent = "★";
    return mark;
  };

  const cardFace = (word, suited) => {
    const { rank, suit } = readWord(word);
    const face = rank === "JK" ? "JK" : suit || "plain";
    const card = faces().content.querySelector(`[data-face="${face}"]`).cloneNode(true);
    if (rank !== "JK") card.querySelector(".playing-card__rank").textContent = rank ? signOf(rank) : word;
    card.classList.toggle("playing-card--odd", !rank || (suited && face === "plain"));
    if (rank && rank === pad().dataset.wild) card.append(wildMark(card));
    return card;
  };

  // While a hand is being given, a tap takes a card back.
  const removable = (card, place, name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "playing-card-button";
    button.dataset.remove = place;
    button.setAttribute("aria-label", pad().dataset.sayRemove.replace("{card}", name));
    button.append(card);
    return button;
  };

  const unopenedMark = () => {
    const mark = document.createElement("span");
    mark.className = "badge";
    mark.textContent = pad().dataset.sayUnopened;
    return mark;
  };

  const chip = (word, place, isGiven, suited) => {
    if (shows() && isCount(word)) return countChip(word, place, isGiven)[0] ?? "";
    const card = word === NOT_OPENED ? unopenedMark() : cardFace(word, suited);
    return isGiven ? removable(card, place, cardName(word)) : card;
  };

  // Cards of which only the sum is known lie face down; nothing lies there for nothing.
  const countChip = (text, place, isGiven) => {
    const points = Number(text.replace("=", ""));
    if (!points) return [];
    const card = document.createElement("span");
    card.className = "playing-card playing-card--back";
    return [isGiven ? removable(card, place, pad().dataset.sayPoints.replace("{points}", points)) : card];
  };

  const group = (sign) => {
    const box = document.createElement("span");
    box.className = "meld round-hand-meld playing-cards";
    box.classList.toggle("meld--loose", sign === "/");
    box.classList.toggle("round-hand-meld--off", sign === ">");
    return box;
  };

  const placed = (words) => words.map((word, place) => ({ word, place }));

  // Melds that are laid out stand in a frame each, what is unmatched in one of its own.
  const chipsOf = (words, isGiven, inGroups = isLaidOut(words.map(({ word }) => word))) => {
    const whole = !shows() && words.some(({ word }) => isSign(word));
    const groups = inGroups && words.length ? [group("+")] : null;
    const chips = [];
    for (const { word, place } of words) {
      if (LAID_OUT.test(word)) groups.push(group(word));
      else if (word !== WHOLE) (groups?.at(-1) ?? chips)[groups ? "append" : "push"](chip(word, place, isGiven, whole));
    }
    return groups ? groups.filter((each, place) => each.firstChild || place === groups.length - 1) : chips;
  };

  // What was put down and what is left, each card with its place in the text: a stroke stands between them.
  const partsOf = (words) => {
    const stroke = words.indexOf("/");
    const end = stroke < 0 && words.includes("+") ? words.length : Math.max(stroke, 0);
    const all = placed(words);
    return { "+": all.slice(0, end), "/": all.slice(end).filter(({ word }) => word !== "/") };
  };

  const draw = (box, chips) => {
    box.replaceChildren(...chips);
    box.hidden = !chips.length;
  };

  const drawChips = (hand) => {
    const text = inputOf(hand).value.trim();
    const isGiven = open().includes(hand);
    const box = (root) => root.querySelector("[data-chips]");
    if (shows() && !isUpcard(hand)) {
      for (const [sign, words] of Object.entries(partsOf(wordsOf(text))))
        draw(box(part(`of="${sign}"`, hand)), chipsOf(words, isGiven && sign === asked(), sign === "+"));
    } else draw(box(hand), isCount(text) ? countChip(text, "all", isGiven) : chipsOf(placed(wordsOf(text)), isGiven));
  };

  return {
    CARD,
    LAID_OUT,
    WHOLE,
    active,
    asked,
    cardName,
    drawChips,
    form,
    hands,
    inputOf,
    isCount,
    isEmpty,
    isLaidOut,
    isUpcard,
    isWhole,
    keepInSight,
    mark,
    open,
    pad,
    part,
    partsOf,
    readWord,
    shows,
    watchDock,
    seatOf,
    setTurn,
    turn,
    wordsOf,
  };
})();
