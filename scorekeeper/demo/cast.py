"""The players of the demo club, and what they write in its book.

Each has a way of playing, so that their statistics differ. Texts are in the language in which the
book is made.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.messages import message


@dataclass(frozen=True, slots=True)
class Character:
    """A player: how well they see what can be melded, when they knock, how often they come.

    `eye` is how many cards they make use of, where 1 is usual. `knocks_at` is the part of the
    knock limit at which they knock. At 0 they wait until nothing is left. `comes` is how likely
    they are to come to an evening.
    """

    name: str
    eye: float
    knocks_at: float
    comes: float


CAST = (
    Character("Camille", eye=1.1, knocks_at=0.5, comes=0.85),
    Character("Nora", eye=1.05, knocks_at=1.0, comes=0.8),
    Character("Hugo", eye=1.15, knocks_at=0.0, comes=0.7),
    Character("Léa", eye=1.0, knocks_at=0.7, comes=0.65),
    Character("Max", eye=0.9, knocks_at=1.0, comes=0.75),
    Character("Zoé", eye=0.95, knocks_at=0.4, comes=0.5),
)
"""Nora knocks as soon as she may; Hugo waits for gin; Max seldom sees a run."""

WRITTEN_OTHERWISE = {"Camille": "Cam"}
"""Players who had another name in their first game, and were merged with it later."""


CLUB_NAME = "Rami & Co"
"""A name that needs no translation: visitors of every language see the same club."""

PLACES = (
    message("At {name}’s", name="Camille"),
    message("At {name}’s", name="Nora"),
    message("At {name}’s", name="Zoé"),
    message("Café Central"),
)

NOTES = (
    message("Two decks had to be sorted first."),
    message("Played by candlelight."),
    message("The cat sat on the stock."),
    message("Max wants his revenge."),
    message("Camille dealt twice in a row, and nobody noticed."),
    message("One more, they said."),
)

AGREED = (
    (-10, message("Showed a card by mistake.")),
    (-5, message("Drew twice.")),
    (5, message("Made the tea.")),
)
"""Points that the table gave or took, and why."""
