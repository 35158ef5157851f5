// A tap is for what was under the finger when it came down: what other phones tell may move the page meanwhile.
"use strict";

(() => {
  const LONGEST_TAP = 1000; // milliseconds

  let aimed = null;

  const pressable = (target) => target.closest?.("a[href], button, summary") ?? null;

  const purpose = ({ href, ariaLabel, textContent }) => href ?? ariaLabel ?? textContent;

  // What is drawn anew in the same place is the same thing.
  const isSame = (one, other) => one === other || (one !== null && purpose(one) === purpose(other));

  document.addEventListener(
    "pointerdown",
    ({ target, timeStamp }) => {
      aimed = { at: timeStamp, thing: pressable(target) };
    },
    true,
  );

  document.addEventListener(
    "click",
    (event) => {
      const hit = pressable(event.target);
      const isByKey = event.detail === 0;
      const isTap = !isByKey && aimed !== null && event.timeStamp - aimed.at < LONGEST_TAP;
      const isMissed = isTap && hit !== null && !isSame(aimed.thing, hit);
      aimed = null;
      if (!isMissed) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
})();
