"""What is written in the book of the demo club, in the language in which it is made."""

from __future__ import annotations

from scorekeeper.rummy.messages import message

CLUB_NAME = "Rami & Co"
"""A name that needs no translation: visitors of every language come into the same club."""

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
