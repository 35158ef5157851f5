// Owns what a tap on a key or a hand does, and which taps count.
// Uses: hands, given, hand-rows, hand-turns, pad-keys, lit-row, next-player, tally
"use strict";

(() => {
  // The focus goes along from hand to hand, but stays on a key that has it.
  const turnTo = (hand) => {
    const isTyping = document.activeElement.matches("[data-hand] input");
    nextPlayer.activate(hand);
    if (isTyping) hand.input.focus({ preventScroll: true });
  };

  const press = (button) => {
    const { key, digit, mode } = button.dataset;
    if (tally.press(button.dataset)) return;
    if (given.hand() && padKeys.handOf(button) !== given.hand()) turnTo(padKeys.handOf(button));
    if (nextPlayer.press(button)) return;
    padKeys.press(button);
    if (mode && given.hand()) nextPlayer.activate(given.hand());
    if ((key || digit) && given.hand() && handTurns.isFilled()) nextPlayer.goOn();
  };

  const PRESSED_AT_ONCE = "[data-pad] [data-key], [data-pad] [data-digit], [data-pad] [data-back]";
  const DOUBLE_TAP = 400; // milliseconds
  let handled = false;
  let last = { at: -DOUBLE_TAP };

  // After “none” the key is for another hand, and where “What is left?” was there is another button: the second tap
  // of two was not for it.
  const isSecondTap = ({ target, timeStamp }) =>
    timeStamp - last.at < DOUBLE_TAP &&
    (last.key.contains(target) || ("then" in last.key.dataset && target.closest(".pad-dock .button") !== null));

  // After “Next” another button may be under the finger: it takes no second tap.
  const refuseSecondTap = () => {
    given.mark("after-next", true);
    setTimeout(given.mark, DOUBLE_TAP, "after-next", false);
  };

  // Keys act when they are touched: of two fingers down at once browsers make one click only.
  document.addEventListener("pointerdown", ({ target, button }) => {
    given.mark("by-keys", false);
    const key = button ? null : target.closest(PRESSED_AT_ONCE);
    if (key) {
      last.at = -DOUBLE_TAP;
      given.mark("after-next", false);
      press(key);
    }
    handled = key !== null;
  });
  document.addEventListener("pointercancel", () => {
    handled = false;
  });
  document.addEventListener("keydown", () => {
    given.mark("by-keys", true);
    handled = false;
  });

  // The click of that touch does nothing more, whatever it hits: a row of cards more, and another
  // key is under the finger.
  document.addEventListener(
    "click",
    (event) => {
      if (!handled && !isSecondTap(event)) return;
      handled = false;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );

  // The focus stays in the hand while its keys are tapped.
  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-pad] button")) event.preventDefault();
  });

  document.addEventListener("click", ({ target, timeStamp }) => {
    const button = target.closest("button");
    const hand = hands.around(target);
    // The link of an error leads to a field that may be in rows that are not shown.
    const wrong = target.closest("[data-errors] a")?.hash.match(/^#hand-(\d+)$/);
    if (wrong) {
      nextPlayer.activate(hands.ofSeat(wrong[1]));
      hands.ofSeat(wrong[1]).focusAtEnd();
    } else if (button?.closest("[data-pad]")) {
      if ("nothing" in button.dataset || "then" in button.dataset) last = { at: timeStamp, key: button };
      press(button);
    } else if (button && "next" in button.dataset) {
      refuseSecondTap();
      if (given.isMarked("keyed") && handRows.next()) litRow.goOn(handRows.lit());
      else nextPlayer.press(button);
    } else if (button && "remove" in button.dataset) padKeys.removeCard(hand, button.dataset.remove);
    else if (button && "ace" in button.dataset) padKeys.takeAce(hand, button.dataset.ace);
    else if (hand && !target.closest(".chip")) nextPlayer.tap(hand, button?.dataset);
  });
})();
