// Turns over the hands that are new since the last news.
"use strict";

(() => {
  const APART = 90; // milliseconds from one card to the next

  let known = new Set();

  const hands = () => document.querySelectorAll("[data-swaps=together] [data-laid]");

  const know = () => {
    known = new Set(Array.from(hands(), (hand) => hand.dataset.laid));
  };

  const turn = (hand) => {
    hand.classList.add("together-turning");
    hand.querySelectorAll(".playing-card").forEach((card, place) => {
      card.style.animationDelay = `${place * APART}ms`;
    });
  };

  document.addEventListener("DOMContentLoaded", know);
  document.addEventListener("htmx:afterSwap", () => {
    for (const hand of hands()) if (!known.has(hand.dataset.laid)) turn(hand);
    know();
  });
})();
