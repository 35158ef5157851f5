"""Statistics: results that follow from the facts, written with them, and read for pages."""
