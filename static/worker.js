// Keeps copies of pages and files for a phone without a network, for one reader at a time. SETTINGS is at the end.
"use strict";

const MOST_PAGES = 40;
const PATIENCE = 4000; // milliseconds until the copy of a page is shown

const readerOf = (answer) => answer.headers.get("Scorekeeper-Reader");
// Other apps on the same host, with other paths, have caches too.
const ours = (kind) => `scorekeeper${SETTINGS.home} ${kind}-`;
const filesName = () => ours("files") + SETTINGS.version;
const pagesName = (reader) => `${ours("pages")}${SETTINGS.version}-${reader}`;

const namesOf = async (kind) => (await caches.keys()).filter((name) => name.startsWith(ours(kind)));

const deleteAll = (names) => Promise.all(names.map((name) => caches.delete(name)));

// The newest cache has the pages of the current reader. Older ones are being deleted.
const keptPage = async (url) => {
  const name = (await namesOf("pages")).filter((each) => each.startsWith(pagesName(""))).at(-1);
  return name && (await caches.open(name)).match(url, { ignoreVary: true });
};

// Files: the content at an address never changes.

const openFile = async (url) => {
  const cache = await caches.open(filesName());
  const kept = await cache.match(url);
  if (kept) return kept;
  const answer = (await caches.match(url)) ?? (await fetch(url)); // an older version’s cache can have it
  if (answer.ok) await cache.put(url, answer.clone());
  return answer;
};

const filesIn = (text) => new Set(text.match(new RegExp(`${SETTINGS.files}[^"#\\s]+\\?v=\\w+`, "g")));

// Pages: copies show their time, and leave out temporary messages.

const NEWS = /(<div id="messages"[^>]*>)[^]*?(<\/div>\s*<main)/;
const DONE = /<p class="sheet-news"[^]*?<\/p>/g;

const withTime = (answer, text) => {
  const names = ["Content-Type", "Content-Security-Policy"];
  const headers = Object.fromEntries(names.map((name) => [name, answer.headers.get(name)]));
  const old = text.replace(NEWS, "$1$2").replace(DONE, "").replace("<body", `<body data-kept="${new Date().toISOString()}"`);
  return new Response(old, { headers });
};

const dropOldest = async (cache) => {
  const visited = (await cache.keys()).filter(({ url }) => !SETTINGS.shell.includes(new URL(url).pathname));
  await Promise.all(visited.slice(0, -MOST_PAGES).map((request) => cache.delete(request)));
};

// Copies are made one at a time. Answers to requests from before a change of reader are not kept.
let copying = Promise.resolve();
let requests = 0;
let firstOfReader = 0;

const copy = async (url, answer, number) => {
  const reader = readerOf(answer);
  if (!reader || number < firstOfReader) return;
  // Copies of another reader or language are deleted.
  const others = (await namesOf("pages")).filter((name) => !name.endsWith(`-${reader}`));
  if (others.length) firstOfReader = number;
  await deleteAll(others);
  if (!answer.ok || answer.redirected || !answer.headers.has("Scorekeeper-Keep")) return;
  const text = await answer.text();
  const cache = await caches.open(pagesName(reader));
  await Promise.all([...filesIn(text)].map(openFile));
  await cache.put(url, withTime(answer, text));
  await dropOldest(cache);
};

const keep = (url, answer, number) => {
  const copied = copying.then(() => copy(url, answer, number));
  copying = copied.catch(() => {});
  return copied;
};

// The header stops the answer from changing the cookie. It can arrive after the answer to a form that signs in.
const fetchAndKeep = async (url) => {
  const number = ++requests;
  await keep(url, await fetch(url, { headers: { "Scorekeeper-Copy": "yes" } }), number);
};

// The worker can be stopped, or the reader can change: missing pages are fetched later.
const fill = async () => {
  for (const path of SETTINGS.shell) {
    if (!(await keptPage(path))) await fetchAndKeep(path);
  }
};

let filling = Promise.resolve();

const fillLater = () => {
  filling = filling.then(fill).catch(() => {});
  return filling;
};

const later = () => new Promise((resolve) => setTimeout(resolve, PATIENCE));

// A sent form can change the reader. The next page names the current one.
let mayBeAnother = false;

const openPage = async (event) => {
  const { url } = event.request;
  const number = ++requests;
  const asked = fetch(event.request).then((answer) => {
    if (readerOf(answer)) mayBeAnother = false;
    event.waitUntil(keep(url, answer.clone(), number).then(() => readerOf(answer) && fillLater(), () => {}));
    return answer;
  });
  event.waitUntil(asked.catch(() => {}));
  const answered = asked.catch(async () => (await keptPage(url)) ?? (await keptPage(SETTINGS.offline)) ?? Response.error());
  const copied = later().then(async () => (!mayBeAnother && (await keptPage(url))) || answered);
  return Promise.race([answered, copied]);
};

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, searchParams } = new URL(request.url);
  if (request.method !== "GET" && request.mode === "navigate") mayBeAnother = true;
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(SETTINGS.files) && searchParams.has("v")) event.respondWith(openFile(request.url));
  else if (request.mode === "navigate") event.respondWith(openPage(event));
});

// A page changed by a poll is newer than its copy.
self.addEventListener("message", (event) => event.waitUntil(fetchAndKeep(event.data).then(fillLater, () => {})));

// A new version starts only after it has fetched everything.

const prepare = async () => {
  const open = await Promise.all((await namesOf("pages")).map((name) => caches.open(name)));
  const kept = (await Promise.all(open.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  const shell = SETTINGS.shell.map((path) => new URL(path, location.origin).href);
  for (const url of new Set([...shell, ...kept])) await fetchAndKeep(url);
  await self.skipWaiting();
};

const takeOver = async () => {
  const used = [filesName(), pagesName("")];
  const isMade = (name) => name.startsWith(ours("files")) || name.startsWith(ours("pages"));
  const made = (await caches.keys()).filter(isMade);
  await deleteAll(made.filter((name) => !used.some((beginning) => name.startsWith(beginning))));
  await self.clients.claim();
};

self.addEventListener("install", (event) => event.waitUntil(prepare()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
