// The moment of a round, or of the end, plays once on each phone: motion, and sound or vibration where the phone's settings ask for them.
"use strict";

(() => {
  const TOLD = "scorekeeper.told"; // the moments that this phone told last
  const KEPT = 20;
  const TUNE = [523, 659, 784, 1047]; // in hertz
  const BEAT = 0.11; // in seconds

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
    // Closed also where the browser lets nothing sound before a tap: it must not sound at that tap.
    setTimeout(() => audio.close(), 1000);
  };

  const readTold = () => {
    try {
      return JSON.parse(localStorage.getItem(TOLD)) ?? [];
    } catch {
      return [];
    }
  };

  const keepTold = (told) => {
    try {
      localStorage.setItem(TOLD, JSON.stringify(told.slice(-KEPT)));
    } catch {
      // A browser that keeps nothing tells it again.
    }
  };

  const play = () => {
    const moment = document.querySelector("[data-moment]");
    const told = readTold();
    if (!moment || document.hidden || told.includes(moment.dataset.moment)) return;
    keepTold([...told, moment.dataset.moment]);
    moment.dataset.plays = "";
    if ("sound" in document.body.dataset) sound();
    if ("vibrate" in document.body.dataset) navigator.vibrate?.([60, 40, 120]);
  };

  document.addEventListener("DOMContentLoaded", play);
  document.addEventListener("visibilitychange", play);
  document.addEventListener("htmx:afterSettle", play);
})();
