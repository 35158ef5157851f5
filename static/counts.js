// What a hand counts, at once; the server's word comes after it. And whether anything can still be added to a hand.
"use strict";

globalThis.handCounts = (() => {
  const { isCount, isLaidOut, isWhole, partsOf, readWord, shows, wordsOf } = cardChips;
  const { withLowAces } = shownCards;
  const { form, hands, inputOf, isUpcard, pad, part } = roundForm;

  const worth = () => JSON.parse(pad().dataset.worth ?? "null");

  const sumOf = (words) => {
    const text = words.join(" ");
    if (isCount(text)) return Number(text.replace("=", ""));
    const points = words.map((word) => worth()[readWord(word).rank]);
    return points.includes(undefined) ? null : points.reduce((sum, each) => sum + each, 0);
  };

  // Nothing where only the server knows: for whole hands and groups of cards, and what is no card.
  const pointsOf = (hand) => {
    const text = inputOf(hand).value.trim();
    if (!text || isWhole(hand) || isLaidOut(wordsOf(text))) return null;
    return sumOf(wordsOf(text));
  };

  // What was put down, and what is left, each beside its cards.
  const showParts = (hand) => {
    for (const [sign, placed] of Object.entries(partsOf(wordsOf(inputOf(hand).value)))) {
      const words = sign === "+" ? withLowAces(placed.map(({ word }) => word)) : placed.map(({ word }) => word);
      part("part-count", part(`of="${sign}"`, hand)).textContent = words.length ? (sumOf(words) ?? "") : "–";
    }
  };

  const showCount = (hand) => {
    if (!worth() || isUpcard(hand)) return;
    if (shows()) showParts(hand);
    const points = pointsOf(hand);
    document.getElementById(`count-${hand.dataset.seat}`).textContent = points ?? "";
  };

  // A hand is full where no other card, or no other digit, can follow: the next player's turn comes by itself.
  const isFull = (hand) => {
    if (!worth() || isUpcard(hand) || isWhole(hand)) return false;
    const points = pointsOf(hand);
    const { most, size } = pad().dataset;
    if (points === null || points > Number(most)) return false;
    const text = inputOf(hand).value;
    return isCount(text) ? !points || points * 10 > Number(most) : wordsOf(text).length === Number(size);
  };

  // An answer that is older than what stands in the field now does not replace the count.
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id !== "preview" || !form() || !pad()) return;
    const sent = detail.requestConfig.formData;
    for (const hand of hands()) {
      const { name, value, disabled } = inputOf(hand);
      if (!disabled && (sent.get(name) ?? "") !== value) showCount(hand);
    }
  });

  // Once the form is sent, a count is out of date: it would replace what the answer says. One that is on its way is
  // given up, and none is asked for until the answer has come.
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    const counting = document.querySelector("[data-preview]");
    if (detail.elt === form() && counting) htmx.trigger(counting, "htmx:abort");
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("[data-preview]") && form().matches(".htmx-request")) event.preventDefault();
  });

  // Without an answer nothing is said of what was typed since the last one.
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail }) => {
      if (!detail.elt.matches("[data-preview]")) return;
      detail.target.replaceChildren();
      document.getElementById("standing")?.replaceChildren();
    });
  }

  return { isFull, showCount };
})();
