// Fires the events for input typed before the scripts ran or while a new form was loading.
"use strict";

(() => {
  const FIELDS = "input:not([type=hidden]), select, textarea";

  const isTicked = (field) => field.type === "radio" || field.type === "checkbox";

  // Of a group of radio buttons, only the checked one counts.
  const isTold = (field, before) => (field.type === "radio" ? field.checked && !before : field.checked !== before);

  const isChanged = (field) => {
    if (isTicked(field)) return isTold(field, field.defaultChecked);
    if (!field.options) return field.value !== field.defaultValue;
    const first = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
    return first !== undefined && !first.selected;
  };

  const wasNotSent = (field, sent) => {
    if (!field.name || field.disabled) return false;
    const isSent = sent.getAll(field.name).includes(field.value);
    return isTicked(field) ? isTold(field, isSent) : !isSent;
  };

  const note = (root, isNew) =>
    [...root.querySelectorAll(FIELDS)].filter(isNew).map((field) => ({
      field,
      value: field.value,
      checked: field.checked,
    }));

  // A draft can have overwritten the typed value meanwhile.
  const tell = ({ field, value, checked }) => {
    if (isTicked(field)) field.checked = checked;
    else field.value = value;
    for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  };

  // Input before the scripts ran: the first listener notes it, the last one fires the events.

  let early = [];
  let focused = null;

  const noteEarly = () => {
    early = note(document, isChanged);
    focused = document.activeElement;
  };

  const tellEarly = () => {
    if (focused?.matches(FIELDS)) focused.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    early.forEach(tell);
  };

  window.addEventListener("DOMContentLoaded", noteEarly, { capture: true });
  window.addEventListener("DOMContentLoaded", tellEarly);

  // Input while an answer that replaces the whole form was loading.

  const FORMS = "form[data-game], form[data-desk]";
  let late = { typed: [] };

  const sameField = ({ name, type, value }) => {
    const all = document.querySelectorAll(`:is(${FORMS}) [name="${CSS.escape(name)}"]`);
    return [...all].find((field) => field.type === type && (!isTicked(field) || field.value === value));
  };

  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const form = detail.target.querySelector(FORMS);
    const { xhr, requestConfig } = detail;
    if (form) late = { xhr, typed: note(form, (field) => wasNotSent(field, requestConfig.formData)) };
  });

  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (detail.xhr !== late.xhr) return;
    const { typed } = late;
    late = { typed: [] };
    for (const { field: old, ...held } of typed) {
      const field = sameField(old);
      if (field) tell({ field, ...held });
    }
  });
})();
