// Which hand is being given, and its place on the screen.
// Uses: hands, turns
"use strict";

globalThis.given = (() => {
  // As long as the form is there: one that takes its place begins anew.
  let last = { form: null, turn: turns.NOBODY };
  const turn = () => (last.form === hands.form() ? last.turn : turns.leave(last.turn));
  const take = (next) => {
    last = { form: hands.form(), turn: next };
  };

  const hand = () => hands.ofSeat(turn().at);
  const open = () => hands.all().filter(({ seat }) => turn().open.includes(seat)); // whose keys are there
  const part = () => turn().part; // what was put down: “+”, or what is left: “/”

  // On the document, for htmx gives a form that is replaced its old classes back.
  const mark = (name, isOn) => document.documentElement.classList.toggle(`round--${name}`, isOn);

  const dock = () => hands.pad().closest(".pad-dock");

  // What is open lies between the top of the screen and the pad, with a little of the hand after it; where
  // two hands have no room there, the one that is being given does.
  const keepInSight = () => {
    const foot = dock().getBoundingClientRect().top - 8;
    const from = ({ box }) => box.getBoundingClientRect().top;
    const { bottom } = open().at(-1).box.getBoundingClientRect();
    const first = from(open()[0]) < bottom - foot ? hand() : open()[0];
    if (bottom > foot) window.scrollBy({ top: Math.min(bottom - foot, from(first) - 8) });
    else if (from(first) < 0) window.scrollBy({ top: from(first) - 8 });
  };

  // A line more above the keys, such as how the round stands, covers as much of the hands, and of what has the focus.
  const grown = new ResizeObserver(([{ target }]) => {
    document.documentElement.style.scrollPaddingBottom = target.isConnected ? `${target.offsetHeight + 8}px` : "";
    if (hands.form() && hand()) keepInSight();
  });

  const watchDock = () => {
    grown.disconnect();
    grown.observe(dock());
  };

  return { hand, keepInSight, mark, open, part, take, turn, watchDock };
})();
