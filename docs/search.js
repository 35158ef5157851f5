// Sphinx takes these numbers for its own. What people look up comes before what was changed, and how to change it.
var Scorer = {
  score([page, , , , score]) {
    return ["changelog", "contributing", "design"].includes(page) ? score - 100 : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// A page opened from a folder cannot read other pages, so its search shows no excerpts.
if (location.protocol === "file:") {
  DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}
