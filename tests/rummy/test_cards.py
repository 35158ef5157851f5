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
    [
        pytest.param("AS", Card("A", "S"), id="the ace of spades"),
        pytest.param("TD", Card("T", "D"), id="the ten of diamonds"),
        pytest.param("7C", Card("7", "C"), id="the seven of clubs"),
        pytest.param("10D", Card("T", "D"), id="a ten in figures"),
        pytest.param("qh", Card("Q", "H"), id="lower case"),
        pytest.param("10c", Card("T", "C"), id="a ten in figures, lower case"),
        pytest.param("K", Card("K"), id="no suit"),
        pytest.param("10", Card("T"), id="a ten without a suit"),
        pytest.param("t", Card("T"), id="a ten without a suit, lower case"),
        pytest.param("7♠", Card("7", "S"), id="a spade sign"),
        pytest.param("7♥", Card("7", "H"), id="a heart sign"),
        pytest.param("7♦", Card("7", "D"), id="a diamond sign"),
        pytest.param("10♣", Card("T", "C"), id="a club sign"),
        pytest.param("K♠\ufe0e", Card("K", "S"), id="a sign meant as text"),
        pytest.param("K♥\ufe0f", Card("K", "H"), id="a sign meant as a picture"),
        pytest.param("JK", JOKER, id="a joker"),
        pytest.param("jk", JOKER, id="a joker, lower case"),
        pytest.param("Joker", JOKER, id="a joker in full"),
        pytest.param(" 2h ", Card("2", "H"), id="with spaces around"),
    ],
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
    [
        pytest.param("KS 9D 2C", "KS 9D 2C", id="spaces"),
        pytest.param("KS,9D,2C", "KS 9D 2C", id="commas"),
        pytest.param(" KS ,\n 9D\t2C, ", "KS 9D 2C", id="spaces, commas and lines"),
        pytest.param("k 10 2", "K T 2", id="no suits"),
        pytest.param("K♠\ufe0f 10♥ joker", "KS TH JK", id="signs and a joker"),
        pytest.param("", "", id="no card"),
        pytest.param(" , ", "", id="separators alone"),
    ],
)
def test_cards_are_read_and_printed(typed: str, printed: str) -> None:
    assert print_cards(read_cards(typed)) == printed


@walk(
    ("typed", "quoted"),
    [
        pytest.param("KS xx 2C yy", "xx", id="the first that is no card"),
        pytest.param("KS9D", "KS9D", id="no separator"),
        pytest.param("k♥\ufe0f, Zz", "Zz", id="as it was typed"),
    ],
)
def test_bad_cards_are_refused_by_naming_the_piece(typed: str, quoted: str) -> None:
    with pytest.raises(CardError) as caught:
        read_cards(typed)
    assert caught.value.text == quoted
