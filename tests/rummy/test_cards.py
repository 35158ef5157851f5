"""Cards as people type them, and as they are printed."""

from __future__ import annotations

import pytest

from scorekeeper.rummy.cards import (
    JOKER,
    RANKS,
    SUITS,
    Card,
    CardError,
    print_cards,
    read_card,
    read_cards,
)
from tests.support.walks import walk


@walk(
    ("typed", "card"),
    {
        "the ace of spades": ("AS", Card("A", "S")),
        "the ten of diamonds": ("TD", Card("T", "D")),
        "the seven of clubs": ("7C", Card("7", "C")),
        "a ten in figures": ("10D", Card("T", "D")),
        "lower case": ("qh", Card("Q", "H")),
        "a ten in figures, lower case": ("10c", Card("T", "C")),
        "no suit": ("K", Card("K")),
        "a ten without a suit": ("10", Card("T")),
        "a ten without a suit, lower case": ("t", Card("T")),
        "a spade sign": ("7♠", Card("7", "S")),
        "a heart sign": ("7♥", Card("7", "H")),
        "a diamond sign": ("7♦", Card("7", "D")),
        "a club sign": ("10♣", Card("T", "C")),
        "a sign meant as text": ("K♠\ufe0e", Card("K", "S")),
        "a sign meant as a picture": ("K♥\ufe0f", Card("K", "H")),
        "a joker": ("JK", JOKER),
        "a joker, lower case": ("jk", JOKER),
        "a joker in full": ("Joker", JOKER),
        "with spaces around": (" 2h ", Card("2", "H")),
    },
)
def test_a_card_is_read(typed: str, card: Card) -> None:
    assert read_card(typed) == card


@walk("rank", RANKS)
@walk("suit", ["", *SUITS])
def test_every_card_is_read_as_it_is_printed(rank: str, suit: str) -> None:
    assert str(read_card(rank + suit)) == rank + suit


@walk(
    "typed",
    [
        "",
        " ",
        "1",
        "1S",
        "11",
        "0",
        "S",
        "♠",
        "KX",
        "SK",
        "ASS",
        "AS 2S",
        "JKS",
        "J♠♠",
        "é",
        "\ufe0f",
    ],
)
def test_a_bad_card_is_refused(typed: str) -> None:
    with pytest.raises(CardError) as caught:
        read_card(typed)
    assert (caught.value.text, str(caught.value)) == (typed, typed)


def test_a_long_text_is_shortened_in_the_refusal() -> None:
    with pytest.raises(CardError) as caught:
        read_card("K" * 21)
    assert caught.value.text == "K" * 20 + "…"


def test_a_text_of_20_characters_is_quoted_whole() -> None:
    with pytest.raises(CardError) as caught:
        read_card("K" * 20)
    assert caught.value.text == "K" * 20


@walk(
    ("typed", "printed"),
    {
        "spaces": ("KS 9D 2C", "KS 9D 2C"),
        "commas": ("KS,9D,2C", "KS 9D 2C"),
        "spaces, commas and lines": (" KS ,\n 9D\t2C, ", "KS 9D 2C"),
        "no suits": ("k 10 2", "K T 2"),
        "signs and a joker": ("K♠\ufe0f 10♥ joker", "KS TH JK"),
        "no card": ("", ""),
        "separators alone": (" , ", ""),
    },
)
def test_cards_are_read_and_printed(typed: str, printed: str) -> None:
    assert print_cards(read_cards(typed)) == printed


@walk(
    ("typed", "quoted"),
    {
        "the first that is no card": ("KS xx 2C yy", "xx"),
        "no separator": ("KS9D", "KS9D"),
        "as it was typed": ("k♥\ufe0f, Zz", "Zz"),
    },
)
def test_bad_cards_are_refused_by_naming_the_piece(typed: str, quoted: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(typed)
    assert caught.value.text == quoted
