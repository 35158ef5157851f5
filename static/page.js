// Every page: the focus on what is new, and the language of the page as it is now.
"use strict";

(() => {
  const showNews = (root) => {
    const news = root.querySelector("[data-focus]");
    if (news) {
      const inPlace = news.dataset.focus === "in-place";
      news.focus({ preventScroll: inPlace });
      if (!inPlace) news.scrollIntoView({ block: "start" });
    }
  };

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "messages") detail.target.scrollIntoView({ block: "start" });
    // An outer swap leaves its target detached: the new part has the same id.
    if (detail.target.id === "typing") showNews(document.getElementById("main"));
  });
  document.addEventListener("DOMContentLoaded", () => showNews(document));

  // htmx may have changed the address since the page was made.
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".languages") && location.search) target.elements.next.value = location.pathname + location.search;
  });
})();
