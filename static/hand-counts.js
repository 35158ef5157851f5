// Shows the count of a hand at once; the server confirms it later. Groups cards as they are put down, and shows how an
// ace counts.
// Uses: cards, hands, given, swaps, tally, htmx-2.0.11.min
"use strict";

globalThis.handCounts = (() => {
  const BETWEEN = "+"; // between two groups
  const ACE = "A";
  const LOW_ACE = "A1";
  const PLACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
  const HIGH_ACE = PLACES.length;

  const groupsOf = (words) =>
    words
      .join(" ")
      .split(BETWEEN)
      .map((group) => group.split(" ").filter(Boolean))
      .filter((group) => group.length);

  const flat = (groups) => groups.map((group) => group.join(" ")).join(` ${BETWEEN} `).split(" ");

  // Runs and sets, perhaps with jokers. An ace is below the two, above the king, or one is at each end.

  const wilds = () => hands.pad().dataset.wilds?.split(" ") ?? ["JK"];

  const naturalsOf = (group) => group.map(cards.read).filter(({ rank }) => !wilds().includes(rank));

  const longestRun = () => Number(hands.pad().dataset.longestRun);

  // Checks for a run if its unmarked aces have these places.
  const isRun = (group, ...aces) => {
    const naturals = naturalsOf(group);
    const places = naturals.map(({ rank }) => (rank === ACE ? aces.shift() : PLACES.indexOf(rank === LOW_ACE ? ACE : rank)));
    const suits = new Set(naturals.map(({ suit }) => suit).filter(Boolean));
    const span = Math.max(...places) - Math.min(...places);
    const isInARow = new Set(places).size === places.length && span < group.length && group.length <= longestRun();
    return isInARow && suits.size < 2;
  };

  const isSet = (group) => new Set(naturalsOf(group).map(({ rank }) => rank)).size < 2;

  const isPair = (group) => naturalsOf(group).length === 2 && isSet(group);

  const areSets = () => "sets" in hands.pad().dataset;

  const isMeld = (group) => isSet(group) || (!areSets() && (isRun(group, 0, HIGH_ACE) || isRun(group, HIGH_ACE)));

  // A card joins the last group if they make a set or a run. Two cards of a run wait for a third one, which could
  // instead make a set with the second.
  const laidDown = (words, card) => {
    if (words.at(-1) === BETWEEN) return [...words, card];
    const groups = groupsOf(words);
    const last = groups.at(-1) ?? [];
    const joined = [...last, card];
    if (joined.length > 2 ? isMeld(joined) : isPair(joined)) return flat([...groups.slice(0, -1), joined]);
    const short = [];
    while (groups.length && groups.at(-1).length < 3 && short.length < 2) short.unshift(...groups.pop());
    const meld = [...short.slice(-2), card];
    if (meld.length > 2 && isMeld(meld)) return flat([...groups, short.slice(0, -2), meld].filter((group) => group.length));
    return flat([...groupsOf(words), [card]]);
  };

  const isAce = (word) => cards.read(word).rank === ACE;

  // The index of the ace that counts low in a run; -1 without one.
  const lowAce = (group) => {
    if (group.length < 2 || !isRun(group, 0, HIGH_ACE)) return -1;
    return isAce(group[0]) ? 0 : group.map(isAce).lastIndexOf(true);
  };

  const withLowAces = (words) =>
    groupsOf(words).flatMap((group) => group.map((word, place) => (place === lowAce(group) ? LOW_ACE : word)));

  // The kind of ace (high or low) that was put down last, or null for another card.
  const lastAce = (hand) => {
    const shown = hand.parts[BETWEEN].map(({ word }) => word);
    const group = groupsOf(shown).at(-1) ?? [];
    const { rank } = cards.read(group.at(-1) ?? "");
    if (rank === ACE && lowAce(group) === group.length - 1) return LOW_ACE;
    return [ACE, LOW_ACE].includes(rank) ? rank : null;
  };

  const tellAce = (hand, isTold = true) => {
    const words = hand.part("ace-words");
    if (!words) return;
    const counts = isTold && given.part() === BETWEEN ? lastAce(hand) : null;
    words.hidden = !counts;
    for (const choice of words.querySelectorAll("[data-counts]")) choice.hidden = choice.dataset.counts !== counts;
  };

  const lastAceAs = (words, ace) => {
    const suit = cards.read(words.at(-1)).suit;
    return flat([...groupsOf(words.slice(0, -1)), [ace + suit]]);
  };

  const worth = () => JSON.parse(hands.pad().dataset.worth ?? "null");

  const sumOf = (words) => {
    const text = words.join(" ");
    if (cards.isCount(text)) return cards.countOf(text);
    const points = words.map((word) => worth()[cards.read(word).rank]);
    return points.includes(undefined) ? null : points.reduce((sum, point) => sum + point, 0);
  };

  // `null` if only the server knows: whole hands, melds, and words that are not cards.
  const pointsOf = (hand) => {
    const text = hand.text.trim();
    if (hand.instead) return Number(hand.instead.dataset.points);
    if (!text || hand.isWhole || cards.areLaidOut(hand.words)) return null;
    return sumOf(hand.words);
  };

  // Shows the counts of cards put down and cards left, each beside its cards.
  const showParts = (hand) => {
    if (!worth() || hand.isUpcard || !hands.show()) return;
    for (const [sign, placed] of Object.entries(hand.parts)) {
      const all = placed.map(({ word }) => word);
      const words = sign === "+" && "A1" in worth() ? withLowAces(all) : all.filter((word) => word !== BETWEEN);
      const box = hand.part(`of="${sign}"`);
      if (hand.isTallied) tally.count(box, (sumOf(words) ?? 0) * (sign === "+" ? 1 : -1));
      else hands.part("part-count", box).textContent = words.length ? (sumOf(words) ?? "") : "–";
    }
    if (hand.isTallied) tally.follow(hand);
  };

  const showCount = (hand) => {
    if (!worth() || hand.isUpcard) return;
    showParts(hand);
    if (hand.isTallied) return;
    const points = pointsOf(hand);
    document.getElementById(`count-${hand.seat}`).textContent = points ?? "";
  };

  // True if no card or digit can follow, so that the next hand opens automatically.
  const isFull = (hand) => {
    if (!worth() || hand.isUpcard || hand.isWhole) return false;
    const points = pointsOf(hand);
    const { most, size } = hands.pad().dataset;
    if (points === null || points > Number(most)) return false;
    const { text } = hand;
    return cards.isCount(text) ? !points || points * 10 > Number(most) : hand.words.length === Number(size);
  };

  // An answer about an older text must not replace the count.
  swaps.after("count", ({ requestConfig }) => {
    if (!hands.form() || !hands.pad()) return;
    const sent = requestConfig.formData;
    const textOf = (field) => (field.type !== "checkbox" || field.checked ? field.value : "");
    const isAsked = (field) => !field.disabled && (field.type !== "radio" || field.checked);
    const isChanged = (field) => isAsked(field) && (sent.get(field.name) ?? "") !== textOf(field);
    for (const hand of hands.all()) {
      const fields = hand.isTallied ? [...hand.box.querySelectorAll("input")] : [hand.input];
      if (fields.some(isChanged)) showCount(hand);
      else if (hand.isTallied) tally.take(hand);
    }
  });

  // While the form is being sent, no count is requested and a running request is aborted: it would replace the answer.
  document.addEventListener("htmx:beforeSend", ({ detail }) => {
    const counting = document.querySelector("[data-preview]");
    if (detail.elt === hands.form() && counting) htmx.trigger(counting, "htmx:abort");
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches("[data-preview]") && hands.form().matches(".htmx-request")) event.preventDefault();
  });

  // Without an answer, the old preview would be wrong.
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail }) => {
      if (!detail.elt.matches("[data-preview]")) return;
      detail.target.replaceChildren();
      document.getElementById("standing")?.replaceChildren();
    });
  }

  return { isFull, laidDown, lastAceAs, showCount, showParts, tellAce };
})();
