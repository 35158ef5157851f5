// Counts a clock down from the server’s time, also after the phone has slept. Screen readers hear its minutes.
// Some of them sound, once a tap has turned that on.
"use strict";

(() => {
  const SECOND = 1000; // milliseconds
  const MINUTE = 60;
  const TONES = new Map([
    [10, 1],
    [2, 2],
    [0, 4],
  ]); // how many sound at a minute
  const last = new Map(); // the seconds that each clock showed last
  let audio = null; // there once somebody tapped: no browser lets a page sound before that

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
    if (passed.length) sound(TONES.get(Math.min(...passed)));
  };

  const sound = async (times) => {
    if (!audio || !times) return;
    await audio.resume(); // a phone that slept has stopped it
    for (let number = 0; number < times; number += 1) {
      const begins = audio.currentTime + number * 0.5;
      const tone = new OscillatorNode(audio, { type: "triangle", frequency: 880 });
      const fading = new GainNode(audio, { gain: 0.5 });
      fading.gain.setValueAtTime(0.5, begins);
      fading.gain.exponentialRampToValueAtTime(0.001, begins + 0.4);
      tone.connect(fading).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + 0.4);
    }
  };

  // The button is made anew with its page, without what it was.
  const showButtons = () => {
    for (const button of document.querySelectorAll("[data-rings]")) {
      button.hidden = !window.AudioContext;
      button.setAttribute("aria-pressed", String(Boolean(audio)));
    }
  };

  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-rings]")) return;
    audio?.close();
    audio = audio ? null : new AudioContext();
    sound(1);
    showButtons();
  });

  tick();
  showButtons();
  setInterval(tick, SECOND / 4);
  document.addEventListener("htmx:afterSwap", tick);
  document.addEventListener("htmx:afterSwap", showButtons);
})();
