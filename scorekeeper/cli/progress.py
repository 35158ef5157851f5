"""A bar on standard error that shows how far a long command has come."""

from __future__ import annotations

import sys

WIDTH = 30


class Progress:
    """Shows how many rounds, or other things, are done; only where somebody is watching."""

    def __init__(self, things: str = "rounds") -> None:
        self._things, self._shown = things, ""

    def __call__(self, done: int, everything: int) -> None:
        """Show that this much is done; drawn again only when it looks different."""
        part = done / everything if everything else 1.0
        bar = ("█" * round(part * WIDTH)).ljust(WIDTH, "░")
        shown = f"\r{bar} {part:4.0%} of {everything:,} {self._things}"
        if shown != self._shown and sys.stderr.isatty():
            print(shown, end="", file=sys.stderr, flush=True)
            self._shown = shown

    def end(self) -> None:
        """Leave the bar, so that what follows begins on a line of its own."""
        if self._shown:
            print(file=sys.stderr)
            self._shown = ""
