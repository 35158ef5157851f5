// What this browser keeps, of one reader and never of two: no other script uses its store. The worker does so with pages.
"use strict";

globalThis.memory = (() => {
  const { home, reader, kept } = document.body.dataset; // without a reader, nobody knows whose this page is

  // Other apps on the same host, below other paths, keep things too.
  const LAST = `scorekeeper${home}`; // who read last
  const ours = `${LAST} `;
  const mine = `${ours}${reader} `;

  // A browser that keeps nothing works as well without.
  const attempt = (work, otherwise) => {
    try {
      return work();
    } catch {
      return otherwise;
    }
  };

  const all = () => Object.keys(localStorage);

  const names = () =>
    attempt(() => all().filter((name) => name.startsWith(mine)), []).map((name) => name.slice(mine.length));
  const read = (name) => attempt(() => JSON.parse(localStorage.getItem(mine + name)), null);
  const write = (name, value) => attempt(() => localStorage.setItem(mine + name, JSON.stringify(value)));
  const drop = (name) => attempt(() => localStorage.removeItem(mine + name));

  // Whoever left the club, or gave the phone to somebody else, takes along what they typed.
  const begin = () => {
    const isAnothers = (name) => name.startsWith(ours) && !name.startsWith(mine);
    for (const name of all()) if (isAnothers(name)) localStorage.removeItem(name);
    localStorage.setItem(LAST, reader);
  };

  const lastReader = () => attempt(() => localStorage.getItem(LAST), null);

  const isOther = (whose) => Boolean(reader && whose && whose !== reader);

  // The address may hold a hand too, so that it is not asked for again.
  const turnAway = () => {
    document.getElementById("main").hidden = true;
    if (!kept || location.pathname !== home) location.replace(home);
  };

  // The browser goes back to addresses, and has pages in its cache and in its memory. The worker has copies.
  const isFromHistory = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  const sign = () => history.replaceState({ ...history.state, reader }, "");

  if (isOther(history.state?.reader) || ((kept || isFromHistory) && isOther(lastReader()))) {
    turnAway();
  } else if (reader) {
    attempt(begin);
    sign();
    for (const moved of ["hashchange", "htmx:pushedIntoHistory", "htmx:replacedInHistory"]) {
      window.addEventListener(moved, sign);
    }
  }

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isOther(lastReader())) turnAway();
  });

  // The same club is open beside it, and is somebody else's now.
  window.addEventListener("storage", ({ key }) => {
    if (key === LAST && isOther(lastReader())) turnAway();
  });

  return { drop, names, read, write };
})();
