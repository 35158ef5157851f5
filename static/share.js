// A text and a picture to share: by the phone's own sheet where there is one, else by copying or downloading them.
"use strict";

for (const button of document.querySelectorAll("[data-share]")) {
  const text = document.getElementById(button.dataset.share);
  const status = document.querySelector("[data-share-status]");
  const sends = Boolean(navigator.share);

  const copy = async () => {
    text.select();
    await navigator.clipboard.writeText(text.value);
    status.textContent = button.dataset.copied;
  };

  // Whoever closes the phone's sheet has changed their mind: that is no error.
  const send = () => navigator.share({ text: text.value }).catch(() => {});

  if (sends || navigator.clipboard) {
    button.hidden = false;
    button.querySelector(sends ? "[data-copy-words]" : "[data-share-words]").hidden = true;
    button.addEventListener("click", sends ? send : copy);
  }
}

const sharePicture = async (link) => {
  const answer = await fetch(link.href);
  const file = new File([await answer.blob()], link.download, { type: "image/png" });
  if (!answer.ok || !navigator.canShare({ files: [file] })) throw new Error("not shared");
  await navigator.share({ files: [file] });
};

if (navigator.canShare) {
  for (const link of document.querySelectorAll("[data-share-picture]")) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      sharePicture(link).catch((error) => {
        if (error.name !== "AbortError") location.assign(link.href);
      });
    });
  }
}
