// Drafts that outlive a reload, news about the connection, and the focus after htmx has put new parts in.
"use strict";

(() => {
  const PREFIX = "scorekeeper.draft.";

  // Drafts: what is typed in a round form is kept on this phone until it is recorded.

  const isOneHand = (form) => "seat" in form.dataset;

  const draftName = ({ dataset }) => {
    const part = "correction" in dataset ? dataset.number : "seat" in dataset ? "hand" + dataset.seat : "";
    return PREFIX + dataset.game + (part && "." + part);
  };

  const readDraft = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  };

  const writeDraft = (name, draft) => {
    try {
      localStorage.setItem(name, JSON.stringify(draft));
    } catch {
      // A browser that keeps nothing still sends the form.
    }
  };

  const dropDraft = (name) => {
    try {
      localStorage.removeItem(name);
    } catch {
      // Nothing was kept.
    }
  };

  const typedFields = (form) => {
    const fields = {};
    for (const field of form.elements) {
      if (!field.name || field.type === "submit") continue;
      if (field.type === "hidden" && !("keep" in field.dataset)) continue;
      if (field.type === "radio" || field.type === "checkbox") {
        if (field.checked) fields[field.name] = field.value;
      } else if (field.value) fields[field.name] = field.value;
    }
    return fields;
  };

  const readKnown = (text) => {
    try {
      return JSON.parse(text || "{}");
    } catch {
      return {};
    }
  };

  // Which open round a form belongs to, where one is open on other phones too.
  const openRound = (form) => form.dataset.open ?? readKnown(form.elements.was?.value).round;

  const saveDraft = (form, submitted) => {
    const { number, version } = form.dataset;
    const open = openRound(form);
    const at = form.elements.at?.value;
    writeDraft(draftName(form), { number: Number(number), version, open, submitted, at, fields: typedFields(form) });
  };

  // A round that was open on every phone was recorded, or discarded, with what all of them entered.
  const isOutdated = (form, draft) => {
    const { version, number, held } = form.dataset;
    if ("correction" in form.dataset) return draft.version !== version;
    if (draft.open && draft.open !== openRound(form)) return true;
    if (isOneHand(form)) return draft.submitted && Number(held) > Number(draft.fields.seen);
    return draft.submitted && draft.number < Number(number);
  };

  // Typed for a round that somebody else has recorded since: it must not count as the next one unseen.
  const isOvertaken = (form, draft) =>
    !("correction" in form.dataset) && !isOneHand(form) && draft.number < Number(form.dataset.number);

  // Of a round that is open on other phones too, only what was changed here is put back.
  const changedFields = (form, fields) => {
    if (!("open" in form.dataset) || isOneHand(form)) return { ...fields, was: form.elements.was?.value };
    const known = readKnown(fields.was);
    const was = readKnown(form.elements.was.value);
    const changed = Object.entries(fields).filter(([name, value]) => name !== "was" && (known[name] ?? "") !== value);
    for (const [name] of changed) {
      if (name in known) was[name] = known[name];
      else delete was[name];
    }
    return { ...Object.fromEntries(changed), was: JSON.stringify(was) };
  };

  const fillIn = (form, fields) => {
    for (const [name, value] of Object.entries(fields)) {
      const place = /^adjustment-(\d+)-/.exec(name);
      while (place && !form.elements[name]) addAdjustment(form);
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
    const draft = readDraft(name);
    if (!draft) return;
    if (isOutdated(form, draft)) return dropDraft(name);
    if (isOvertaken(form, draft)) form.querySelector("[data-draft-old]").hidden = false;
    else putBack(form, draft);
  };

  const putBack = (form, draft) => {
    const before = JSON.stringify(typedFields(form));
    // A hand that was being typed is still being typed: nobody gave it yet.
    if (form.elements.at) form.elements.at.value = draft.at ?? "";
    fillIn(form, changedFields(form, draft.fields));
    if (JSON.stringify(typedFields(form)) === before) return;
    form.querySelector("[data-draft]").hidden = false;
    form.dispatchEvent(new Event("restored", { bubbles: true }));
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const dropRecorded = (sheet) => {
    const name = PREFIX + sheet.dataset.sheet;
    const draft = readDraft(name);
    if (draft?.submitted && draft.number <= Number(sheet.dataset.played)) dropDraft(name);
    for (const each of Object.keys(localStorage)) {
      if (each.startsWith(name + ".") && readDraft(each)?.version !== sheet.dataset.version) dropDraft(each);
    }
  };

  // Adjustments: another row like the last one.

  const addAdjustment = (form) => {
    const rows = form.querySelectorAll("[data-adjustment]");
    const last = rows[rows.length - 1];
    const next = last.cloneNode(true);
    const place = `adjustment-${rows.length}-`;
    for (const field of next.querySelectorAll("[name]")) {
      field.name = field.id = field.name.replace(/^adjustment-\d+-/, place);
      field.value = "";
      field.removeAttribute("aria-invalid");
      field.removeAttribute("aria-describedby");
    }
    for (const error of next.querySelectorAll(".field__errors")) error.remove();
    next.setAttribute("aria-label", last.getAttribute("aria-label").replace(/\d+/, rows.length + 1));
    last.after(next);
    return next;
  };

  // The language is switched on the page as it is now, which htmx may have changed.

  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".languages") && location.search) target.elements.next.value = location.pathname + location.search;
  });

  // The connection.

  const banner = () => document.getElementById("banner");

  const warn = (asked) => {
    const kind = document.querySelector("form[data-game]") ? asked : "stale";
    banner().textContent = banner().dataset[kind];
    banner().hidden = false;
  };

  let unsent = false; // something was pressed, and did not arrive

  const calm = () => {
    banner().hidden = true;
    unsent = false;
  };

  const isPressed = ({ elt, verb }) => verb === "post" && !elt.matches("[data-preview]");

  const countAgain = () => {
    const button = document.querySelector("[data-preview]");
    if (button) htmx.trigger(button, "retry");
  };

  document.addEventListener("htmx:sendError", ({ detail }) => {
    warn("offline");
    unsent ||= isPressed(detail.requestConfig);
  });
  document.addEventListener("htmx:timeout", () => warn("failed"));
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (detail.xhr.status < 500 && (!unsent || isPressed(detail.requestConfig))) calm();
  });
  window.addEventListener("offline", () => warn("offline"));
  window.addEventListener("online", () => {
    if (unsent) warn("unsent");
    else calm();
    countAgain();
    wake();
  });

  // What the others do: asked every two seconds while somebody looks, and at once when they look again.

  const asksForNews = (element) => element.getAttribute("hx-trigger")?.endsWith("wake") ?? false;

  const wake = () => {
    if (!document.hidden) for (const each of document.querySelectorAll("[hx-trigger$='wake']")) htmx.trigger(each, "wake");
  };

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && asksForNews(event.detail.elt)) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const { status } = detail.xhr;
    if (status < 400 || !asksForNews(detail.requestConfig.elt)) return;
    // What is not for this phone any more goes from its screen; anything else is asked again.
    detail.shouldSwap = false;
    if (status === 403 || status === 404) location.reload();
    else warn("failed");
  });
  document.addEventListener("visibilitychange", wake);

  // What is new on the page.

  const setUp = (root) => {
    const form = root.querySelector("form[data-game]");
    if (form && "typed" in form.dataset) saveDraft(form, false);
    else if (form) restoreDraft(form);
    // Whoever was faster than this script is not overheard.
    if (form?.querySelector("input:checked:not([checked])")) form.dispatchEvent(new Event("input", { bubbles: true }));
    const news = root.querySelector("[data-focus]");
    if (news) {
      const inPlace = news.dataset.focus === "in-place";
      news.focus({ preventScroll: inPlace });
      if (!inPlace) news.scrollIntoView({ block: "start" });
    }
  };

  document.addEventListener("input", ({ target }) => {
    const form = target.closest?.("form[data-game]");
    if (form) saveDraft(form, false);
  });

  document.addEventListener("moved", ({ target }) => {
    if (readDraft(draftName(target.form))) saveDraft(target.form, false);
  });

  document.addEventListener("submit", ({ target }) => {
    if (target.matches("form[data-game]")) saveDraft(target, true);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-more], [data-draft-drop], [data-draft-use]");
    if (!button) return;
    const form = button.closest("form");
    event.preventDefault();
    if ("more" in button.dataset) addAdjustment(form).querySelector("select").focus();
    else if ("draftUse" in button.dataset) {
      button.closest("[data-draft-old]").hidden = true;
      putBack(form, readDraft(draftName(form)));
    } else {
      dropDraft(draftName(form));
      location.reload();
    }
  });

  // What was shared is known now; a hand that somebody else changed is not the one in the field any more.
  document.addEventListener("htmx:oobAfterSwap", ({ detail }) => {
    const form = document.querySelector("form[data-game]");
    if (form && detail.target.id === "was") saveDraft(form, false);
  });

  // What others entered may complete the round on this form; once they recorded it, only what was typed
  // here and not shared yet is a reason to stay.
  const followCompany = () => {
    const form = document.querySelector("form[data-game]");
    const sheet = document.querySelector("#company [data-gone]");
    const { was, entered_by, ...fields } = typedFields(form);
    const isBlank = !Object.keys(fields).length;
    if (isBlank && document.querySelector("#company [data-changed]")) {
      return location.assign(document.querySelector("#company [data-table]").href);
    }
    if (!sheet) return countAgain();
    const known = readKnown(was);
    delete known.round;
    if (Object.entries(fields).every(([name, value]) => known[name] === value)) location.assign(sheet.href);
    else document.getElementById("company").scrollIntoView({ block: "start" });
  };

  // A mended error goes, wherever it was mended: one card may have been in two hands.
  const COUNTED = /^(hand-\d+|ending|upcard)$/;

  const dropMended = () => {
    const box = document.querySelector("[data-errors]");
    const { wrong, judged } = document.getElementById("standing")?.dataset ?? {};
    if (!box || wrong === undefined) return;
    for (const item of box.querySelectorAll("[data-of]")) {
      const name = item.dataset.of;
      if (wrong.split(" ").includes(name) || !(judged !== undefined || COUNTED.test(name))) continue;
      const field = document.getElementById(name);
      const described = field?.getAttribute("aria-describedby") ?? "";
      field?.removeAttribute("aria-invalid");
      field?.setAttribute("aria-describedby", described.replace(`${name}-error`, "").trim());
      field?.classList.remove("field--wrong");
      document.getElementById(`${name}-error`)?.remove();
      item.remove();
    }
    if (!box.querySelector("[data-of]")) box.remove();
  };

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "preview") dropMended();
    if (detail.target.id === "messages") detail.target.scrollIntoView({ block: "start" });
    if (detail.target.id === "company") followCompany();
    // An outer swap leaves its target detached: the new part has the same id.
    if (detail.target.id === "typing") setUp(document.getElementById("main"));
  });

  // A page that comes back from the browser's memory may show a round that was recorded since.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted && document.querySelector("form[data-game]")) location.reload();
    else if (event.persisted) wake();
  });

  // So may one that "back" takes from the browser's cache, and by that its draft would be judged outdated.
  const isFromHistory = () => performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  document.addEventListener("DOMContentLoaded", () => {
    if (isFromHistory() && navigator.onLine && document.querySelector("form[data-game]")) return location.reload();
    const sheet = document.querySelector("[data-sheet]");
    if (sheet) dropRecorded(sheet);
    setUp(document);
  });
})();
