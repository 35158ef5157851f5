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
  const askedOf = (hand) => hand.querySelector(".round-hand-part--asked")?.dataset.of; // what was put down: “+”, or what is left: “/”
  const isUpcard = (hand) => "upcard" in hand.dataset;
  const isOut = (hand) => hand.classList.contains("round-hand--out");
  const isIn = (hand) => hand.querySelector("[data-in]") !== null; // entered on another phone

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

  // A line more above the keys, such as how the round stands, covers as much of the hands.
  const grown = new ResizeObserver(() => form() && active() && keepInSight());

  const watchDock = () => {
    grown.disconnect();
    grown.observe(dock());
  };

  return { active, askedOf, form, hands, inputOf, isIn, isOut, isUpcard, keepInSight, mark, open, pad, part, watchDock };
})();
