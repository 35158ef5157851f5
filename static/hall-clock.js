// Counts a clock down from the server’s time, even after the phone has slept. Screen readers announce some minutes,
// and some minutes sound a tone once a tap has turned the sound on.
"use strict";

(() => {
  const SECOND = 1000; // milliseconds
  const MINUTE = 60;
  const TONES = new Map([
    [10, 1],
    [2, 2],
    [0, 4],
  ]); // the number of tones at a minute
  const last = new Map(); // the seconds that each clock showed last
  let audio = null; // set after a tap: browsers allow no sound before one

  // The difference between the server’s clock and this phone’s, measured when the page was loaded.
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

  // Announces a passed limit, or the lowest one of several if the phone slept.
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
    await audio.resume(); // a sleeping phone suspends it
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

  // A reloaded page has a new button without its state.
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
