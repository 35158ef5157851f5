// Updates the counts of hands when a fact about the deal changes, such as the wild rank.
// Uses: hands, given, hand-cards, hand-counts, hand-turns, next-player
"use strict";

(() => {
  const follow = (button) => {
    const box = button.closest("[data-deals]");
    const { wild, worth } = JSON.parse(box.dataset.deals)[button.value];
    const { dataset } = hands.pad();
    if ("worth" in dataset) dataset.worth = JSON.stringify(worth);
    if (wild) dataset.wild = wild;
    else delete dataset.wild;
    const turnedUp = hands.part("turned-up", box);
    turnedUp.textContent = turnedUp.dataset.say.replace("{card}", () => button.closest("label").textContent.trim());
    for (const key of hands.pad().querySelectorAll("[data-key]")) {
      key.classList.toggle("pad__key--wild", key.dataset.key === wild);
    }
    for (const hand of hands.all()) {
      handCards.draw(hand);
      handCounts.showCount(hand);
    }
  };

  document.addEventListener("input", ({ target }) => {
    if (!target.matches("[data-deals] input")) return;
    follow(target);
    target.closest("details").open = false;
    if (!given.hand() && handTurns.waiting()) nextPlayer.goOn(handTurns.waiting());
  });

  // A restored draft brings its own fact.
  document.addEventListener("restored", () => {
    const button = document.querySelector("[data-deals] input:checked");
    if (button) follow(button);
  });
})();
