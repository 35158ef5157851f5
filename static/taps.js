// A tap counts only for the element under the finger at its start, and leaves the page only if the server answers.
// Uses: network
"use strict";

// News from other phones can move the page under the finger.

(() => {
  const LONGEST_TAP = 1000; // milliseconds

  let aimed = null;

  const pressable = (target) => target.closest?.("a[href], button, summary") ?? null;

  const purpose = ({ href, ariaLabel, textContent }) => href ?? ariaLabel ?? textContent;

  // A redrawn link or button counts as the same.
  const isSame = (one, other) => one === other || (one !== null && purpose(one) === purpose(other));

  document.addEventListener(
    "pointerdown",
    ({ target, timeStamp }) => {
      aimed = { at: timeStamp, thing: pressable(target) };
    },
    true,
  );

  document.addEventListener(
    "click",
    (event) => {
      const hit = pressable(event.target);
      const isByKey = event.detail === 0;
      const isTap = !isByKey && aimed !== null && event.timeStamp - aimed.at < LONGEST_TAP;
      const isMissed = isTap && hit !== null && !isSame(aimed.thing, hit);
      aimed = null;
      if (!isMissed) return;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
})();

// Links must not end at the browser’s error page.

(() => {
  const SLOW = 800; // milliseconds until the banner explains the delay

  let asking = false;

  // An earlier unsent press is sent first, and this one stays on the page.
  const onceItAnswers = async (go, orElse) => {
    if (asking) return;
    asking = true;
    const isWaiting = network.isWaiting();
    const slow = setTimeout(network.say, SLOW, "asking");
    const isThere = await network.answers();
    clearTimeout(slow);
    asking = false;
    if (!isThere) orElse();
    else if (!isWaiting) go();
  };

  // Over https the phone has copies of pages.
  const isKept = async (href) =>
    Boolean(navigator.serviceWorker?.controller && (await caches.match(href, { ignoreVary: true })));

  const opensElsewhere = (event, link) =>
    event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || link.target || link.hasAttribute("download");

  const isHere = ({ pathname, search, hash }) =>
    Boolean(hash) && pathname === location.pathname && search === location.search;

  // The server is asked on pointerdown, so it has usually answered by the time of the click.
  const touch = ({ target }) => {
    network.noteTouch();
    if (target.closest?.("a[href], form:not([hx-post]) button")) network.answers();
  };

  for (const name of ["pointerdown", "keydown"]) window.addEventListener(name, touch, { capture: true });

  // On the window, so that every other listener comes first.
  window.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || event.defaultPrevented || network.hasAnswered()) return;
    if (link.origin !== location.origin || isHere(link) || opensElsewhere(event, link)) return;
    event.preventDefault();
    onceItAnswers(
      () => location.assign(link.href),
      async () => ((await isKept(link.href)) ? location.assign(link.href) : network.say("stays")),
    );
  });

  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented || network.hasAnswered()) return;
    event.preventDefault();
    const { target, submitter } = event;
    const send = () => target.requestSubmit(submitter);
    onceItAnswers(send, () => network.sendLater(target, send));
  });
})();
