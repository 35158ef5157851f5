// The key pad: taps write cards into the hand's text field, without the server.
// Uses: hands, given, hand-cards, hand-counts, pad-keys, next-player, swaps
"use strict";

(() => {
  document.documentElement.classList.add("js");

  const begin = (hand) => {
    nextPlayer.activate(hand);
    if (hand) hand.input.focus({ preventScroll: true });
  };

  const setUp = () => {
    if (!hands.form() || !hands.pad()) return;
    padKeys.setUp();
    given.watchDock();
    nextPlayer.followEnding();
    for (const hand of hands.all()) {
      handCards.draw(hand);
      handCounts.showParts(hand);
    }
    // The keys are open at once for a single hand, for a draft, and if the ending was chosen on the sheet.
    const at = hands.form().querySelector("[data-at]")?.value;
    const left = at && hands.ofSeat(at);
    if ("seat" in hands.form().dataset) nextPlayer.activate(hands.all()[0]);
    else if (left && !left.input.disabled) nextPlayer.activate(left);
    else if ("chosen" in hands.form().dataset) begin(nextPlayer.waiting() ?? null);
  };

  // A focused field passes the focus to the next hand; a focused key keeps it.
  const turnTo = (hand) => {
    const isTyping = document.activeElement.matches("[data-hand] input");
    nextPlayer.activate(hand);
    if (isTyping) hand.input.focus({ preventScroll: true });
  };

  const press = (button) => {
    const { key, digit, mode } = button.dataset;
    if (given.hand() && padKeys.handOf(button) !== given.hand()) turnTo(padKeys.handOf(button));
    if ("close" in button.dataset) nextPlayer.activate(null);
    else if ("nothing" in button.dataset) nextPlayer.giveNothing(button.dataset.nothing);
    else if ("then" in button.dataset) nextPlayer.askLeft();
    else if ("back" in button.dataset && given.hand() && padKeys.isBlank(given.hand())) nextPlayer.goBack();
    else {
      padKeys.press(button);
      if (mode && given.hand()) nextPlayer.activate(given.hand());
      if ((key || digit) && given.hand() && nextPlayer.isFilled()) nextPlayer.goOn();
    }
  };

  // What happens on the page

  const PRESSED_AT_ONCE = "[data-pad] [data-key], [data-pad] [data-digit], [data-pad] [data-back]";
  const DOUBLE_TAP = 400; // milliseconds
  let handled = false;
  let last = { at: -DOUBLE_TAP };

  // After “none” and “What is left?” something else is under the finger, which a double tap must not press.
  const isSecondTap = ({ target, timeStamp }) =>
    timeStamp - last.at < DOUBLE_TAP &&
    (last.key.contains(target) || ("then" in last.key.dataset && target.closest(".pad-dock .button") !== null));

  // After “Next” another button may be under the finger, which a double tap must not press.
  const settle = () => {
    given.mark("settling", true);
    setTimeout(given.mark, DOUBLE_TAP, "settling", false);
  };

  // Keys act on pointerdown: for two fingers at once, browsers send only one click.
  document.addEventListener("pointerdown", ({ target, button }) => {
    given.mark("by-keys", false);
    const key = button ? null : target.closest(PRESSED_AT_ONCE);
    if (key) {
      last.at = -DOUBLE_TAP;
      given.mark("settling", false);
      press(key);
    }
    handled = key !== null;
  });
  document.addEventListener("pointercancel", () => {
    handled = false;
  });

  // The click after that touch does nothing: a new row of cards may have moved the keys.
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
    if (button?.closest("[data-pad]")) {
      if ("nothing" in button.dataset || "then" in button.dataset) last = { at: timeStamp, key: button };
      press(button);
    } else if (button && "next" in button.dataset) {
      settle();
      nextPlayer.goOn(nextPlayer.waiting());
    } else if (button && "remove" in button.dataset) padKeys.removeCard(hand, button.dataset.remove);
    else if (button && "whole" in button.dataset) nextPlayer.turnWhole(hand);
    else if (button && "turn" in button.dataset) nextPlayer.activate(hand, button.dataset.turn);
    else if (button && "ace" in button.dataset) padKeys.takeAce(hand, button.dataset.ace);
    else if (hand && !hand.input.disabled && hand !== given.hand()) nextPlayer.takeUp(hand);
  });

  document.addEventListener("keydown", (event) => {
    given.mark("by-keys", true);
    handled = false;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.target.matches("[data-hand] input")) {
      event.preventDefault();
      nextPlayer.goOn();
    }
  });

  document.addEventListener("focusin", ({ target }) => {
    const hand = target.matches("[data-hand] input") && hands.around(target);
    if (hand && hand !== given.hand()) nextPlayer.activate(hand);
    // Only for text fields: when tapping a summary or a choice, the page would move under the finger.
    else if (target.matches("details :is(input:not([type=radio], [type=checkbox]), select, textarea)")) nextPlayer.activate(null);
  });

  document.addEventListener("input", ({ target }) => {
    const hand = hands.around(target);
    if (!hand) return;
    handCards.draw(hand);
    handCounts.showCount(hand);
    if (hand !== given.hand()) nextPlayer.offerAll();
    else if (padKeys.followHand()) nextPlayer.activate(hand);
    else {
      given.keepInSight();
      nextPlayer.offerAll();
    }
  });

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "ending") return;
    nextPlayer.followEnding();
    // The arrow keys go through the endings; the hands wait until one is chosen.
    if (!target.matches(":focus-visible") && !given.hand()) nextPlayer.activate(nextPlayer.waiting() ?? null);
  });

  document.addEventListener("restored", setUp);
  swaps.after("form", setUp);
  swaps.after("count", () => hands.form() && nextPlayer.offerNext());
  document.addEventListener("DOMContentLoaded", setUp);

  // The ending is the title of the page; a tap on it leads back to the choice

  const chosen = () => hands.form().querySelector('input[name="ending"]:checked');

  const ask = (isAsked) => given.mark("asked", isAsked);

  const follow = () => {
    const title = document.querySelector("[data-title]");
    if (!hands.form() || !title) return;
    const button = chosen();
    title.textContent = button ? button.closest("label").textContent.trim() : title.dataset.title;
    for (const part of document.querySelectorAll("span[data-number], [data-change]")) part.hidden = !button;
    given.mark("told", button !== null);
  };

  const answer = () => {
    ask(false);
    if (!given.hand()) nextPlayer.activate(nextPlayer.waiting() ?? null);
  };

  document.addEventListener("click", ({ target, detail }) => {
    if (target.closest("[data-change]")) {
      ask(true);
      nextPlayer.activate(null);
      chosen()?.focus({ preventScroll: true });
    } else if (detail && target.closest("#ending .chip") && chosen()) {
      nextPlayer.followEnding();
      answer();
    }
  });

  document.addEventListener("change", ({ target }) => {
    if (hands.form() && target.name === "ending" && !target.matches(":focus-visible")) ask(false);
  });

  // The arrow keys go through the endings; Enter chooses one.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || !event.target.matches('input[name="ending"]')) return;
    event.preventDefault();
    if (chosen()) answer();
  });

  for (const name of ["change", "restored", "DOMContentLoaded"]) document.addEventListener(name, follow);
  swaps.after("form", follow);
})();
