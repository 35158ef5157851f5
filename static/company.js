// What the other phones do while a round is typed here.
// Uses: drafts, network
"use strict";

(() => {
  // What others entered may complete the round on this form; once they recorded it, only what was typed
  // here and not shared yet is a reason to stay.
  const followCompany = () => {
    const form = document.querySelector("form[data-game]");
    const sheet = document.querySelector("#company [data-gone]");
    const { was, entered_by, ...fields } = drafts.typedFields(form);
    const isBlank = !Object.keys(fields).length;
    if (isBlank && document.querySelector("#company [data-changed]")) {
      return location.assign(document.querySelector("#company [data-table]").href);
    }
    if (!sheet) return network.countAgain();
    const known = drafts.readKnown(was);
    delete known.round;
    if (Object.entries(fields).every(([name, value]) => known[name] === value)) location.assign(sheet.href);
    else document.getElementById("company").scrollIntoView({ block: "start" });
  };

  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (detail.target.id === "company") followCompany();
  });
})();
