// Enters the melds of a table by touch: a number adds a piece in the colour chosen last.
// Uses: cards, memory, swaps
"use strict";

(() => {
  let drawCounts = () => {};

  const begin = () => {
    const form = document.querySelector("form[data-table]");
    if (!form) return;

    const entry = form.querySelector("[data-entry]");
    const { table: kind, withHand, oneCard } = form.dataset;
    const { suits, ranks, suitFirst, takesOut, goesOn, handLabel } = entry.dataset;
    const RANKS = ranks.split(" ");
    const HAND = -1;
    const SUIT_SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
    const table = form.querySelector("[data-typed] textarea");
    // Without a hand field, the melds are still to be laid: jokers stand for nothing, and cards need no suit.
    const { hand, ask } = form.elements;
    const pieces = document.querySelector("template[data-piece]")?.content;
    const pad = form.querySelector("[data-pad]");
    const key = `table.${kind}`;

    const read = () => {
      const melds = table.value.split(/[\r\n,;|/+]+/).map(cards.words);
      return { melds: melds.filter((meld) => meld.length > 0), hand: cards.words(hand?.value ?? "") };
    };

    let { melds, hand: held } = read();
    let at = melds.length > 0 ? melds.length - 1 : 0; // the row of the next piece
    let suit = hand ? suits[0] : "";
    let joker = null; // the place of a joker whose value comes next
    const past = []; // the states before each change

    const keep = () => past.push(JSON.stringify({ melds, held, at }));

    const row = () => {
      if (at === HAND) return held;
      melds[at] ??= [];
      return melds[at];
    };

    const code = (rank, of) => (areTiles ? of + RANKS[rank] : RANKS[rank] + of);

    // A tile is written with its colour first.
    const areTiles = suitFirst !== undefined;
    const parts = (word) => {
      const said = word.split("=").at(-1);
      const read = areTiles ? { suit: said[0], rank: said.slice(1) } : cards.read(said);
      const rank = RANKS.indexOf(read.rank);
      return rank < 0 || !suits.includes(read.suit) ? null : { suit: read.suit, rank };
    };

    const isJoker = (word) => cards.read(word.split("=")[0]).rank === "JK";

    const drawn = (word) => {
      if (!areTiles) {
        const face = cards.face(word.split("=")[0]);
        face.classList.add("playing-card--small");
        return face;
      }
      const piece = parts(word);
      const of = isJoker(word) ? "JK" : (piece?.suit ?? "");
      const found = pieces.querySelector(`[data-of="${of}"]`);
      if (!found) return document.createTextNode(word);
      const tile = found.firstElementChild.cloneNode(true);
      if (of !== "JK") tile.prepend(RANKS[piece.rank]);
      return tile;
    };

    // The piece that a joker stands for, with its signs.
    const saidOf = (word) => {
      const { suit: of, rank } = parts(word);
      if (!areTiles) return cards.signOf(RANKS[rank]) + SUIT_SIGNS[of];
      return `${RANKS[rank]}\u00a0${pieces.querySelector(`[data-of="${of}"] .table-tile__colour`).textContent}`;
    };

    // The name of a piece for screen readers: its text without hidden parts.
    const nameOf = (node) => {
      const heard = node.cloneNode(true);
      heard.querySelectorAll?.("[aria-hidden]").forEach((silent) => silent.remove());
      return heard.textContent.trim().replace(/\s+/g, " ");
    };

    const button = (className, label, onTap) => {
      const made = document.createElement("button");
      made.type = "button";
      made.className = className;
      made.ariaLabel = label;
      made.addEventListener("click", onTap);
      return made;
    };

    // A tap removes a piece. After a tap on a joker, the next number first says what it stands for.
    const tapped = (place, index) => {
      at = place;
      const of = row();
      const isSaid = joker === null || joker.place !== place || joker.index !== index;
      if (hand && place !== HAND && isJoker(of[index]) && isSaid) {
        joker = { place, index };
        draw();
        return;
      }
      joker = null;
      keep();
      of.splice(index, 1);
      change();
    };

    const drawnRow = (of, place) => {
      const line = document.createElement("div");
      line.className = `row table-row${place === at ? " table-row--current" : ""}`;
      if (place === HAND) {
        const label = document.createElement("span");
        label.className = "table-row__label quiet small";
        label.textContent = handLabel;
        line.append(label);
      }
      of.forEach((word, index) => {
        const face = drawn(word);
        const label = takesOut.replace("…", () => nameOf(face));
        const piece = button("bare table-row__piece", label, () => tapped(place, index));
        piece.append(face);
        if (word.includes("=") && parts(word)) piece.append(saidOf(word));
        if (joker?.place === place && joker.index === index) piece.ariaPressed = "true";
        line.append(piece);
      });
      const more = button("bare table-row__more", goesOn, () => {
        at = place;
        joker = null;
        draw();
      });
      more.textContent = "+";
      line.append(more);
      return line;
    };

    // Shows the count of each meld with its label, from the server’s answer.
    drawCounts = () => {
      if (hand) return;
      const counts = JSON.parse(document.querySelector("#answer").dataset.counts);
      entry.querySelectorAll(".table-row").forEach((line, place) => {
        line.querySelector(".table-row__count")?.remove();
        const [count, name] = counts[melds[place]?.join(" ")] ?? [];
        if (count === undefined) return;
        const told = document.createElement("p");
        told.className = "stack table-row__count";
        told.textContent = count;
        if (name) {
          const caption = document.createElement("span");
          caption.className = "quiet small";
          caption.textContent = name;
          told.append(caption);
        }
        line.append(told);
      });
    };

    const draw = () => {
      const lines = melds.map((meld, place) => drawnRow(meld, place));
      if (at !== HAND && !melds[at]) lines.push(drawnRow([], at));
      if (hand) lines.push(drawnRow(held, HAND));
      entry.replaceChildren(...lines);
      drawCounts();
      for (const suitKey of form.querySelectorAll("[data-suit]")) {
        suitKey.ariaPressed = String(suitKey.dataset.suit === suit);
      }
    };

    const change = () => {
      const isEmpty = (meld) => meld.length === 0;
      if (at !== HAND && melds[at] && isEmpty(melds[at])) melds.splice(at, 1);
      melds = melds.filter((meld) => !isEmpty(meld));
      if (at > melds.length) at = melds.length;
      table.value = melds.map((meld) => meld.join(" ")).join("\n");
      if (hand) {
        // With cards in the hand, the usual question changes, unless the user chose another one.
        const usual = (hasHand) => (hasHand ? withHand : "table");
        if (ask?.value === usual(Boolean(hand.value))) ask.value = usual(held.length > 0);
        hand.value = held.join(" ");
        memory.write(key, { table: table.value, hand: hand.value });
      }
      draw();
      form.dispatchEvent(new Event("input", { bubbles: true }));
    };

    const add = (word) => {
      keep();
      if (at === HAND && oneCard !== undefined) held.length = 0;
      row().push(word);
      change();
    };

    const say = ({ place, index }, word) => {
      joker = null;
      keep();
      melds[place][index] = `JK=${word}`;
      change();
    };

    const put = (rank) => {
      const word = code(rank, suit);
      if (joker === null) add(word);
      else say(joker, word);
    };

    const choose = (of) => {
      suit = !hand && suit === of ? "" : of;
      draw();
    };

    // Pieces from the start have no history, so they are removed one by one.
    const takeBack = () => {
      if (joker !== null) joker = null;
      else if (past.length > 0) ({ melds, held, at } = JSON.parse(past.pop()));
      else if (row().length > 0) row().pop();
      else at = Math.max((at === HAND ? melds.length : at) - 1, 0);
      change();
    };

    const next = () => {
      joker = null;
      at = melds.length;
      draw();
    };

    const acts = {
      rank: ({ rank }) => put(Number(rank)),
      suit: ({ suit: of }) => choose(of),
      joker: () => add("JK"),
      back: takeBack,
      next,
      handRow: () => {
        at = HAND;
        joker = null;
        draw();
      },
      clear: () => {
        joker = null;
        keep();
        [melds, held, at] = [[], [], 0];
        change();
      },
    };

    pad.addEventListener("click", ({ target }) => {
      const tappedKey = target.closest("button");
      if (!tappedKey) return;
      const act = Object.keys(acts).find((name) => name in tappedKey.dataset);
      acts[act](tappedKey.dataset);
      entry.querySelector(".table-row--current").scrollIntoView({ block: "nearest" });
    });

    const answer = document.querySelector("#answer");
    const isBlank = hand && !table.value && !hand.value;
    if (isBlank) {
      // The melds of the last question are kept for the next one.
      const { table: melt = "", hand: of = "" } = memory.read(key) ?? {};
      [table.value, hand.value] = [melt, of];
      ({ melds, hand: held } = read());
      at = melds.length;
    }
    entry.hidden = false;
    pad.hidden = false;
    form.querySelector("[data-typed]").hidden = true;
    draw();
    if (isBlank && (table.value || hand.value)) form.dispatchEvent(new Event("input", { bubbles: true }));

    // The answer is below the keys, so that a long one does not push them away. The counts of melds are above.
    if (hand) pad.after(answer);
  };

  begin();
  swaps.after("answer", () => drawCounts());
  // A new preset or number of players replaces the form.
  swaps.after("form", begin);
})();
