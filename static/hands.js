// The round form that the key pad fills in: its hands, and the pad itself.
"use strict";

globalThis.roundForm = (() => {
  const form = () => document.querySelector("form[data-game], form[data-desk]");
  const pad = () => document.querySelector("[data-pad]");
  const part = (name, root = pad()) => root.querySelector(`[data-${name}]`);
  const hands = () => [...form().querySelectorAll("[data-hand]")];
  const active = () => form().querySelector(".round-hand--active");

  const inputOf = (hand) => hand.querySelector("input");
  const isUpcard = (hand) => "upcard" in hand.dataset;
  const isOut = (hand) => hand.classList.contains("round-hand--out");
  const isIn = (hand) => hand.querySelector("[data-in]") !== null; // entered on another phone

  return { active, form, hands, inputOf, isIn, isOut, isUpcard, pad, part };
})();
