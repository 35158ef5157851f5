// Announces the length of a note when little room is left, after a pause in typing and not at every letter.
"use strict";

(() => {
  const FEW = 100;
  const PAUSE = 400; // ms
  let timer;

  const count = (field, words) => {
    const most = Number(field.dataset.most);
    const typed = [...field.value.trim()].length;
    words.textContent = typed > most - FEW ? words.dataset.words.replace("{count}", typed).replace("{most}", most) : "";
    words.toggleAttribute("data-is-over", typed > most);
  };

  document.addEventListener("input", ({ target }) => {
    const words = target.dataset.most && target.closest(".field, [data-adjustment]").querySelector("[data-count]");
    if (!words) return;
    clearTimeout(timer);
    timer = setTimeout(count, PAUSE, target, words);
  });
})();
