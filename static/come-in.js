// Shows the chosen player’s name on the button of an invitation.
"use strict";

(() => {
  const button = document.querySelector("[data-come-in]");
  const form = button?.form;
  if (!form?.elements.name) return;
  const plain = button.textContent;

  const chosen = () => {
    const tapped = form.elements.who?.value;
    if (tapped && tapped !== "other") return tapped.replace(/^player:/u, "");
    return form.elements.who && tapped !== "other" ? "" : form.elements.name.value.trim();
  };

  const follow = () => {
    const name = chosen();
    button.textContent = name ? button.dataset.comeIn.replace("{name}", () => name) : plain;
  };

  form.addEventListener("input", follow);
  globalThis.addEventListener("pageshow", follow);
})();
