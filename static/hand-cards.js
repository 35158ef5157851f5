// Draws the cards of a hand in place of its text.
// Uses: cards, hands, given
"use strict";

globalThis.handCards = (() => {
  const say = (name) => hands.pad().dataset[name];

  const nameOf = (word) => {
    const { rank, suit } = cards.read(word);
    if (rank === "JK") return say("sayJoker");
    if (word === cards.NOT_OPENED) return say("sayUnopened");
    const sign = rank ? cards.signOf(rank) : word;
    return suit ? `${sign} ${hands.part(`suit="${suit}"`).dataset.said}` : sign;
  };

  const span = (className, text = "") => {
    const made = document.createElement("span");
    made.className = className;
    made.textContent = text;
    return made;
  };

  const faceOf = (word, suited) => {
    const { rank, suit } = cards.read(word);
    const card = cards.face(word);
    if (suited && rank !== "JK" && !suit) card.classList.add("playing-card--odd");
    if (rank && rank === hands.pad().dataset.wild) {
      card.classList.add("playing-card--wild");
      card.append(span("playing-card__mark", "★"));
    }
    return card;
  };

  // While a hand is being entered, a tap removes a card.
  const removable = (card, place, name) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "playing-card-button";
    button.dataset.remove = place;
    button.setAttribute("aria-label", say("sayRemove").replace("{card}", name));
    button.append(card);
    return button;
  };

  const chip = (word, place, isGiven, suited) => {
    if (hands.show() && cards.isCount(word)) return countChip(word, place, isGiven)[0] ?? "";
    const card = word === cards.NOT_OPENED ? span("badge", say("sayUnopened")) : faceOf(word, suited);
    return isGiven ? removable(card, place, nameOf(word)) : card;
  };

  // A count is one card face down. A count of 0 is empty.
  const countChip = (text, place, isGiven) => {
    const points = cards.countOf(text);
    if (!points) return [];
    const card = span("playing-card playing-card--back");
    return [isGiven ? removable(card, place, say("sayPoints").replace("{points}", points)) : card];
  };

  const group = (sign) => {
    const box = span("meld round-hand-meld playing-cards");
    box.classList.toggle("meld--loose", sign === "/");
    box.classList.toggle("round-hand-meld--off", sign === ">");
    return box;
  };

  // Each meld has a frame, and so do the unmatched cards.
  const chipsOf = (words, isGiven, inGroups = cards.areLaidOut(words.map(({ word }) => word))) => {
    const whole = !hands.show() && words.some(({ word }) => cards.isSign(word));
    const groups = inGroups && words.length ? [group("+")] : null;
    const chips = [];
    for (const { word, place } of words) {
      if (cards.isLaying(word)) groups.push(group(word));
      else if (word !== cards.WHOLE) (groups?.at(-1) ?? chips)[groups ? "append" : "push"](chip(word, place, isGiven, whole));
    }
    return groups ? groups.filter((box, place) => box.firstChild || place === groups.length - 1) : chips;
  };

  const fill = (box, chips) => {
    box.replaceChildren(...chips);
    box.hidden = !chips.length;
  };

  // The number of cards of each key in the current hand
  const countKeys = (hand) => {
    for (const key of hands.pad().querySelectorAll(".phase-keys [data-key]")) {
      const number = hand.words.filter((word) => word === key.dataset.key).length;
      key.dataset.count = number || "";
    }
  };

  const draw = (hand) => {
    if (hand === given.hand()) countKeys(hand);
    const text = hand.text.trim();
    const isGiven = given.open().includes(hand);
    if (hands.show() && !hand.isUpcard) {
      for (const [sign, words] of Object.entries(hand.parts)) {
        const isCount = hand.isTallied && cards.isCount(words.map(({ word }) => word).join(" "));
        const chips = isCount ? [] : chipsOf(words, isGiven && sign === given.part(), sign === "+");
        fill(hands.part("chips", hand.part(`of="${sign}"`)), chips);
      }
    } else if (cards.isCount(text)) fill(hand.part("chips"), countChip(text, "all", isGiven));
    else fill(hand.part("chips"), chipsOf(hand.words.map((word, place) => ({ word, place })), isGiven));
  };

  return { countKeys, draw, nameOf };
})();
