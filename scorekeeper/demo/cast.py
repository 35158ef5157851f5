"""The players of the demo club, and their notes in its book.

Each plays differently, so that their statistics differ. Texts are in the language of the book.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rummy.messages import message


@dataclass(frozen=True, slots=True)
class Character:
    """A player: how well they see melds, when they knock, how often they come.

    `eye` is a factor for the number of cards they can choose from, usually 1. `knocks_at` is the
    share of the knock limit at which they knock: at 0 they wait for gin. `comes` is the probability
    that they come to an evening.
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
"""Nora and Max knock as soon as they may. Hugo waits for gin. Max chooses from the fewest cards."""

WRITTEN_OTHERWISE = {"Camille": "Cam"}
"""Players who have another name in their first game. Later, the two names are merged."""


CLUB_NAME = "Rami & Co"
"""This name needs no translation, so that all visitors see the same club."""

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
"""Points that the table gave or took, each with its reason."""
