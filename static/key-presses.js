// Decides the effect of each key of a real keyboard: letters and digits go into the lit row, Enter and arrows move
// between rows. Enter after the last row sends the form.
// Uses: hands, given, hand-rows, lit-row, pad-keys, next-player, turn-view
"use strict";

(() => {
  const WRITES = "input:not([type=radio], [type=checkbox], [type=submit]), textarea, select, [contenteditable]";

  const isText = ({ key, ctrlKey, metaKey, altKey }) =>
    (([...key].length === 1 && key !== " ") || key === "Backspace") && !ctrlKey && !metaKey && !altKey;

  const lit = () => (hands.form() && hands.pad() ? handRows.lit() : null);

  // After a press on a button, typing goes into its row. Without such a row it goes into the lit one.
  const rowOf = (target) => {
    const hand = hands.around(target);
    const field = target.closest("[data-row]")?.querySelector("[data-each]:not([type=checkbox])");
    return hand && field ? { hand, field } : lit();
  };

  const takeText = (event) => {
    const { target, key } = event;
    if (!target.matches(WRITES)) {
      const row = rowOf(target);
      if (!row) return;
      litRow.light(row);
    }
    const row = lit();
    if (!row || document.activeElement !== row.field) return;
    padKeys.fold(true);
    turnView.offerNext();
    if (row.sign && hands.show() && key === "/") {
      event.preventDefault();
      leaveRest(row);
    } else if (row.sign) row.hand.placeCaret(row.sign);
  };

  // A stroke moves to the cards left.
  const leaveRest = ({ hand }) => {
    hand.endShown();
    nextPlayer.activate(hand, "/");
  };

  const MOVES = {
    ArrowUp: (row) => litRow.go(row, -1),
    ArrowDown: (row) => litRow.go(row, 1),
    ArrowLeft: (row) => litRow.across(row, -1),
    ArrowRight: (row) => litRow.across(row, 1),
    Enter: (row) => litRow.goOn(row),
    Escape: () => litRow.takeBack(),
  };

  // If the cards are visible as text, arrow keys move the cursor in it.
  const isMove = ({ key, ctrlKey, metaKey, altKey, shiftKey }, row) =>
    key in MOVES && !ctrlKey && !metaKey && !altKey && !shiftKey && (row.hand.isTallied || !/Left|Right/.test(key));

  // By default, Enter would press the first button of the form, which only counts.
  const isSend = ({ key, ctrlKey, metaKey, target }) =>
    key === "Enter" && !ctrlKey && !metaKey && target.matches("form[data-game] [data-hand] input[type=text]");

  document.addEventListener("keydown", (event) => {
    if (!hands.form() || !hands.pad() || event.isComposing) return;
    litRow.note();
    if (isText(event)) takeText(event);
    const row = lit();
    if (!row || document.activeElement !== row.field) {
      if (isSend(event)) {
        event.preventDefault();
        hands.send();
      }
      return;
    }
    if (row.sign && !isText(event)) row.hand.placeCaret(row.sign);
    if (isMove(event, row)) {
      event.preventDefault();
      MOVES[event.key](row);
    }
  });

  // In a field with two parts, typing goes into the part that the page asks for.
  const inParts = (target) => {
    const hand = hands.form() && hands.pad() && hands.around(target);
    return hand && hand === given.hand() && target === hand.input && hands.show() && !hand.isUpcard ? hand : null;
  };

  document.addEventListener("beforeinput", (event) => {
    const hand = inParts(event.target);
    if (!hand || !event.inputType.startsWith("delete") || hand.input.selectionStart !== hand.input.selectionEnd) return;
    if (event.inputType.endsWith("Forward") || !hand.rawPart(given.part())) event.preventDefault();
  });

  document.addEventListener(
    "input",
    ({ target, inputType = "" }) => {
      const counts = hands.form() && hands.pad()?.matches("[data-tallies]") && padKeys.isCounting();
      inParts(target)?.keepPart(given.part(), { counts, isDeleted: inputType.startsWith("delete") });
    },
    true,
  );

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-tally] [data-each]")) turnView.offerNext();
  });

  document.addEventListener("mousedown", (event) => {
    if (event.target.closest("[data-tally] :is([data-step], [data-touch])")) event.preventDefault();
  });

  // A wide screen has a keyboard, and shows the rows of every side.
  const DESK = matchMedia("(width >= 60rem) and (hover: hover) and (pointer: fine)");

  document.addEventListener("DOMContentLoaded", () => {
    if (DESK.matches && hands.form() && hands.pad()) padKeys.fold(true);
  });
})();
