// The round form that the key pad fills in: its hands, and the pad itself.
"use strict";

globalThis.roundForm = (() => {
  const form = () => document.querySelector("form[data-game], form[data-desk]");
  const pad = () => document.querySelector("[data-pad]");
  const part = (name, root = pad()) => root.querySelector(`[data-${name}]`);
  const hands = () => [...form().querySelectorAll("[data-hand]")];
  const active = () => form().querySelector(".round-hand--active");
  const open = () => hands().filter((hand) => hand.classList.contains("round-hand--open")); // whose keys are there

  const inputOf = (hand) => hand.querySelector("input");
  const isUpcard = (hand) => "upcard" in hand.dataset;
  const isOut = (hand) => hand.classList.contains("round-hand--out");
  const isIn = (hand) => hand.querySelector("[data-in]") !== null; // entered on another phone

  // On the document, for htmx gives a form that is replaced its old classes back.
  const mark = (name, isOn) => document.documentElement.classList.toggle(`round--${name}`, isOn);

  // What is open lies between the top of the screen and the pad, with a little of the hand after it.
  const keepInSight = () => {
    const { top } = open()[0].getBoundingClientRect();
    const { bottom } = open().at(-1).getBoundingClientRect();
    const hidden = bottom + 8 - pad().closest(".pad-dock").getBoundingClientRect().top;
    if (hidden > 0) window.scrollBy({ top: Math.min(hidden, top - 8) });
    else if (top < 0) window.scrollBy({ top: top - 8 });
  };

  return { active, form, hands, inputOf, isIn, isOut, isUpcard, keepInSight, mark, open, pad, part };
})();
