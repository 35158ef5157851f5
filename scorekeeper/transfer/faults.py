"""What is wrong with a file that somebody wants to import, and where in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.round import RuleError

MOST_FAULTS = 50
"""After so many faults nobody looks for more."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, or of a file of an archive; 0 is the file as a whole."""

    file: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault with its place; the `error` knows the place in the line."""

    place: Place
    error: RuleError

    @property
    def where(self) -> str:
        """Where it is: the file, the line, and the place in it.

        >>> from scorekeeper.rummy.messages import message
        >>> Fault(Place("games.jsonl", 3), RuleError(message("Too many."), "rounds", 0)).where
        'games.jsonl:3: rounds[0]'
        """
        line = f":{self.place.line}" if self.place.line else ""
        return ": ".join(filter(None, [self.place.file + line, self.error.place]))


class FaultyFileError(Exception):
    """The file has these faults, and nothing of it was imported."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(faults[0].error.message.template)
        self.faults = tuple(faults)


def fault(text: Message, place: Place) -> FaultyFileError:
    """The error for a file with one fault."""
    return FaultyFileError([Fault(place, RuleError(text))])
