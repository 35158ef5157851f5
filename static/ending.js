// How the round ended stands at the top of the page; a tap on it leads back to the choice.
"use strict";

(() => {
  const { active, form, mark, part } = roundForm;
  const { activate, firstAsked, followEnding } = nextPlayer;

  const chosen = () => form().querySelector('input[name="ending"]:checked');

  const ask = (isAsked) => mark("asked", isAsked);

  const follow = () => {
    const title = document.querySelector("[data-title]");
    if (!form() || !title) return;
    const button = chosen();
    title.textContent = button ? button.closest("label").textContent.trim() : title.dataset.title;
    part("number", document).hidden = part("change", document).hidden = !button;
    mark("told", button !== null);
  };

  const answer = () => {
    ask(false);
    if (!active()) activate(firstAsked() ?? null);
  };

  document.addEventListener("click", ({ target, detail }) => {
    if (target.closest("[data-change]")) {
      ask(true);
      activate(null);
      chosen()?.focus({ preventScroll: true });
    } else if (detail && target.closest("form[data-game] #ending .chip") && chosen()) {
      followEnding();
      answer();
    }
  });

  document.addEventListener("change", ({ target }) => {
    if (form() && target.name === "ending" && !target.matches(":focus-visible")) ask(false);
  });

  // With the arrow keys one looks at the endings in turn: the hands wait until one is chosen.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || !event.target.matches('form[data-game] input[name="ending"]')) return;
    event.preventDefault();
    if (chosen()) answer();
  });

  for (const name of ["change", "restored", "DOMContentLoaded"]) document.addEventListener(name, follow);
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "typing") follow();
  });
})();
