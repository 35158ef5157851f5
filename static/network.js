// Owns the banner and the unsent press: detects whether the server answers, and sends the press once it does.
// Uses: htmx-2.0.11.min
"use strict";

globalThis.network = (() => {
  const PATIENCE = 5000;
  const AGAIN = 3000;
  const RARELY = 30_000; // the longest wait between two tries

  const banner = () => document.getElementById("banner");

  const { kept } = document.body.dataset; // the time of the copy, if this page is one

  let heard = kept || !navigator.onLine ? 0 : Date.now(); // when the server last answered
  let pressed = 0; // the last touch or key press
  let waiting = null; // an unsent press: its form, and a function that sends it
  let timer = 0;
  let wait = AGAIN; // milliseconds until the next try

  const noteTouch = () => {
    pressed = Date.now();
  };

  const isLost = () => !banner().hidden;

  const hasAnswered = () => heard > pressed;

  const timeKept = () => {
    const { lang } = document.documentElement;
    const time = new Date(kept);
    const isToday = time.toDateString() === new Date().toDateString();
    const here = navigator.languages.find((tag) => tag.startsWith(lang)) ?? lang;
    return time.toLocaleString(here, { timeStyle: "short", dateStyle: isToday ? undefined : "medium" });
  };

  const lookOutLater = () => {
    heard = 0;
    clearTimeout(timer);
    timer = setTimeout(lookOut, wait);
  };

  const say = (kind) => {
    banner().textContent = banner().dataset[kind].replace("{time}", timeKept);
    banner().hidden = false;
    lookOutLater();
  };

  // A banner that is already shown stays unchanged.
  const warn = (kind) => {
    if (isLost()) lookOutLater();
    else if (kept) say("copy");
    else say(document.querySelector("form[data-game]") ? kind : "stale");
  };

  const ask = async () => {
    try {
      const options = { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) };
      const { ok } = await fetch(banner().dataset.ping, options);
      if (ok) comeBack();
      return ok;
    } catch {
      return false;
    }
  };

  let asked = null; // the running request

  const answers = () => {
    asked ??= ask().finally(() => {
      asked = null;
    });
    return asked;
  };

  const lookOut = async () => {
    if (!isLost() || document.hidden || (await answers())) return;
    wait = Math.min(2 * wait, RARELY);
    lookOutLater();
  };

  const countAgain = () => {
    const button = document.querySelector("[data-preview]");
    if (button) htmx.trigger(button, "retry");
  };

  const comeBack = () => {
    heard = Date.now();
    if (!isLost()) return;
    banner().hidden = true;
    wait = AGAIN;
    const send = waiting?.send ?? (kept ? () => location.reload() : countAgain);
    waiting = null;
    send();
    document.dispatchEvent(new Event("answersagain"));
  };

  // Only the last press is sent, so two taps on a button count once.
  const sendLater = (form, send) => {
    waiting = { form, send };
    say("waiting");
  };

  const isPressed = ({ elt, verb }) => verb === "post" && !elt.matches("[data-preview]");

  const lose = (kind, { elt, triggeringEvent, ...request }) => {
    if (!isPressed({ elt, ...request })) return warn(kind);
    const { type, submitter } = triggeringEvent ?? {};
    if (type === "submit") sendLater(elt, () => elt.requestSubmit(submitter));
    else sendLater(null, () => htmx.trigger(elt, type));
  };

  document.addEventListener("htmx:sendError", ({ detail }) => lose("offline", detail.requestConfig));
  document.addEventListener("htmx:timeout", ({ detail }) => lose("failed", detail.requestConfig));
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (detail.xhr.status >= 500) return;
    if (isPressed(detail.requestConfig)) waiting = null;
    comeBack();
  });

  // A press on a form that changed since then is not sent.
  document.addEventListener("input", ({ target }) => {
    if (!waiting?.form || target.form !== waiting.form) return;
    waiting = null;
    say("changed");
  });

  window.addEventListener("offline", () => warn("offline"));
  window.addEventListener("online", lookOut);
  document.addEventListener("visibilitychange", lookOut);

  if (kept) warn("stale");

  const isWaiting = () => Boolean(waiting);

  return { answers, countAgain, hasAnswered, isLost, isWaiting, noteTouch, say, sendLater, warn };
})();
