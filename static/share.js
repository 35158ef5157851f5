// A text to share: by the phone's own sheet where there is one, else by copying it.
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
