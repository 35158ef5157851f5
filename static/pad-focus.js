// Owns the focus within the key pad, and its hint. The pad is one tab stop: arrow keys move between keys, and
// Ctrl+Enter records the round. The hint explains the keys until the first key press on this phone.
// Uses: hands, given, pad-keys, memory, swaps
"use strict";

(() => {
  const keys = () => [...hands.pad().querySelectorAll("button")].filter((key) => key.checkVisibility());

  const stopAt = (stop) => {
    for (const key of hands.pad().querySelectorAll("button")) key.tabIndex = key === stop ? 0 : -1;
  };

  const middle = (key) => {
    const { left, top, width, height } = key.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  // The nearest key in this direction. Sideways distance counts double.
  const neighbour = (from, [right, down]) => {
    const start = middle(from);
    const distance = (key) => {
      const { x, y } = middle(key);
      const ahead = (x - start.x) * right + (y - start.y) * down;
      const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * right);
      return ahead > 1 && (right === 0 || aside < ahead) ? ahead + 2 * aside : Infinity;
    };
    return keys().reduce((best, key) => (distance(key) < distance(best) ? key : best), from);
  };

  const firstKeyOf = (hand) => padKeys.blockOf(hand).querySelector("[data-key]");

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-pad] button")) stopAt(target);
    else if (target.matches("[data-hand] input") && given.hand()) stopAt(firstKeyOf(given.hand()));
  });

  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey) && target.closest("form[data-game]")) {
      event.preventDefault();
      hands.send();
    } else if (DIRECTIONS[key] && target.matches("[data-pad] button")) {
      event.preventDefault();
      neighbour(target, DIRECTIONS[key]).focus();
    }
  });

  // The hint

  const KEPT = "pad-hint";

  const drop = () => {
    hands.part("hint").hidden = true;
    memory.write(KEPT, "known");
  };

  document.addEventListener("pointerdown", ({ target }) => {
    if (target.closest("[data-pad] :is([data-key], [data-digit])") && hands.part("hint").checkVisibility()) drop();
  });
  const setUp = () => {
    if (!hands.form() || !hands.pad()) return;
    stopAt(hands.part("key"));
    hands.part("hint").hidden = memory.read(KEPT) !== null;
  };

  document.addEventListener("DOMContentLoaded", setUp);
  swaps.after("form", setUp);
})();
