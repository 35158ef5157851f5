// Shows the ending of the round at the top of the page. A tap on it leads back to the choice.
// Uses: hands, given, ending, hand-turns, next-player, swaps
"use strict";

(() => {
  const ask = (isAsked) => given.mark("asked", isAsked);

  const follow = () => {
    const title = document.querySelector("[data-title]");
    if (!hands.form() || !title) return;
    const button = ending.button();
    title.textContent = button ? button.closest("label").textContent.trim() : title.dataset.title;
    for (const each of document.querySelectorAll("span[data-number], [data-change]")) each.hidden = !button;
    given.mark("told", button !== null);
  };

  const answer = () => {
    ask(false);
    if (!given.hand()) nextPlayer.activate(handTurns.waiting());
  };

  document.addEventListener("click", ({ target, detail }) => {
    if (target.closest("[data-change]")) {
      ask(true);
      nextPlayer.activate(null);
      ending.button()?.focus({ preventScroll: true });
    } else if (detail && target.closest("#ending .chip") && ending.button()) {
      nextPlayer.followEnding();
      answer();
    }
  });

  // Arrow keys only browse the endings, so the hands wait until one is chosen.
  document.addEventListener("change", ({ target }) => {
    if (target.name !== "ending") return;
    nextPlayer.followEnding();
    if (!target.matches(":focus-visible")) answer();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || !event.target.matches('input[name="ending"]')) return;
    event.preventDefault();
    if (ending.button()) answer();
  });

  for (const name of ["change", "restored", "DOMContentLoaded"]) document.addEventListener(name, follow);
  swaps.after("form", follow);
})();
