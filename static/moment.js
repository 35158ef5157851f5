// Plays the moment of a round, of the end or of drawn lots once per phone, with sound or vibration by its settings.
// Uses: memory
"use strict";

(() => {
  const TOLD = "told"; // the moments last played on this phone
  const KEPT = 20;
  const TUNE = [523, 659, 784, 1047]; // in hertz
  const BEAT = 0.11; // in seconds
  const LAPS = 4; // laps of the light before it stops
  const QUICK = 60; // milliseconds from one face to the next
  const SLOWER = 300; // milliseconds added to the last step
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");

  const sound = () => {
    const audio = new AudioContext();
    const volume = audio.createGain();
    volume.gain.value = 0.12;
    volume.connect(audio.destination);
    TUNE.forEach((pitch, place) => {
      const note = audio.createOscillator();
      note.type = "triangle";
      note.frequency.value = pitch;
      note.connect(volume);
      note.start(audio.currentTime + place * BEAT);
      note.stop(audio.currentTime + (place + 1) * BEAT);
    });
    // Close it in any case: before a tap the browser blocks the sound, and would play it at that tap.
    setTimeout(() => audio.close(), 1000);
  };

  // A light moves over the faces, slower and slower, and stops on the drawn one.
  const drawLots = (moment, then) => {
    const lots = [...moment.querySelectorAll(".moment__lot")];
    const last = LAPS * lots.length + lots.findIndex((lot) => lot.classList.contains("moment__lot--drawn"));
    const light = (step) => {
      lots.forEach((lot, place) => lot.classList.toggle("moment__lot--lit", place === step % lots.length));
      if (step < last) return setTimeout(light, QUICK + SLOWER * (step / last) ** 3, step + 1);
      delete moment.dataset.draws;
      then();
    };
    moment.dataset.draws = "";
    light(0);
  };

  const celebrate = () => {
    if ("sound" in document.body.dataset) sound();
    if ("vibrate" in document.body.dataset) navigator.vibrate?.([60, 40, 120]);
  };

  const play = () => {
    const moment = document.querySelector("[data-moment]");
    const told = memory.read(TOLD) ?? [];
    if (!moment || document.hidden || told.includes(moment.dataset.moment)) return;
    memory.write(TOLD, [...told, moment.dataset.moment].slice(-KEPT));
    moment.dataset.plays = "";
    if (moment.matches(".moment--lots") && !STILL.matches) drawLots(moment, celebrate);
    else celebrate();
  };

  document.addEventListener("DOMContentLoaded", play);
  document.addEventListener("visibilitychange", play);
  document.addEventListener("htmx:afterSettle", play);
})();
