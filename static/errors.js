// A mended error goes, wherever it was mended: one card may have been in two hands.
"use strict";

(() => {
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
  });
})();
