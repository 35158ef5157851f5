// The hands of a round form: how their text fields say what was put down and what is left.
// Uses: cards
"use strict";

globalThis.hands = (() => {
  const form = () => document.querySelector("form[data-game], form[data-desk]");
  const pad = () => document.querySelector("[data-pad]");
  const part = (name, root = pad()) => root.querySelector(`[data-${name}]`);

  // Whether melds are put down for points: signs then separate them from what is left, and no hand is whole.
  const show = () => "shows" in pad().dataset;

  class Hand {
    constructor(box) {
      this.box = box;
    }

    get input() {
      return this.box.querySelector("input");
    }

    get text() {
      return this.input.value;
    }

    get words() {
      return cards.words(this.text);
    }

    get isUpcard() {
      return "upcard" in this.box.dataset;
    }

    get seat() {
      return this.box.dataset.seat ?? "upcard";
    }

    get isWhole() {
      return !show() && this.words.some(cards.isSign);
    }

    get isEmpty() {
      return this.words.every(cards.isSign);
    }

    // What its player did instead of showing cards: the button for it, if it was.
    get instead() {
      return this.box.querySelector("[data-instead] input:checked:not([data-keeps-cards], [value=''])");
    }

    // Whether it is entered as rows of parts, each with its points.
    get isTallied() {
      return "tally" in this.box.dataset;
    }

    get isWrong() {
      return this.box.classList.contains("field--wrong");
    }

    // Which part of its rows was refused; what is wrong stands below it.
    get wrongSign() {
      return this.box.querySelector("[data-of]:has(+ .field__errors)")?.dataset.of ?? "+";
    }

    // Where it is being entered: of rows, the one that is asked for.
    get place() {
      return this.isTallied ? this.box.querySelector(".round-hand-part--asked") : this.box;
    }

    // Whether a choice or a flag stands in for its cards.
    get isTold() {
      if (this.isTallied) return this.instead !== null;
      return this.box.querySelector("input:is([type=radio], [type=checkbox]):checked:not([value=''], [data-keeps-cards], [data-phase] *)") !== null;
    }

    // What was put down and what is left, with places in the text, where a stroke separates them.
    get parts() {
      const { words } = this;
      const stroke = words.indexOf("/");
      const end = stroke < 0 && words.includes("+") ? words.length : Math.max(stroke, 0);
      const all = words.map((word, place) => ({ word, place }));
      return { "+": all.slice(0, end), "/": all.slice(end).filter(({ word }) => word !== "/") };
    }

    // What is asked of it: what was put down, and what is left, unless its player went out alone.
    get signs() {
      const isOne = !show() || this.isUpcard || this.box.classList.contains("round-hand--shown");
      return isOne ? ["+"] : ["+", "/"];
    }

    // The text of a part as it is typed: up to the space before the stroke, or from the stroke on.
    rawPart(sign) {
      const stroke = this.text.indexOf("/");
      if (stroke < 0) return (sign === "+") === this.text.includes("+") ? this.text : "";
      return sign === "+" ? this.text.slice(0, stroke).replace(/ $/, "") : this.text.slice(stroke + 1).trimStart();
    }

    // In a new form the cursor is before what was typed. Of two parts, the first key press decides.
    focusAtEnd() {
      this.input.focus({ preventScroll: true });
      if (!show()) this.input.setSelectionRange(this.text.length, this.text.length);
    }

    placeCaret(sign) {
      if (!show() || this.isUpcard || this.input.selectionStart !== this.input.selectionEnd) return;
      if (sign === "+" && this.text && !/[+/]/.test(this.text)) this.input.value = `/ ${this.text}`;
      const end = sign === "+" ? this.rawPart("+").length : this.text.length;
      this.input.setSelectionRange(end, end);
    }

    // After something was typed into a part: it stays in it, and in rows a number is a count.
    keepPart(sign, { counts, isDeleted }) {
      const isOnlyShown = sign === "+" && !this.text.includes("/");
      const [shown, left] = isOnlyShown ? [this.text, ""] : [this.rawPart("+"), this.rawPart("/")];
      if (!(shown + left).trim()) {
        if (isDeleted) this.input.value = "";
        return;
      }
      const asTyped = (text) => (counts ? text.replace(/^(?=\d+$)/, "=").replace(/^=(?=\d+[^\d])/, "") : text);
      const text = sign === "+" ? `${asTyped(shown)} / ${left}`.trimEnd() : `${shown} / ${asTyped(left)}`.trimStart();
      if (text === this.text) return;
      this.input.value = text;
      this.placeCaret(sign);
    }

    writeParts(shown, left) {
      this.write(shown || left ? `${shown} / ${left}`.trim() : "");
    }

    // A stroke alone says that nothing was put down.
    endShown() {
      if (!this.text.includes("/")) this.write(`${this.text} /`.trim());
    }

    part(name) {
      return part(name, this.box);
    }

    write(text) {
      this.input.value = text;
      this.input.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }

  // One object for each hand on the page, so that they can be compared.
  const known = new WeakMap();

  const of = (box) => {
    if (box && !known.has(box)) known.set(box, new Hand(box));
    return box ? known.get(box) : null;
  };

  const around = (element) => of(element.closest?.("[data-hand]"));

  const all = () => [...form().querySelectorAll("[data-hand]")].map(of);

  const ofSeat = (seat) => all().find((hand) => hand.seat === seat) ?? null;

  // Records the round or sends the hands, if the button for it is offered.
  const send = () => {
    const submit = part("submit", form()) ?? form().querySelector(".pad-dock > .button--primary:not([data-next])");
    if (submit && !submit.hidden) submit.click();
  };

  return { all, around, form, ofSeat, pad, part, send, show };
})();
