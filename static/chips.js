// What stands in a hand's text field, read as cards and drawn as chips; the key pad builds on it.
"use strict";

globalThis.cardChips = (() => {
  const { inputOf, pad, part } = roundForm;

  const COUNT = /^=\s*-?\d+$|^(?:0|1|1[1-9]|[2-9]\d|\d{3,})$/;
  const CARD = /^(10|[2-9ATJQK])([SHDC]?)$/;
  const JOKER = /^(?:JK|JOKER)$/;
  const WHOLE = "*"; // opens a hand that is given whole
  const LAID_OUT = /^[+/>]$/; // before a meld, before what is unmatched, before what was laid off
  const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

  // Texts and cards

  const isCount = (text) => COUNT.test(text.trim());

  const wordsOf = (text) =>
    text
      .toUpperCase()
      .replace(/[♠♥♦♣]\uFE0E?\uFE0F?/g, (sign) => SIGNS[sign[0]])
      .replace(/[*+/|>]/g, (sign) => ` ${sign === "|" ? "+" : sign} `)
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((word) => word.replace(/^T/, "10"));

  const isSign = (word) => word === WHOLE || LAID_OUT.test(word);
  const isLaidOut = (words) => words.some((word) => LAID_OUT.test(word));
  const isWhole = (hand) => wordsOf(inputOf(hand).value).some(isSign);
  const isEmpty = (hand) => wordsOf(inputOf(hand).value).every(isSign);

  const cardName = (word) => {
    if (JOKER.test(word)) return pad().dataset.sayJoker;
    const [, rank, suit] = CARD.exec(word) ?? [null, word, ""];
    return suit ? `${rank} ${part(`suit="${suit}"`).getAttribute("aria-label")}` : rank;
  };

  // Chips

  const chip = (word, place, suited = false) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "round-card";
    button.dataset.remove = place;
    button.setAttribute("aria-label", pad().dataset.sayRemove.replace("{card}", cardName(word)));
    const [, rank, suit] = CARD.exec(word) ?? [null, JOKER.test(word) ? "JK" : null, ""];
    if (!rank || (suited && !suit && rank !== "JK")) button.classList.add("round-card--odd");
    if (rank === "JK") button.append(part('key="JK"').querySelector("svg").cloneNode(true));
    else button.append(rank ?? word);
    if (suit) {
      button.classList.add(`suit-${suit}`);
      button.append(part(`suit="${suit}"`).querySelector("svg").cloneNode(true));
    }
    return button;
  };

  const countChip = (text) => {
    const button = chip(text, "all");
    const said = pad().dataset.sayPoints.replace("{points}", text.replace("=", ""));
    button.classList.remove("round-card--odd");
    button.textContent = said;
    button.setAttribute("aria-label", pad().dataset.sayRemove.replace("{card}", said));
    return button;
  };

  const group = (sign) => {
    const box = document.createElement("span");
    box.className = "round-meld";
    box.classList.toggle("round-meld--loose", sign === "/");
    box.classList.toggle("round-meld--off", sign === ">");
    return box;
  };

  // Melds that are laid out stand in a frame each, what is unmatched in one of its own.
  const chipsOf = (words) => {
    const whole = words.some(isSign);
    const groups = isLaidOut(words) ? [group("+")] : null;
    const chips = [];
    words.forEach((word, place) => {
      if (LAID_OUT.test(word)) groups.push(group(word));
      else if (word !== WHOLE) (groups?.at(-1) ?? chips)[groups ? "append" : "push"](chip(word, place, whole));
    });
    return groups ? groups.filter((each, place) => each.firstChild || place === groups.length - 1) : chips;
  };

  const drawChips = (hand) => {
    const box = hand.querySelector("[data-chips]");
    const text = inputOf(hand).value.trim();
    const words = wordsOf(text);
    box.replaceChildren(...(isCount(text) ? [countChip(text)] : chipsOf(words)));
    box.hidden = words.every((word) => word === WHOLE);
  };

  return { CARD, LAID_OUT, WHOLE, cardName, drawChips, isCount, isEmpty, isLaidOut, isWhole, wordsOf };
})();
