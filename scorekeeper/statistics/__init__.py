"""Statistics for pages. The stored results follow from the facts and are written with the facts."""
