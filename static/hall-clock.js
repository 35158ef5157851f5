// Counts a clock down from the server's time, also after the phone has slept; says the minutes that screen readers hear.
"use strict";

(() => {
  const SECOND = 1000; // milliseconds
  const MINUTE = 60;
  const last = new Map(); // the seconds that each clock showed last

  // How far this phone's clock is behind the server's, as of when the page was made.
  const skews = new WeakMap();

  const skewOf = (face) => {
    if (!skews.has(face)) skews.set(face, Number(face.dataset.now) - Date.now());
    return skews.get(face);
  };

  const tick = () => {
    for (const face of document.querySelectorAll("[data-clock]")) {
      const ends = Number(face.dataset.clock);
      const left = Math.max(0, Math.ceil((ends - Date.now() - skewOf(face)) / SECOND));
      face.textContent = `${Math.floor(left / MINUTE)}:${String(left % MINUTE).padStart(2, "0")}`;
      face.dataset.state = left === 0 ? "up" : left <= 2 * MINUTE ? "soon" : "runs";
      say(ends, left, JSON.parse(face.dataset.said));
    }
  };

  // What is said once a limit is passed: the least of those that were, if the phone slept.
  const say = (ends, left, words) => {
    const before = last.get(ends);
    last.set(ends, left);
    if (before === undefined) return;
    const passed = Object.keys(words).map(Number).filter((minute) => left <= minute * MINUTE && minute * MINUTE < before);
    const region = document.querySelector("[data-left]");
    if (passed.length && region) region.textContent = words[Math.min(...passed)];
  };

  tick();
  setInterval(tick, SECOND / 4);
  document.addEventListener("htmx:afterSwap", tick);
})();
