// Shares a text or a picture with the phone’s share sheet, or else copies or downloads it.
// Uses: network
"use strict";

const sends = Boolean(navigator.share);

const shareText = async (button) => {
  const source = document.getElementById(button.dataset.share);
  const text = source.value ?? source.href;
  // A closed share sheet is not an error.
  if (sends) return navigator.share({ text }).catch(() => {});
  source.select?.();
  await navigator.clipboard.writeText(text);
  button.nextElementSibling.textContent = button.dataset.copied;
};

const showShareButtons = () => {
  for (const button of document.querySelectorAll("[data-share][hidden]")) {
    button.hidden = false;
    button.querySelector(sends ? "[data-copy-words]" : "[data-share-words]").hidden = true;
  }
};

if (sends || navigator.clipboard) {
  showShareButtons();
  document.addEventListener("htmx:afterSettle", showShareButtons);
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-share]");
    if (button) shareText(button);
  });
}

// A link without a theme uses the theme of the phone.
const fetchPicture = async ({ href, dataset }) => {
  const address = new URL(dataset.sharePicture || href, location);
  if (!address.search && matchMedia("(prefers-color-scheme: dark)").matches) address.search = "?theme=dark";
  const answer = await fetch(address);
  if (!answer.ok) throw new Error("no picture");
  return answer.blob();
};

// The picture of a game that has just ended is fetched early, so that sharing needs no wait.
const early = new WeakMap();

const fetchEarly = () => {
  for (const link of document.querySelectorAll("[data-share-early]")) {
    if (!early.has(link)) early.set(link, fetchPicture(link).catch(() => null));
  }
};

const sharePicture = async (link) => {
  const picture = (await early.get(link)) ?? (await fetchPicture(link));
  const files = [new File([picture], link.download || link.dataset.shareName, { type: "image/png" })];
  if (!navigator.canShare({ files })) throw new Error("not shared");
  await navigator.share({ files, text: link.dataset.shareText });
};

if (navigator.canShare) {
  for (const link of document.querySelectorAll("[data-share-picture][hidden]")) link.hidden = false;
  fetchEarly();
  document.addEventListener("htmx:afterSettle", fetchEarly);
  // On the document, because htmx can add links later.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-share-picture]");
    if (!link) return;
    event.preventDefault();
    sharePicture(link).catch(async (error) => {
      if (error.name === "AbortError") return;
      if (await network.answers()) location.assign(link.href);
      else network.say("stays");
    });
  });
}
