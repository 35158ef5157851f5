// Cards: parses and draws each word of a typed hand.
// Uses: numbers
"use strict";

globalThis.cards = (() => {
  const CARD = /^(10|A1|[2-9ATJQK])([SHDCX]?)$/; // A1 is an ace below a two
  const AS_COUNT = /^=\s*/; // before a number that is not a card
  const JOKER = /^(?:JK|JOKER)$/;
  const WHOLE = "*"; // begins a whole hand
  const NOT_OPENED = "!"; // begins the hand of a player who has not opened
  const LAID_OUT = /^[+/>]$/; // before a meld, unmatched cards, laid-off cards
  const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "X", "☆": "X", "⭐": "X", "*": "X" };

  // The pieces of games without playing cards, in their written form
  const own = () => document.querySelector("[data-own]")?.dataset.own.split(" ");

  const faces = () => document.querySelector("[data-card-faces]");
  const faceOf = (suit) => faces()?.content.querySelector(`[data-face="${suit}"]`);

  // Only some games have stars.
  const matched = (word) => {
    if (own()) return own().includes(word) ? [word, word, ""] : null;
    const found = CARD.exec(word);
    return found?.[2] === "X" && !faceOf("X") ? null : found;
  };

  // A number is a count unless it is a card or a tile.
  const isCount = (text) => countOf(text) !== null && !matched(text.trim());

  const countOf = (text) => numbers.read(text.trim().replace(AS_COUNT, ""));

  const signs = () => JSON.parse(faces().dataset.signs);
  const signOf = (rank) => signs()[rank] ?? rank.replace("-", "–");

  // Translates local letters, such as R for the king or O for coins, to those of the rules.
  const suitLetters = () => JSON.parse(faces().dataset.suits ?? "{}");

  const ruleLetter = (letter) => Object.entries(signs()).find(([, sign]) => sign === letter)?.[0] ?? letter;

  const words = (text) =>
    text
      .toUpperCase()
      .replace(/[♠♥♦♣★☆⭐]\uFE0E?\uFE0F?|(?<=[\dA-Z])\*/g, (sign) => SIGNS[sign[0]])
      .replace(/[!*+/|>]/g, (sign) => ` ${sign === "|" ? "+" : sign} `)
      .split(/\s+|,+(?!\d{3}(?!\d))/)
      .filter(Boolean)
      .map((word) => word.replace(/(?<=^(?:10|[^!*+/>]))[A-Z]$/, (letter) => suitLetters()[letter] ?? letter))
      .map((word) => word.replace(/^\p{L}(?=[SHDCX]?$)/u, ruleLetter).replace(/^T/, "10"));

  const isLaying = (word) => LAID_OUT.test(word);
  const isSign = (word) => word === WHOLE || isLaying(word);
  const areLaidOut = (all) => all.some(isLaying);

  // The rank by its letter in the rules, and the suit. The rank is empty if the word is not a card.
  const read = (word) => {
    if (JOKER.test(word)) return { rank: "JK", suit: "" };
    const [, rank, suit] = matched(word) ?? [null, "", ""];
    return { rank: rank === "10" && !own() ? "T" : rank, suit };
  };

  const face = (word) => {
    const { rank, suit } = read(word);
    const card = faceOf(rank === "JK" ? rank : suit || "plain").cloneNode(true);
    if (rank !== "JK") card.querySelector(".playing-card__rank").textContent = rank ? signOf(rank) : word;
    card.classList.toggle("playing-card--odd", !rank);
    return card;
  };

  return { NOT_OPENED, WHOLE, areLaidOut, countOf, face, isCount, isLaying, isSign, read, signOf, words };
})();
