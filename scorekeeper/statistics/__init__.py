"""Statistics: results that follow from the facts, written together with them, for pages."""
