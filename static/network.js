// News about the connection, in the banner at the top of the page.
"use strict";

globalThis.network = (() => {
  const banner = () => document.getElementById("banner");

  const warn = (asked) => {
    const kind = document.querySelector("form[data-game]") ? asked : "stale";
    banner().textContent = banner().dataset[kind];
    banner().hidden = false;
  };

  let unsent = false; // something was pressed, and did not arrive

  const calm = () => {
    banner().hidden = true;
    unsent = false;
  };

  const countAgain = () => {
    const button = document.querySelector("[data-preview]");
    if (button) htmx.trigger(button, "retry");
  };

  const isPressed = ({ elt, verb }) => verb === "post" && !elt.matches("[data-preview]");

  document.addEventListener("htmx:sendError", ({ detail }) => {
    warn("offline");
    unsent ||= isPressed(detail.requestConfig);
  });
  document.addEventListener("htmx:timeout", () => warn("failed"));
  document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
    if (detail.xhr.status < 500 && (!unsent || isPressed(detail.requestConfig))) calm();
  });

  window.addEventListener("offline", () => warn("offline"));
  window.addEventListener("online", () => {
    if (unsent) warn("unsent");
    else calm();
    countAgain();
  });

  return { countAgain, warn };
})();
