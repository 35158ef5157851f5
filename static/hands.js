// The hands of a round form: parses and writes their text fields, with cards put down and cards left.
// Uses: cards
"use strict";

globalThis.hands = (() => {
  const form = () => document.querySelector("form[data-game], form[data-desk]");
  const pad = () => document.querySelector("[data-pad]");
  const part = (name, root = pad()) => root.querySelector(`[data-${name}]`);

  // True if melds are put down for points. Signs then separate them from the cards left, and no hand is whole.
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

    // The chosen button for an action instead of cards, such as dropping, or null.
    get instead() {
      return this.box.querySelector("[data-instead] input:checked:not([data-keeps-cards], [value=''])");
    }

    // True if it is entered in rows of parts, each with its points.
    get isTallied() {
      return "tally" in this.box.dataset;
    }

    get isWrong() {
      return this.box.classList.contains("field--wrong");
    }

    // The part with the error; the message is below it.
    get wrongSign() {
      return this.box.querySelector("[data-of]:has(+ .field__errors)")?.dataset.of ?? "+";
    }

    // The element where it is being entered: in rows, the row that the page asks for.
    get place() {
      return this.isTallied ? this.box.querySelector(".round-hand-part--asked") : this.box;
    }

    // True if one number stands for all its rows.
    get hasResult() {
      return Boolean(this.part("all")?.value);
    }

    // True if a choice, a flag or only the result replaces its cards.
    get isTold() {
      if (this.isTallied) return this.instead !== null || this.hasResult;
      return this.box.querySelector("input:is([type=radio], [type=checkbox]):checked:not([value=''], [data-keeps-cards], [data-phase] *)") !== null;
    }

    // The words put down and the words left, each with its index in the text. A stroke separates them.
    get parts() {
      const { words } = this;
      const stroke = words.indexOf("/");
      const end = stroke < 0 && words.includes("+") ? words.length : Math.max(stroke, 0);
      const all = words.map((word, place) => ({ word, place }));
      return { "+": all.slice(0, end), "/": all.slice(end).filter(({ word }) => word !== "/") };
    }

    // The parts that the page asks for: cards put down and cards left. A player who went out alone has only the first.
    get signs() {
      const isOne = !show() || this.isUpcard || this.box.classList.contains("round-hand--shown");
      return isOne ? ["+"] : ["+", "/"];
    }

    // The text of a part as typed: up to the space before the stroke, or after the stroke.
    rawPart(sign) {
      const stroke = this.text.indexOf("/");
      if (stroke < 0) return (sign === "+") === this.text.includes("+") ? this.text : "";
      return sign === "+" ? this.text.slice(0, stroke).replace(/ $/, "") : this.text.slice(stroke + 1).trimStart();
    }

    // In a new form the cursor is before the typed text. With two parts, the first key press decides.
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

    // Typed text stays in its part. In rows, a number is a count.
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

    // A stroke without cards means that nothing was put down.
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

  // One object per hand on the page, so that they can be compared.
  const known = new WeakMap();

  const of = (box) => {
    if (box && !known.has(box)) known.set(box, new Hand(box));
    return box ? known.get(box) : null;
  };

  const around = (element) => of(element.closest?.("[data-hand]"));

  const all = () => [...form().querySelectorAll("[data-hand]")].map(of);

  const ofSeat = (seat) => all().find((hand) => hand.seat === seat) ?? null;

  // Records the round or sends the hands, if that button is shown.
  const send = () => {
    const submit = part("submit", form()) ?? form().querySelector(".pad-dock > .button--primary:not([data-next])");
    if (submit && !submit.hidden) submit.click();
  };

  return { all, around, form, ofSeat, pad, part, send, show };
})();
