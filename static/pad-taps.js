// Owns the effect of taps on keys and hands, and ignores accidental taps.
// Uses: hands, given, hand-rows, hand-turns, pad-keys, lit-row, next-player, tally
"use strict";

(() => {
  // The focus moves along from hand to hand, but stays on a key that has it.
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

  // After “none” the same key is for another hand, and “What is left?” is replaced by another button. The second of
  // two quick taps was not meant for it.
  const isSecondTap = ({ target, timeStamp }) =>
    timeStamp - last.at < DOUBLE_TAP &&
    (last.key.contains(target) || ("then" in last.key.dataset && target.closest(".pad-dock .button") !== null));

  // After “Next” another button can be under the finger, so a quick second tap is ignored.
  const refuseSecondTap = () => {
    given.mark("after-next", true);
    setTimeout(given.mark, DOUBLE_TAP, "after-next", false);
  };

  // Keys act on touch, because browsers make only one click of two fingers at once.
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

  // Ignore the click of that touch: a new row of cards can move another key under the finger.
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
    // The link of an error leads to a field that can be in hidden rows.
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
