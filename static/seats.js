// Adds, names, moves and removes the seats of a new game in the browser, so that no tap waits for the server. The
// server gets them when the game starts or another game is chosen.
// Uses: swaps
"use strict";

(() => {
  const MOST_SUGGESTED = 8;

  const form = () => document.querySelector("[data-swaps=seats]");
  const part = (name) => form().querySelector(`[data-${name}]`);
  const copyOf = (name) => part(name).content.firstElementChild.cloneNode(true);

  // Seats

  const seats = () => [...part("places").children];
  const idOf = (seat) => seat.querySelector("[name=place]").value;
  const seatOf = (id) => seats().find((seat) => idOf(seat) === id);
  const field = (seat) => seat.querySelector("[name=name]");
  const dealer = (seat) => seat.querySelector("[name=dealer]");
  const button = (seat, step) => seat.querySelector(`[value^="${step}:"]`);

  const alike = (name) => name.trim().toLowerCase();
  const isFree = (seat) => !alike(field(seat).value);
  const isSeated = (name) => seats().some((seat) => alike(field(seat).value) === alike(name));
  const named = () => seats().filter((seat) => !isFree(seat)).length;
  const sizes = () => part("places").dataset.sizes.split(" ").map(Number); // possible numbers of players
  const hasRoom = () => seats().length < sizes().at(-1);

  const lay = () => {
    const seat = copyOf("new-place");
    const id = Math.max(-1, ...seats().map(idOf)) + 1;
    for (const element of seat.querySelectorAll("*")) {
      for (const name of ["id", "for", "value"]) {
        if (element.hasAttribute(name)) element.setAttribute(name, element.getAttribute(name).replace(/\bnew$/, id));
      }
    }
    part("places").append(seat);
    return seat;
  };

  const freeSeat = () => seats().find(isFree) ?? (hasRoom() ? lay() : undefined);

  const name = (seat, text) => {
    field(seat).value = text;
    forgive(seat);
  };

  // Faces

  const knownAs = (who) =>
    [...form().querySelectorAll("#known-players option")].find((option) => alike(option.value) === alike(who));

  const paint = (place, who, otherwise) => {
    const face = place.querySelector("[data-face]");
    const known = alike(who) ? knownAs(who) : undefined;
    const colours = [...face.classList].filter((name) => name.startsWith("colour-"));
    face.classList.remove(...colours);
    if (known) face.classList.add(`colour-${known.dataset.colour}`);
    face.textContent = known?.dataset.sign ?? ([...who.trim()][0]?.toUpperCase() || otherwise);
  };

  // The error was about the old name.
  const forgive = (seat) => {
    seat.classList.remove("field--wrong");
    seat.querySelector(".field__errors")?.remove();
    field(seat).removeAttribute("aria-invalid");
    field(seat).removeAttribute("aria-describedby");
  };

  // Steps

  const move = (id, step) => {
    const seat = seatOf(id);
    // The neighbour is moved, so that the button keeps its focus.
    if (step === "up") seat.previousElementSibling && seat.after(seat.previousElementSibling);
    else seat.nextElementSibling && seat.before(seat.nextElementSibling);
    number();
    if (button(seat, step).disabled) button(seat, step === "up" ? "down" : "up").focus();
  };

  // Deselect partnerships if this number of players has none.
  const partPartners = () => {
    const alone = form().querySelector('[name="into"][value="0"]');
    if (alone && !part("places").dataset.sides.split(" ").includes(String(named()))) alone.checked = true;
  };

  const remove = (id) => {
    const seat = seatOf(id);
    const all = seats();
    const following = [...all.slice(all.indexOf(seat) + 1), ...all];
    const next = following.find((other) => other !== seat && !isFree(other)) ?? following[0];
    const wasNamed = !isFree(seat);
    if (dealer(seat).checked) dealer(next).checked = true;
    seat.remove();
    if (wasNamed) partPartners();
    document.getElementById("players").focus({ preventScroll: true });
  };

  const STEPS = new Map([
    ["add", () => hasRoom() && field(lay()).focus()],
    ["next", () => field(freeSeat() ?? seats().at(-1)).focus()],
    ["seat", (who) => {
      const seat = isSeated(who) ? undefined : freeSeat();
      if (seat) name(seat, who);
    }],
    ["up", (id) => move(id, "up")],
    ["down", (id) => move(id, "down")],
    ["remove", remove],
  ]);

  // Effects of the seats on the rest of the page

  const label = (seat, step, who) => {
    const told = part("places").dataset[step].replace("{player}", who);
    button(seat, step).querySelector(".visually-hidden").textContent = told;
  };

  const number = () => {
    const all = seats();
    all.forEach((seat, index) => {
      const who = field(seat).value.trim() || part("places").dataset.player.replace("{number}", index + 1);
      seat.querySelector("[data-number]").textContent = index + 1;
      paint(seat, field(seat).value, index + 1);
      for (const step of ["up", "down", "remove"]) label(seat, step, who);
      button(seat, "up").disabled = index === 0;
      button(seat, "down").disabled = index === all.length - 1;
      button(seat, "remove").hidden = all.length <= sizes()[0];
    });
    tell();
  };

  // Partnerships depend on the seats. The server draws them.
  const ask = (why) => document.getElementById("new-game-sides")?.dispatchEvent(new Event(why, { bubbles: true }));

  const tell = () => {
    const { dataset } = part("places");
    const seated = seats().map((seat) => alike(field(seat).value)).filter(Boolean).join("\n");
    if ("told" in dataset && dataset.told !== seated) ask("seats");
    dataset.told = seated;
  };

  // A seated name keeps its place in the list, so that nothing moves under the finger.
  const suggest = () => {
    const list = part("suggestions");
    const buttons = () => [...list.children].map((item) => item.querySelector("button"));
    const nameOn = (button) => button.value.replace(/^seat:/, "");
    const shown = new Set(buttons().map(nameOn));
    let waiting = buttons().filter((button) => !isSeated(nameOn(button))).length;
    for (const { value } of form().querySelectorAll("#known-players option")) {
      if (waiting >= MOST_SUGGESTED) break;
      if (shown.has(value) || isSeated(value)) continue;
      list.append(suggestion(value));
      waiting += 1;
    }
    const isFull = !hasRoom() && !seats().some(isFree);
    for (const button of buttons()) button.setAttribute("aria-disabled", isFull || isSeated(nameOn(button)));
    part("suggested").hidden = !list.children.length;
  };

  const suggestion = (who) => {
    const item = copyOf("new-suggestion");
    item.querySelector("button").value = `seat:${who}`;
    item.querySelector("[data-name]").textContent = who;
    paint(item, who, "");
    return item;
  };

  const refresh = () => {
    number();
    suggest();
    part("wrong-number").hidden = named() <= sizes()[0] || sizes().includes(named());
    form().querySelector("#add").hidden = !hasRoom();
  };

  // The server’s form has only the buttons that were possible when it was made.
  const setUp = () => {
    if (!form()) return;
    const place = copyOf("new-place");
    for (const seat of seats()) {
      if (!button(seat, "remove")) {
        const added = button(place, "remove").cloneNode(true);
        added.value = `remove:${idOf(seat)}`;
        seat.querySelector(".new-game-place__moves").after(added);
      }
    }
    if (!form().querySelector("#add")) part("new-add").before(copyOf("new-add"));
    refresh();
  };

  // If somebody types while another game is loading, the seats on the page win over the sent ones.

  let kept = [];
  let sent = "";

  const order = () => seats().map(idOf).join(" ");
  const keep = () => {
    kept = seats().map((seat) => ({ id: idOf(seat), text: field(seat).value, deals: dealer(seat).checked }));
  };

  // A name that exceeds this game’s seats is kept; the server rejects it at the start.
  const newSeat = () => (hasRoom() ? lay() : seats().find(isFree) ?? lay());

  const putBack = () => {
    const isMoved = sent !== kept.map(({ id }) => id).join(" ");
    const known = new Set(kept.map(({ id }) => id));
    for (const seat of seats()) if (!known.has(idOf(seat)) && !isFree(seat)) seat.remove();
    const ordered = kept.flatMap(({ id, text, deals }) => {
      const seat = seatOf(id) ?? (text.trim() ? newSeat() : undefined);
      if (!seat) return [];
      if (field(seat).value !== text) name(seat, text);
      if (deals) dealer(seat).checked = true;
      return [seat];
    });
    if (isMoved) part("places").prepend(...ordered);
  };

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest('button[name="do"]');
    if (!pressed?.form?.matches("[data-swaps=seats]")) return;
    sent = order();
    const [, step, what] = /^([a-z-]*):?(.*)$/s.exec(pressed.value);
    const take = STEPS.get(step);
    if (!take) return;
    event.preventDefault();
    if (pressed.getAttribute("aria-disabled") !== "true") take(what);
    refresh();
  });

  // Dragging a seat by its handle swaps it with its neighbours. A tap focuses its arrows instead.

  const middle = (seat) => {
    const { top, height } = seat.getBoundingClientRect();
    return top + height / 2;
  };

  const settle = (seat, y) => {
    const { previousElementSibling: before, nextElementSibling: after } = seat;
    if (before && y < middle(before)) seat.after(before);
    else if (after && y > middle(after)) seat.before(after);
    else return false;
    number();
    return true;
  };

  const drag = (handle, pointer) => {
    const seat = handle.closest("li");
    let isMoved = false;
    const follow = ({ clientY }) => {
      while (settle(seat, clientY)) isMoved = true;
    };
    const drop = () => {
      handle.removeEventListener("pointermove", follow);
      seat.classList.remove("new-game-place--dragged");
      if (!isMoved) button(seat, button(seat, "up").disabled ? "down" : "up").focus();
    };
    handle.setPointerCapture(pointer);
    seat.classList.add("new-game-place--dragged");
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", drop, { once: true });
  };

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest("[data-handle]");
    if (!handle || event.button) return;
    event.preventDefault();
    drag(handle, event.pointerId);
  });

  document.addEventListener("input", ({ target }) => {
    if (!target.form?.matches("[data-swaps=seats]")) return;
    // At once, before an answer to an earlier request undoes the choice.
    if (target.name === "into") ask("into");
    if (target.name !== "name") return;
    forgive(target.closest("li"));
    refresh();
  });

  swaps.before("seats", keep);
  swaps.after("seats", () => {
    setUp();
    putBack();
    refresh();
  });
  // The browser can restore form fields between these two events.
  for (const event of ["DOMContentLoaded", "pageshow"]) window.addEventListener(event, setUp);
})();
