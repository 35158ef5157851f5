// Keeps the screen on while a page shows a game in play or a hall.
"use strict";

(() => {
  const HALF_AN_HOUR = 30 * 60 * 1000; // after this long without a touch, the screen can turn off
  const staysOn = Boolean(document.querySelector(".watch, .hall-clock__face")); // a television, the clock of a hall

  let lock = null;
  let timer = 0;

  // Browsers allow this only over https, and some reject it to save the battery.
  const hold = async () => {
    try {
      lock ??= navigator.wakeLock.request("screen");
      const held = await lock;
      held.addEventListener("release", () => (lock = null));
    } catch {
      lock = null;
    }
  };

  const letGo = async () => (await lock)?.release();

  // The browser releases the lock when the page is hidden.
  const stayAwake = () => {
    if (document.hidden) return;
    hold();
    clearTimeout(timer);
    if (!staysOn) timer = setTimeout(letGo, HALF_AN_HOUR);
  };

  if (!navigator.wakeLock || !("awake" in document.body.dataset)) return;
  for (const sign of ["visibilitychange", "pointerdown", "keydown", "htmx:afterSwap"]) {
    document.addEventListener(sign, stayAwake);
  }
  stayAwake();
})();
