// Buttons that subtract or add one to the number between them.
// Uses: numbers
"use strict";

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-stepper] [data-step]");
  if (!button) return;
  const field = button.closest("[data-stepper]").querySelector("input");
  const number = Math.max(0, (numbers.read(field.value) ?? 0) + Number(button.dataset.step));
  field.value = number || "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
});
