// Removes an error at a desk when its field changes, or with an answer.
"use strict";

(() => {
  const list = () => document.querySelector("#desk > .message--error");

  const named = (name) => document.querySelectorAll(`[aria-describedby~="${name}-error"]`);

  const drop = (name) => {
    document.getElementById(`${name}-error`)?.remove();
    for (const field of named(name)) {
      field.removeAttribute("aria-invalid");
      field.setAttribute("aria-describedby", field.getAttribute("aria-describedby").replace(`${name}-error`, "").trim());
      field.closest(".field--wrong")?.classList.remove("field--wrong");
    }
    for (const item of list()?.querySelectorAll("li") ?? []) {
      const of = item.querySelector("a")?.hash.slice(1);
      if (of === undefined || of === name) item.remove();
    }
    if (!list()?.querySelector("li")) list()?.remove();
  };

  document.addEventListener("input", ({ target }) => {
    if (target.name && target.closest("#dispute")) drop(target.name);
  });
  document.addEventListener("htmx:afterSwap", () => {
    const answer = document.getElementById("answer");
    if (!answer?.firstElementChild || answer.querySelector(".message--error")) return;
    for (const errors of document.querySelectorAll("#dispute .field__errors")) drop(errors.id.replace(/-error$/u, ""));
  });
})();
