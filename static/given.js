// The hand that is being entered, and its position on the screen.
// Uses: hands, turns
"use strict";

globalThis.given = (() => {
  // A replaced form starts without a hand.
  let last = { form: null, turn: turns.NOBODY };
  const turn = () => (last.form === hands.form() ? last.turn : turns.leave(last.turn));
  const take = (next) => {
    last = { form: hands.form(), turn: next };
  };

  const hand = () => hands.ofSeat(turn().at);
  const open = () => hands.all().filter(({ seat }) => turn().open.includes(seat)); // the hands with keys
  const part = () => turn().part; // “+” for cards put down, “/” for cards left

  // Marks are on the document, because htmx restores old classes in a form that it replaces.
  const mark = (name, isOn) => document.documentElement.classList.toggle(`round--${name}`, isOn);
  const isMarked = (name) => document.documentElement.classList.contains(`round--${name}`);

  const dock = () => hands.pad().closest(".pad-dock");

  // Scrolls the open hands between the top of the screen and the pad, or only the current hand if two do not fit.
  const keepInSight = () => {
    const foot = dock().getBoundingClientRect().top - 8;
    const from = ({ place }) => place.getBoundingClientRect().top;
    const { bottom } = open().at(-1).place.getBoundingClientRect();
    const first = from(open()[0]) < bottom - foot ? hand() : open()[0];
    if (bottom > foot) window.scrollBy({ top: Math.min(bottom - foot, from(first) - 8) });
    else if (from(first) < 0) window.scrollBy({ top: from(first) - 8 });
  };

  // When the pad grows, it must not cover the hands or the focus.
  const grown = new ResizeObserver(([{ target }]) => {
    document.documentElement.style.scrollPaddingBottom = target.isConnected ? `${target.offsetHeight + 8}px` : "";
    if (hands.form() && hand()) keepInSight();
  });

  const watchDock = () => {
    grown.disconnect();
    grown.observe(dock());
  };

  return { hand, isMarked, keepInSight, mark, open, part, take, turn, watchDock };
})();
