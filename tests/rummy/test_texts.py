"""Messages, and the rendering of their facts in any language."""

from __future__ import annotations

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.messages import Message, Seat, message, render
from tests.support.walks import walk

NAMES = ("Ann", "Bob {0}", "Cem")


@walk(
    ("message", "said"),
    {
        "no fact": (message("The stock ran out"), "The stock ran out"),
        "a player": (message("{player} knocked", player=Seat(0)), "Ann knocked"),
        "a name with braces": (message("{player} knocked", player=Seat(1)), "Bob {0} knocked"),
        "players": (message("{players} share", players=(Seat(0), Seat(2))), "Ann, Cem share"),
        "a number": (message("{count} left", count=12), "12 left"),
        "a card": (message("{card} is up", card=Card("T", "D")), "TD is up"),
        "cards": (message("{cards} meld", cards=(Card("7", "S"), Card("7"))), "7S 7 meld"),
        "no card": (message("{cards} left", cards=()), " left"),
        "a sentence in a sentence": (
            message(
                "{line}, shared by {number}", line=message("{player} won", player=Seat(0)), number=2
            ),
            "Ann won, shared by 2",
        ),
    },
)
def test_a_message_is_rendered(message: Message, said: str) -> None:
    assert render(message, NAMES) == said


def test_a_sentence_in_a_sentence_is_translated_too() -> None:
    french = {
        "{line}, shared by {number}": "{line}, partagé en {number}",
        "{player} won": "{player} a gagné",
    }
    sentence = message(
        "{line}, shared by {number}", line=message("{player} won", player=Seat(0)), number=2
    )
    assert render(sentence, NAMES, french.__getitem__) == "Ann a gagné, partagé en 2"


def test_tiles_have_words_of_their_own() -> None:
    from scorekeeper.rummy.variants import VARIANTS

    for variant in VARIANTS:
        said = variant.words.pieces_of.template
        assert ("cards" in said) is not variant.pieces.are_tiles
