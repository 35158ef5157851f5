// A menu closes when one taps beside it, chooses from it, or presses Escape.
"use strict";

(() => {
  const open = () => document.querySelectorAll("[data-menu][open]");

  document.addEventListener("click", ({ target }) => {
    for (const menu of open()) {
      if (!menu.contains(target) || target.closest("[data-menu] a")) menu.open = false;
    }
  });

  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of open()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
})();
