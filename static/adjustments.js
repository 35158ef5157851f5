// Adds a row to the adjustments of a round.
"use strict";

globalThis.adjustments = (() => {
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
    for (const count of next.querySelectorAll("[data-count]")) count.textContent = "";
    for (const error of next.querySelectorAll(".field__errors")) error.remove();
    next.setAttribute("aria-label", last.getAttribute("aria-label").replace(/\d+/, rows.length + 1));
    last.after(next);
    return next;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-more]");
    if (!button) return;
    event.preventDefault();
    addAdjustment(button.closest("form")).querySelector("select").focus();
  });

  return { addAdjustment };
})();
