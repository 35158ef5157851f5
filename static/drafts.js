// Keeps the typed content of a round form on this phone until it is recorded, even after a reload.
// Uses: adjustments, fresh, memory, swaps
"use strict";

(() => {
  const PREFIX = "draft.";

  // A form with a single hand belongs to a round that is open on every phone.
  const isOneHand = (form) => "hands" in form.dataset;

  const draftName = ({ dataset }) => {
    const part = "correction" in dataset ? dataset.number : "hands" in dataset ? "hand" + dataset.hands : "";
    return PREFIX + dataset.game + (part && "." + part);
  };

  // Fields of a form that the page fills in with a round can be emptied.
  const isFilledIn = ({ dataset }) => "correction" in dataset || dataset.game.endsWith(".again");

  const typedFields = (form) => {
    const fields = {};
    for (const field of form.elements) {
      if (!field.name || field.type === "submit") continue;
      if (field.type === "hidden" && !("keep" in field.dataset)) continue;
      const isOff = (field.type === "radio" || field.type === "checkbox") && !field.checked;
      if (!isOff && field.value) fields[field.name] = field.value;
      else if (isFilledIn(form)) fields[field.name] ??= "";
    }
    return fields;
  };

  const isBlank = (form) => Object.keys(typedFields(form)).every((name) => !name.startsWith("hand-"));

  const saveDraft = (form, submitted) => {
    const { number, version } = form.dataset;
    const { open } = form.dataset;
    const at = form.elements.at?.value;
    memory.write(draftName(form), { number: Number(number), version, open, submitted, at, fields: typedFields(form) });
  };

  // True if the round was recorded or discarded meanwhile, here or on another phone.
  const isOutdated = (form, draft) => {
    const { version, number, held } = form.dataset;
    if ("correction" in form.dataset) return draft.version !== version;
    if (draft.open && draft.open !== form.dataset.open) return true;
    if (isOneHand(form)) return draft.submitted && Number(held) > Number(draft.fields[`version-${form.dataset.seat}`]);
    return draft.submitted && draft.number < Number(number);
  };

  // True if another phone recorded this round: the draft must not silently become the next one.
  const isOvertaken = (form, draft) =>
    !("correction" in form.dataset) && !isOneHand(form) && draft.number < Number(form.dataset.number);

  const fillIn = (form, fields) => {
    for (const [name, value] of Object.entries(fields)) {
      const place = /^adjustment-(\d+)-/.exec(name);
      while (place && !form.elements[name]) adjustments.addAdjustment(form);
      for (const field of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
        if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value;
        else if (value !== undefined) field.value = value;
      }
    }
    if (["note", "dealer", "adjustment-0-points"].some((name) => fields[name])) {
      form.querySelector("details").open = true;
    }
  };

  const restoreDraft = (form) => {
    const name = draftName(form);
    const draft = memory.read(name);
    if (!draft) return;
    if (isOutdated(form, draft)) return memory.drop(name);
    if (isOvertaken(form, draft)) form.querySelector("[data-draft-old]").hidden = false;
    else putBack(form, draft);
  };

  const putBack = (form, draft) => {
    const before = JSON.stringify(typedFields(form));
    // The hand that was being typed stays open.
    if (form.elements.at) form.elements.at.value = draft.at ?? "";
    const { chosen } = form.dataset; // on the sheet, just now
    fillIn(form, { ...draft.fields, ...(chosen && { ending: chosen }) });
    if (JSON.stringify(typedFields(form)) === before) return;
    form.querySelector("[data-draft]").hidden = false;
    form.dispatchEvent(new Event("restored", { bubbles: true }));
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const dropRecorded = (sheet) => {
    const name = PREFIX + sheet.dataset.sheet;
    const draft = memory.read(name);
    if (draft?.submitted && draft.number <= Number(sheet.dataset.played)) memory.drop(name);
    for (const part of memory.names()) {
      if (part.startsWith(name + ".") && memory.read(part)?.version !== sheet.dataset.version) memory.drop(part);
    }
  };

  // The ending tapped on the sheet moves from the address into the draft, so that a reload keeps later changes.
  const keepChosen = (form) => {
    if (!("chosen" in form.dataset)) return;
    saveDraft(form, false);
    const address = new URL(location.href);
    for (const name of ["ending", "round"]) address.searchParams.delete(name);
    history.replaceState(history.state, "", address);
  };

  const takeUp = () => {
    const form = document.querySelector("form[data-game]");
    if (!form) return;
    if ("typed" in form.dataset) return saveDraft(form, false);
    restoreDraft(form);
    if (form.querySelector("[data-draft-old]")?.hidden) keepChosen(form);
  };

  document.addEventListener("input", ({ target }) => {
    const form = target.closest?.("form[data-game]");
    if (form) saveDraft(form, false);
  });

  document.addEventListener("moved", ({ target }) => {
    if (memory.read(draftName(target.form))) saveDraft(target.form, false);
  });

  document.addEventListener("submit", ({ target }) => {
    if (target.matches("form[data-game]")) saveDraft(target, true);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-draft-drop], [data-draft-use]");
    if (!button) return;
    const form = button.closest("form");
    event.preventDefault();
    if ("draftUse" in button.dataset) {
      button.closest("[data-draft-old]").hidden = true;
      putBack(form, memory.read(draftName(form)));
    } else {
      memory.drop(draftName(form));
      location.reload();
    }
  });

  swaps.after("form", takeUp);

  // If another phone entered this hand, leave the form, unless something is typed in it.
  swaps.after("together", () => {
    const form = document.querySelector("form[data-game]");
    const elsewhere = document.querySelector("[data-given]")?.dataset.given;
    if (elsewhere && form && isBlank(form)) location.assign(elsewhere);
  });

  document.addEventListener("DOMContentLoaded", () => {
    if (fresh.isOld()) return;
    const sheet = document.querySelector("[data-sheet]");
    if (sheet) dropRecorded(sheet);
    takeUp();
  });
})();
