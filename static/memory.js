// The only access to the browser’s storage, for one reader at a time. The worker does the same for pages.
"use strict";

globalThis.memory = (() => {
  const { home, reader, kept } = document.body.dataset; // without a reader, the owner of this page is unknown

  // Other apps on the same host, with other paths, share the storage.
  const LAST = `scorekeeper${home}`; // the last reader
  const ours = `${LAST} `;
  const mine = `${ours}${reader} `;

  // Everything also works in a browser without storage.
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

  // A new reader must not see the previous reader’s input.
  const begin = () => {
    const isAnothers = (name) => name.startsWith(ours) && !name.startsWith(mine);
    for (const name of all()) if (isAnothers(name)) localStorage.removeItem(name);
    localStorage.setItem(LAST, reader);
  };

  const lastReader = () => attempt(() => localStorage.getItem(LAST), null);

  // A phone that lost its cookie can get the same reader again soon, so nothing is deleted until then.
  const isAway = "away" in document.body.dataset;

  const isOther = (whose) => Boolean(reader && !isAway && whose && whose !== reader);

  // The address can contain a hand, so the page is replaced, not reloaded.
  const turnAway = () => {
    document.getElementById("main").hidden = true;
    if (!kept || location.pathname !== home) location.replace(home);
  };

  // Pages of the previous reader can come from the history, the cache, the memory or the worker’s copies.
  const isFromHistory = performance.getEntriesByType("navigation")[0]?.type === "back_forward";

  const sign = () => history.replaceState({ ...history.state, reader }, "");

  if (isOther(history.state?.reader) || ((kept || isFromHistory) && isOther(lastReader()))) {
    turnAway();
  } else if (reader && !isAway) {
    attempt(begin);
    sign();
    for (const moved of ["hashchange", "htmx:pushedIntoHistory", "htmx:replacedInHistory"]) {
      window.addEventListener(moved, sign);
    }
  }

  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isOther(lastReader())) turnAway();
  });

  // Another tab of this browser has a new reader.
  window.addEventListener("storage", ({ key }) => {
    if (key === LAST && isOther(lastReader())) turnAway();
  });

  return { drop, names, read, write };
})();
