"""Sentences: what their facts become, in any language."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.messages import Message, Seat, render, say

NAMES = ("Ann", "Bob {0}", "Cem")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        pytest.param(say("The stock ran out"), "The stock ran out", id="no fact"),
        pytest.param(say("{player} knocked", player=Seat(0)), "Ann knocked", id="a player"),
        pytest.param(
            say("{player} knocked", player=Seat(1)), "Bob {0} knocked", id="a name with braces"
        ),
        pytest.param(
            say("{players} share", players=(Seat(0), Seat(2))), "Ann, Cem share", id="players"
        ),
        pytest.param(say("{count} left", count=12), "12 left", id="a number"),
        pytest.param(say("{card} is up", card=Card("T", "D")), "TD is up", id="a card"),
        pytest.param(
            say("{cards} meld", cards=(Card("7", "S"), Card("7"))), "7S 7 meld", id="cards"
        ),
        pytest.param(say("{cards} left", cards=()), " left", id="no card"),
        pytest.param(
            say("{line}, shared by {number}", line=say("{player} won", player=Seat(0)), number=2),
            "Ann won, shared by 2",
            id="a sentence in a sentence",
        ),
    ],
)
def test_a_sentence_is_said(message: Message, said: str) -> None:
    assert render(message, NAMES) == said


def test_a_sentence_in_a_sentence_is_translated_too() -> None:
    french = {
        "{line}, shared by {number}": "{line}, partagé en {number}",
        "{player} won": "{player} a gagné",
    }
    message = say("{line}, shared by {number}", line=say("{player} won", player=Seat(0)), number=2)
    assert render(message, NAMES, french.__getitem__) == "Ann a gagné, partagé en 2"
