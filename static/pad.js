// The key pad: taps write cards into the hand's own text field, at once and without asking the server.
// Uses: round-form, hand-counts, pad-keys, next-player, swaps
"use strict";

(() => {
  const { active, drawChips, form, hands, inputOf, isEmpty, keepInSight, mark, open, pad, part, watchDock } =
    roundForm;
  const { showCount } = handCounts;
  const { followHand, handOf, isBlank, removeCard, takeAce } = padKeys;
  const {
    activate,
    askLeft,
    followEnding,
    giveNothing,
    goBack,
    goOn,
    isFilled,
    offerAll,
    offerNext,
    takeUp,
    turnWhole,
    waiting,
  } = nextPlayer;

  document.documentElement.classList.add("js");

  const begin = (hand) => {
    activate(hand);
    if (hand) inputOf(hand).focus({ preventScroll: true });
  };

  const setUp = () => {
    if (!form() || !pad()) return;
    padKeys.setUp();
    watchDock();
    followEnding();
    hands().forEach(drawChips);
    // The keys are there at once where one hand alone is asked for, where a draft was left, and where the
    // ending was chosen on the sheet.
    const at = form().querySelector("[data-at]")?.value;
    const left = at && hands().find((hand) => hand.dataset.seat === at);
    if ("seat" in form().dataset) activate(hands()[0]);
    else if (left && !inputOf(left).disabled) activate(left);
    else if ("chosen" in form().dataset) begin(waiting() ?? null);
  };

  // The focus goes along from hand to hand, but stays on a key that has it.
  const turnTo = (hand) => {
    const isTyping = document.activeElement.matches("[data-hand] input");
    activate(hand);
    if (isTyping) inputOf(hand).focus({ preventScroll: true });
  };

  const press = (button) => {
    const { key, digit, mode } = button.dataset;
    if (active() && handOf(button) !== active()) turnTo(handOf(button));
    if ("close" in button.dataset) activate(null);
    else if ("nothing" in button.dataset) giveNothing(button.dataset.nothing);
    else if ("then" in button.dataset) askLeft();
    else if ("back" in button.dataset && active() && isBlank(active())) goBack();
    else {
      padKeys.press(button);
      if (mode && active()) activate(active());
      if ((key || digit) && active() && isFilled()) goOn();
    }
  };

  // What happens on the page

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
  const settle = () => {
    mark("settling", true);
    setTimeout(mark, DOUBLE_TAP, "settling", false);
  };

  // Keys act when they are touched: of two fingers down at once browsers make one click only.
  document.addEventListener("pointerdown", ({ target, button }) => {
    mark("by-keys", false);
    const key = button ? null : target.closest(PRESSED_AT_ONCE);
    if (key) {
      last.at = -DOUBLE_TAP;
      mark("settling", false);
      press(key);
    }
    handled = key !== null;
  });
  document.addEventListener("pointercancel", () => {
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
    const hand = target.closest("[data-hand]");
    if (button?.closest("[data-pad]")) {
      if ("nothing" in button.dataset || "then" in button.dataset) last = { at: timeStamp, key: button };
      press(button);
    } else if (button && "next" in button.dataset) {
      settle();
      goOn(waiting());
    } else if (button && "remove" in button.dataset) removeCard(hand, button.dataset.remove);
    else if (button && "whole" in button.dataset) turnWhole(hand);
    else if (button && "turn" in button.dataset) activate(hand, button.dataset.turn);
    else if (button && "ace" in button.dataset) takeAce(hand, button.dataset.ace);
    else if (hand && !inputOf(hand).disabled && hand !== active()) takeUp(hand);
  });

  document.addEventListener("keydown", (event) => {
    mark("by-keys", true);
    handled = false;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && event.target.matches("[data-hand] input")) {
      event.preventDefault();
      goOn();
    }
  });

  document.addEventListener("focusin", ({ target }) => {
    const hand = target.matches("[data-hand] input") && target.closest("[data-hand]");
    if (hand && hand !== active()) activate(hand);
    // Not for what is tapped, a summary or a choice: the page would move under the finger.
    else if (target.matches("details :is(input:not([type=radio], [type=checkbox]), select, textarea)")) activate(null);
  });

  document.addEventListener("input", ({ target }) => {
    const hand = target.closest?.("[data-hand]");
    if (!hand) return;
    drawChips(hand);
    showCount(hand);
    if (hand !== active()) offerAll();
    else if (followHand()) activate(hand);
    else {
      keepInSight();
      offerAll();
    }
  });

  document.addEventListener("change", ({ target }) => {
    if (target.name !== "ending") return;
    followEnding();
    // With the arrow keys one looks at the endings in turn: the hands wait until one is chosen.
    if (!target.matches(":focus-visible") && !active()) activate(waiting() ?? null);
  });

  document.addEventListener("restored", setUp);
  swaps.after("form", setUp);
  swaps.after("count", () => form() && offerNext());
  document.addEventListener("DOMContentLoaded", setUp);

  // How the round ended stands at the top of the page; a tap on it leads back to the choice

  const chosen = () => form().querySelector('input[name="ending"]:checked');

  const ask = (isAsked) => mark("asked", isAsked);

  const follow = () => {
    const title = document.querySelector("[data-title]");
    if (!form() || !title) return;
    const button = chosen();
    title.textContent = button ? button.closest("label").textContent.trim() : title.dataset.title;
    for (const each of document.querySelectorAll("span[data-number], [data-change]")) each.hidden = !button;
    mark("told", button !== null);
  };

  const answer = () => {
    ask(false);
    if (!active()) activate(waiting() ?? null);
  };

  document.addEventListener("click", ({ target, detail }) => {
    if (target.closest("[data-change]")) {
      ask(true);
      activate(null);
      chosen()?.focus({ preventScroll: true });
    } else if (detail && target.closest("#ending .chip") && chosen()) {
      followEnding();
      answer();
    }
  });

  document.addEventListener("change", ({ target }) => {
    if (form() && target.name === "ending" && !target.matches(":focus-visible")) ask(false);
  });

  // With the arrow keys one looks at the endings in turn: the hands wait until one is chosen.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || !event.target.matches('input[name="ending"]')) return;
    event.preventDefault();
    if (chosen()) answer();
  });

  for (const name of ["change", "restored", "DOMContentLoaded"]) document.addEventListener(name, follow);
  swaps.after("form", follow);
})();
