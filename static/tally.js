// Owns the rows of a hand: the points at the right of each, and their sum at the top. The browser counts at once. The
// server corrects facts that the browser does not know, such as red threes lost without a meld.
// Uses: cards, hands, ending, numbers
"use strict";

globalThis.tally = (() => {
  const rowOf = (element) => element.closest("[data-row]");
  const pointsIn = (row) => hands.part("points", row);
  const fieldsOf = (hand) => [...hand.box.querySelectorAll("[data-each]")];

  const print = (points) => points.toLocaleString(document.documentElement.lang).replace("-", "−");

  const count = (row, points) => {
    const output = pointsIn(row);
    output.dataset.points = points;
    output.textContent = points ? print(points) : "–";
  };

  const numberIn = (field) => (field.type === "checkbox" ? Number(field.checked) : numbers.read(field.value) ?? 0);

  // The number that the server counted for this page. Empty if it counted nothing.
  const toldOf = (field) => {
    if (!("counted" in pointsIn(rowOf(field)).dataset)) return "";
    const told = field.type === "checkbox" ? field.defaultChecked : numbers.read(field.defaultValue) ?? 0;
    return String(Number(told));
  };

  // A single price is per piece. Several prices are for one, two and more pieces together.
  const worthOf = (field) => {
    const prices = field.dataset.each.split(" ").map(Number);
    const number = numberIn(field);
    if (prices.length === 1) return number * prices[0];
    return number > 0 ? prices[Math.min(number, prices.length) - 1] : 0;
  };

  // Rows of choices, each with its price.
  const choicesIn = (row) => [...row.querySelectorAll("[data-price]")];
  const rowsOfChoices = (hand) => [...hand.box.querySelectorAll("[data-row]:has([data-price])")];
  const chosenIn = (row) => choicesIn(row).filter(({ checked }) => checked);
  const keyOf = (row) => chosenIn(row).map(({ value }) => value).join();
  const toldIn = (row) =>
    choicesIn(row).filter(({ defaultChecked }) => defaultChecked).map(({ value }) => value).join();

  const followChoices = (row, isKnown) => {
    const isFound = isKnown && "found" in row.dataset;
    for (const choice of choicesIn(row)) {
      if (isFound) choice.checked = false;
      choice.disabled = isFound;
    }
    const told = "counted" in pointsIn(row).dataset ? toldIn(row) : "";
    if (isFound || (row.dataset.chosen ?? told) === keyOf(row)) return;
    row.dataset.chosen = keyOf(row);
    count(row, chosenIn(row).reduce((sum, { dataset }) => sum + Number(dataset.price), 0));
  };

  // Touchable cards: the number decides how many are pressed.
  const touchable = (field) => [...rowOf(field).querySelectorAll("[data-touch]")];
  const lay = (card, isPressed) => card.setAttribute("aria-pressed", isPressed);
  const isPressed = (card) => card.getAttribute("aria-pressed") === "true";

  const pressAll = (field) => {
    const all = touchable(field);
    if (all.filter(isPressed).length === numberIn(field)) return;
    all.forEach((card, place) => lay(card, place < numberIn(field)));
  };

  // If melds are entered as cards, their canastas are found and need no entry.
  const areMeldsKnown = (hand) => {
    const words = hand.parts["+"].map(({ word }) => word);
    return words.length > 0 && !cards.isCount(words.join(" "));
  };

  const follow = (hand) => {
    const isKnown = areMeldsKnown(hand);
    for (const field of fieldsOf(hand)) {
      const row = rowOf(field);
      const isFound = isKnown && "found" in row.dataset;
      if (isFound) field.value = "";
      field.readOnly = isFound;
      field.placeholder = (isFound && pointsIn(row).dataset.found) || "0";
      for (const step of row.querySelectorAll("[data-step]")) step.disabled = isFound;
      pressAll(field);
      const number = String(numberIn(field));
      if (isFound || (row.dataset.number ?? toldOf(field)) === number) continue;
      row.dataset.number = number;
      count(row, worthOf(field));
    }
    for (const row of rowsOfChoices(hand)) followChoices(row, isKnown);
    sum(hand);
  };

  // If one number stands for all, nothing else counts.
  const counting = (hand) => {
    const all = fieldsOf(hand).find((field) => "all" in field.dataset && field.value);
    return all ? [rowOf(all)] : [...hand.box.querySelectorAll("[data-row]:not([hidden])")];
  };

  const sum = (hand) => {
    const points = counting(hand).reduce((all, row) => all + Number(pointsIn(row).dataset.points), 0);
    const output = document.getElementById(`count-${hand.seat}`);
    output.textContent = points ? (points > 0 ? "+" : "") + print(points) : "–";
  };

  // The server’s answer covers only the numbers entered so far.
  const take = (hand) => {
    for (const field of fieldsOf(hand)) rowOf(field).dataset.number = numberIn(field);
    for (const row of rowsOfChoices(hand)) row.dataset.chosen = keyOf(row);
    follow(hand);
  };

  // The rows of one hand are in front of the others.
  const bring = (hand, isInFront) => {
    hand.box.toggleAttribute("data-front", isInFront);
    hands.part("turn", hand.box).setAttribute("aria-pressed", isInFront);
  };

  const write = (field, text) => {
    field.value = text || "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  // Keys write into the number of the lit row. A card key moves to the cards instead.
  const press = ({ digit, back, key, then }) => {
    const field = document.activeElement;
    if (!field.matches("[data-tally] [data-each]:not([type=checkbox])")) return false;
    const isAll = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const text = isAll ? "" : field.value;
    if (digit !== undefined) write(field, (text + digit).slice(0, field.maxLength));
    else if (back !== undefined) write(field, text.slice(0, -1));
    else if (key !== undefined || then !== undefined) hands.around(field).input.focus({ preventScroll: true });
    return digit !== undefined || back !== undefined;
  };

  // Replaces an impossible count by a neighbouring possible one. The other part stays.
  const replace = (hand, { nearest, part }) => {
    const given = (sign) => (sign === part ? `=${nearest}` : hand.rawPart(sign).trim());
    hand.writeParts(given("+"), given("/"));
  };

  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-tally] button");
    if (!button) return;
    if ("nearest" in button.dataset) replace(hands.around(button), button.dataset);
    if ("cards" in button.dataset) for (const key of ["keys-back", 'mode="ranks"']) hands.part(key).click();
    if ("special" in button.dataset) ending.turn(button.dataset);
    const row = rowOf(button);
    const field = row && row.querySelector("[data-each]");
    if ("sign" in button.dataset) write(field, /^[-−]/.test(field.value) ? field.value.slice(1) : `−${field.value}`);
    else if ("step" in button.dataset) write(field, Math.max(0, numberIn(field) + Number(button.dataset.step)));
    else if ("touch" in button.dataset) {
      lay(button, !isPressed(button));
      write(field, touchable(field).filter(isPressed).length);
    }
  });

  // Opening a rare row focuses it and scrolls it into view, because it can be below the pad.
  document.addEventListener("click", ({ target }) => {
    const rare = target.closest("[data-tally] summary")?.parentElement;
    const show = () => {
      if (rare.open) rare.querySelector("[data-each]:not([type=checkbox])")?.focus({ preventScroll: true });
      rare.scrollIntoView({ block: "nearest" });
    };
    rare?.addEventListener("toggle", show, { once: true });
  });

  return { bring, count, follow, press, take };
})();
