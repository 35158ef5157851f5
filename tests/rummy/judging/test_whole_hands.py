"""Hands given whole or laid out in melds: reading, checking, counting, lay-offs and writing."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.cards import print_cards, read_cards
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.sheet import rules_in_force
from scorekeeper.rummy.melds.validity import meld_fault
from scorekeeper.rummy.messages import render
from tests.support.documents import (
    VOID,
    Document,
    big_gin,
    document,
    gin,
    knock,
    out,
    refused,
    rum,
    score,
    sheet_of,
    stock,
    variant_of,
)


def whole(cards: str | list[str], **more: object) -> Any:
    """A hand given whole."""
    return {"hand": cards, **more}


def laid(*melds: str, unmatched: str = "") -> Any:
    """A hand as its player laid it out."""
    return {"melds": list(melds), "unmatched": unmatched}


RUN_OF_SEVEN = "2S 3S 4S 5S 6S 7S 8S"

GIN_HAND = "2S 3S 4S 5S 6S 7S 8S KH KD KC"
"""Ten cards, all melded."""

KNOCK_WITH_5 = "2S 3S 4S 5S 6S 7S KH KD KC 5D"
"""A run of six, three kings and a 5."""

NOTHING = "AH 3H 5H 7H 9H JH AC 3C 6C QD"
"""Ten cards without a meld: 1 + 3 + 5 + 7 + 9 + 10 + 1 + 3 + 6 + 10 = 55."""


@pytest.mark.parametrize(
    ("round", "deadwood", "ann"),
    [
        pytest.param(
            knock("Ann", Ann=whole(KNOCK_WITH_5), Bob=55), (5, 55), 50, id="a knock with 5"
        ),
        pytest.param(
            knock("Ann", Ann=whole(GIN_HAND), Bob=55),
            (0, 55),
            80,
            id="a knock that leaves nothing is gin",
        ),
        pytest.param(gin("Ann", Ann=whole(GIN_HAND), Bob=55), (0, 55), 80, id="gin"),
        pytest.param(
            gin("Ann", Ann=laid(RUN_OF_SEVEN, "KH KD KC"), Bob=55), (0, 55), 80, id="gin laid out"
        ),
        pytest.param(
            big_gin("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=55),
            (0, 55),
            80,
            id="big gin with eleven cards",
        ),
        # 2♠ … 7♠ and the kings leave the 5: the best count, whatever the order.
        pytest.param(
            knock("Ann", Ann=whole(KNOCK_WITH_5.split()[::-1]), Bob=55),
            (5, 55),
            50,
            id="a whole hand as a list, in any order",
        ),
        pytest.param(
            knock("Ann", Ann=laid("KH KD KC", "2S 3S 4S 5S 6S 7S", unmatched="5D"), Bob=55),
            (5, 55),
            50,
            id="as declared",
        ),
        # No card of Bob's fits ♠2-7 or the kings.
        pytest.param(
            knock("Ann", Ann=whole(KNOCK_WITH_5), Bob=whole(NOTHING)),
            (5, 55),
            50,
            id="two whole hands",
        ),
    ],
)
def test_a_whole_hand_is_counted(round: Document, deadwood: tuple[int, int], ann: int) -> None:
    judged = score("gin", round)["rounds"][0]
    assert (tuple(judged["deadwood"].values()), judged["points"]["Ann"]) == (deadwood, ann)


KNOCKER = laid("7S 8S 9S", "QH QD QC", "2H 2D 2C", unmatched="3D")
"""A knock with 3 on a run and two sets."""


@pytest.mark.parametrize(
    ("knocker", "defender", "left", "layoffs"),
    [
        # Ten and jack go on the run: 8 + 1 + 4 + 5 + 6 + 9 + 10 + 10 are left.
        pytest.param(
            KNOCKER,
            whole("TS JS 8C AH 4H 5D 6C 9H KD JH"),
            53,
            [("TS", "7S 8S 9S"), ("JS", "7S 8S 9S")],
            id="two in a row on the end of a run",
        ),
        # Ten, jack and queen are a run of Bob's own: 1 + 4 + 5 + 6 + 9 + 10 + 10 are left.
        pytest.param(
            KNOCKER,
            whole("TS JS QS AH 4H 5D 6C 9H KD JH"),
            45,
            [],
            id="nothing that is a meld of one's own",
        ),
        pytest.param(
            KNOCKER,
            whole("6S QS 2S AH 4H 5D 8C 9H KD JH"),
            47,
            [("6S", "7S 8S 9S"), ("2S", "2H 2D 2C"), ("QS", "QH QD QC")],
            id="below a run and on both sets",
        ),
        pytest.param(KNOCKER, whole("AH 3H 5H 7H 9H JH AC 3C 6C KS"), 55, [], id="nothing fits"),
        pytest.param(KNOCKER, "TS JS AH", 21, [], id="unmatched cards are what was left after it"),
        pytest.param(KNOCKER, 21, 21, [], id="so is a count"),
        pytest.param(
            3, whole("TS JS QS AH 4H 5D 6C 9H KD JH"), 45, [], id="no meld is known to lay off on"
        ),
        pytest.param(
            "3D",
            whole("TS JS 2S AH 4H 5D 6C 9H KD JH"),
            67,
            [],
            id="nor where the knocker gave unmatched cards",
        ),
        # The hearts stay a meld as declared, the ten is laid off: 1 + 4 + 5 + 6 + 8 + 10 are left.
        pytest.param(
            KNOCKER,
            laid("9H TH JH", unmatched="TS AH 4H 5D 6C 8C KD"),
            34,
            [("TS", "7S 8S 9S")],
            id="declared melds stay, unmatched cards are laid off",
        ),
    ],
)
def test_the_defender_lays_off(
    knocker: Any, defender: Any, left: int, layoffs: list[tuple[str, str]]
) -> None:
    judged = score("gin", knock("Ann", Ann=knocker, Bob=defender))["rounds"][0]
    assert judged["deadwood"]["Bob"] == left
    laid_off = [(each["card"], each["on"]) for each in judged.get("layoffs", [])]
    assert sorted(laid_off) == sorted(layoffs)


def test_laying_off_every_card_is_an_undercut_and_no_gin() -> None:
    knocker = laid("7S 8S 9S", "KH KD KC", "2H 2D 2C", unmatched="3D")
    defender = laid("4H 5H 6H", "9H 9D 9C", unmatched="TS JS QS 2S")
    judged = score("gin", knock("Ann", Ann=knocker, Bob=defender))["rounds"][0]
    assert (judged["deadwood"], judged["tags"]) == ({"Ann": 3, "Bob": 0}, ["undercut"])
    assert judged["points"] == {"Ann": 0, "Bob": 13}


def test_nobody_lays_off_against_gin() -> None:
    round = gin("Ann", Ann=whole(GIN_HAND), Bob=whole("9S TS JS KS 2H 4H 6H 8D QD AC"))
    judged = score("gin", round)["rounds"][0]
    # 9♠ T♠ J♠ are Bob's own run; the king may not go to the kings: 10 + 2 + 4 + 6 + 8 + 10 + 1.
    assert judged["deadwood"]["Bob"] == 41
    assert judged.get("layoffs", []) == []


EITHER_WAY = whole("3S 4S 5S 4H 4D 9C TC JC QC KC")
"""Besides a run in clubs, three fours or a run in spades: 8 are left either way."""


FOURS, SPADES = "4H 4D 4S", "3S 4S 5S"


@pytest.mark.parametrize(
    ("defender", "left", "melds"),
    [
        # On the run in spades 2 and 6 would go; on the fours nothing.
        pytest.param(
            whole("2S 6S AH AD 7H 8D 9H TD JH QD"), 64, FOURS, id="fours against a 2 and a 6"
        ),
        # On the fours the 4 would go; on the run nothing.
        pytest.param(whole("4C 8S AH AD 7H 8D 9H TD JH QD"), 68, SPADES, id="a run against a 4"),
        # 6♠ 7♠ 8♠ stay as they lie, so only the 4 matters: the run leaves 8 + 8 + 4 + 22.
        pytest.param(
            laid("6S 7S 8S", unmatched="8H 8D 4C AH AD KH QD"),
            42,
            SPADES,
            id="a run, for only unmatched cards are laid off",
        ),
    ],
)
def test_the_knocker_lays_out_what_leaves_the_defender_worst_off(
    defender: Any, left: int, melds: str
) -> None:
    sheet = sheet_of(document("gin", knock("Ann", Ann=EITHER_WAY, Bob=defender)))
    ruling = sheet.rounds[0].ruling
    assert (ruling.deadwood, ruling.layoffs) == ((8, left), ())
    lying = [set(print_cards(meld).split()) for meld in ruling.laid[0].melds]
    assert set(melds.split()) in lying


def test_the_first_player_lays_off_against_the_second() -> None:
    ann = laid("4H 5H 6H", unmatched="TS JS KD KH 8C 9D AD")
    judged = score("gin", knock("Bob", Ann=ann, Bob=KNOCKER))["rounds"][0]
    # Ten and jack go on the run: 10 + 10 + 8 + 9 + 1 are left.
    assert judged["deadwood"] == {"Ann": 38, "Bob": 3}
    assert judged["warnings"] == []


def test_the_first_player_is_warned_of_a_better_count_too() -> None:
    ann = laid(unmatched="4H 5H 6H TS JS KD KH 8C 9D AD")
    judged = score("gin", knock("Bob", Ann=ann, Bob=KNOCKER))["rounds"][0]
    assert judged["warnings"] == ["Ann's hand can be laid out better: 38, not 53."]


def test_the_melds_after_the_lay_offs_are_known() -> None:
    bob = laid("9H TH JH", unmatched="TS AH 4H 5D 6C 8C KD")
    sheet = sheet_of(document("gin", knock("Ann", Ann=KNOCKER, Bob=bob)))
    lying = sheet.rounds[0].ruling.laid[1]
    assert [print_cards(meld) for meld in lying.melds] == ["9H TH JH"]
    assert set(lying.unmatched or ()) == set(read_cards("AH 4H 5D 6C 8C KD"))


@pytest.mark.parametrize(
    ("variant", "round", "options", "deadwood"),
    [
        pytest.param(
            "knock",
            rum("Ann", Ann=whole("7S 7H 7D KS KH KD KC"), Bob=9, Cem=9),
            {"players": ("Ann", "Bob", "Cem")},
            0,
            id="Knock: seven cards for three",
        ),
        pytest.param(
            "three-thirteen",
            out("Bob", Ann=whole("3S 8D 8C")),
            {},
            0,
            id="Three Thirteen: a wild three makes a set",
        ),
        pytest.param(
            "manipulation",
            stock(Ann=whole("QS KS AS JK 9D"), Bob=20),
            {"melds_in_hand": "spared"},
            9,
            id="Manipulation: ace high, a joker, any number of cards",
        ),
        pytest.param(
            "basic",
            out("Bob", Ann=whole("3S JK 5S 9D")),
            {"melds_in_hand": "spared"},
            9,
            id="Basic: a joker in the gap, what is left of the hand",
        ),
    ],
)
def test_melds_are_those_of_the_game(
    variant: str, round: Document, options: dict[str, Any], deadwood: int
) -> None:
    assert score(variant, round, **options)["rounds"][0]["deadwood"]["Ann"] == deadwood


def test_a_hand_laid_out_badly_is_warned_of() -> None:
    ann = laid("2S 3S 4S", unmatched="5S 6S 7S KH KD KC 5D")
    round = knock("Ann", Ann=ann, Bob=55) | {"allow": ["illegal-knock"]}
    judged = score("gin", round)["rounds"][0]
    assert judged["deadwood"]["Ann"] == 53
    assert judged["warnings"][1] == "Ann's hand can be laid out better: 5, not 53."


def test_a_hand_laid_out_well_is_not() -> None:
    round = knock("Ann", Ann=laid("KH KD KC", "2S 3S 4S 5S 6S 7S", unmatched="5D"), Bob=55)
    assert score("gin", round)["rounds"][0]["warnings"] == []


LEGAL = [
    pytest.param("gin", "7S 7H 7D", {}, id="a set"),
    pytest.param("gin", "7S 7H 7D 7C", {}, id="a set of four"),
    pytest.param("gin", "3S AS 2S", {}, id="a run in any order"),
    pytest.param("gin", "TS JS QS KS", {}, id="a run up to the king"),
    pytest.param("manipulation", "QS KS AS", {}, id="a run up to the ace"),
    pytest.param("manipulation", "7S 7H JK", {}, id="a joker in a set"),
    pytest.param("manipulation", "7S 9S JK", {}, id="a joker in a run"),
    pytest.param("manipulation", "7S JK JK 8S JK", {}, id="three jokers"),
    pytest.param("manipulation", "7S JK JK JK JK", {}, id="one card in a long run"),
    pytest.param("manipulation", "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", {}, id="a whole suit"),
    pytest.param("basic", "7S JK JK", {}, id="one card and two jokers"),
    pytest.param("basic", "QS KS AS", {"ace_value": 11}, id="the ace high where it counts 11"),
    pytest.param("basic", "7S 7S 7H", {"players": 6}, id="a suit twice, two decks played"),
    pytest.param("three-thirteen", "3S 9H 9D", {}, id="a wild rank"),
    pytest.param("three-thirteen", "3S 3H 3D", {}, id="the wild rank for itself"),
    pytest.param("three-thirteen", "2S 3S 4S", {}, id="the wild rank in its own place"),
    pytest.param(
        "three-thirteen",
        "JK JK JK",
        {"joker_value": 20, "all_wild": True},
        id="jokers alone where that is allowed",
    ),
]

ILLEGAL = [
    pytest.param("gin", "7S 7H", {}, "7S 7H: a meld has three cards at least.", id="two cards"),
    pytest.param(
        "gin",
        "7S 8H 9D",
        {},
        "7S 8H 9D are neither of one rank nor of one suit.",
        id="neither set nor run",
    ),
    pytest.param("gin", "7S 8S TS", {}, "7S 8S TS are not in a row.", id="a gap"),
    pytest.param("gin", "QS KS AS", {}, "QS KS AS are not in a row.", id="the ace is low"),
    pytest.param(
        "manipulation", "KS AS 2S", {}, "KS AS 2S are not in a row.", id="around the corner"
    ),
    pytest.param(
        "manipulation", "7S TS JK", {}, "7S TS JK are not in a row.", id="a gap of two for a joker"
    ),
    pytest.param(
        "manipulation",
        "7S 7S 7H",
        {"players": 3},
        "7S 7S 7H: a set cannot hold one suit twice here.",
        id="a suit twice",
    ),
    pytest.param(
        "manipulation",
        "7S 7S JK",
        {"players": 3},
        "7S 7S JK: a set cannot hold one suit twice here.",
        id="a suit twice beside a joker",
    ),
    pytest.param(
        "manipulation",
        "7S 7H 7D 7C JK",
        {},
        "7S 7H 7D 7C JK: a set has four cards at the most.",
        id="a set of five",
    ),
    pytest.param(
        "basic",
        "JK JK JK",
        {"jokers_per_deck": 4},
        "JK JK JK: a meld needs a card that is not wild.",
        id="jokers alone",
    ),
    pytest.param(
        "three-thirteen",
        "JK JK JK",
        {"joker_value": 20},
        "JK JK JK: a meld needs a card that is not wild.",
        id="jokers alone in Three Thirteen",
    ),
    pytest.param(
        "basic",
        "7S 7S 8S",
        {"players": 6},
        "7S 7S 8S are not in a row.",
        id="a card twice in a run",
    ),
]


def fault(variant: str, meld: str, players: int = 2, **rules: Any) -> str | None:
    """Why these cards are not a meld in the game's first round."""
    game = variant_of(variant)
    deal = game.deal(rules_in_force(game, "plain", rules), players, 1)
    found = meld_fault(read_cards(meld), deal)
    return None if found is None else render(found, [])


@pytest.mark.parametrize(("variant", "meld", "options"), LEGAL)
def test_a_meld_may_be_laid_out(variant: str, meld: str, options: dict[str, Any]) -> None:
    assert fault(variant, meld, **options) is None


@pytest.mark.parametrize(("variant", "meld", "options", "sentence"), ILLEGAL)
def test_cards_are_no_meld(variant: str, meld: str, options: dict[str, Any], sentence: str) -> None:
    assert fault(variant, meld, **options) == sentence


@pytest.mark.parametrize(
    ("round", "place", "sentence"),
    [
        pytest.param(
            knock("Ann", Ann=3, Bob=laid("7S 7H 7D", "9S TS QS", unmatched="AH 3H 5H 2C")),
            "rounds[0].hands.Bob.melds[1]",
            "9S TS QS are not in a row.",
            id="a meld that is none",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole("7S 7H 7D")),
            "rounds[0].hands.Bob",
            "Bob's whole hand is 3 cards, but it must be 10.",
            id="a whole hand of three cards",
        ),
        pytest.param(
            gin("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=3),
            "rounds[0].hands.Ann",
            "Ann's whole hand is 11 cards, but it must be 10: leave out the card you discarded.",
            id="eleven cards for gin",
        ),
        pytest.param(
            knock("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=3),
            "rounds[0].hands.Ann",
            "Ann's whole hand is 11 cards, but it must be 10: leave out the card you discarded.",
            id="eleven cards for a knock",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole(GIN_HAND + " 9S")),
            "rounds[0].hands.Bob",
            "Bob's whole hand is 11 cards, but it must be 10.",
            id="eleven cards of who discarded nothing",
        ),
        pytest.param(
            big_gin("Ann", Ann=whole(GIN_HAND), Bob=3),
            "rounds[0].hands.Ann",
            "Ann's whole hand is 10 cards, but it must be 11.",
            id="ten cards for big gin",
        ),
        pytest.param(
            big_gin("Ann", Ann=whole(GIN_HAND + " 9S"), Bob=whole(NOTHING + " QC")),
            "rounds[0].hands.Bob",
            "Bob's whole hand is 11 cards, but it must be 10.",
            id="eleven cards against big gin",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole("AH 3H 5H 7H 9H JH AC 3C 6C Q")),
            "rounds[0].hands.Bob",
            "A whole hand needs the suits: Bob has a card without.",
            id="a card without suit",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole("AH 3H 5H 7H 9H JH AC 3C 6C JK")),
            "rounds[0].hands.Bob",
            "Bob cannot have a joker: none is played.",
            id="a joker in Gin",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole("AS AS 5H 7H 9H JH AC 3C 6C QD")),
            "rounds[0].hands.Bob",
            "Bob has AS twice, and the deck has only one.",
            id="two aces of spades",
        ),
        pytest.param(
            knock("Ann", Ann="AH", Bob=whole(NOTHING)),
            "rounds[0].hands.Bob",
            "AH is in both hands, and the deck has only one.",
            id="a card that another has",
        ),
        pytest.param(
            gin("Ann", Ann=whole(KNOCK_WITH_5), Bob=3),
            "rounds[0].hands.Ann",
            "Ann ended the round, but 5D would be left over.",
            id="gin with a card left over",
        ),
        pytest.param(
            gin("Ann", Ann=laid(RUN_OF_SEVEN, unmatched="KH KD KC"), Bob=3),
            "rounds[0].hands.Ann",
            "Ann ended the round, but KH KD KC would be left over.",
            id="gin laid out with cards left over",
        ),
        pytest.param(
            gin("Ann", Ann=whole(NOTHING), Bob=3),
            "rounds[0].hands.Ann",
            "Ann ended the round, so Ann can have no card left.",
            id="gin without a meld",
        ),
        pytest.param(
            knock("Ann", Ann=whole(NOTHING), Bob=3),
            "rounds[0].hands.Ann",
            "Ann's knock with 55 is above the limit of 10.",
            id="a knock above the limit",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={}),
            "rounds[0].hands.Bob",
            "Give Bob's whole hand, or the melds and what is unmatched.",
            id="neither a hand nor melds",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"melds": "7S 7H 7D", "unmatched": ""}),
            "rounds[0].hands.Bob",
            "Give Bob's whole hand, or the melds and what is unmatched.",
            id="melds as a text",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"unmatched": "K"}),
            "rounds[0].hands.Bob",
            "Give Bob's whole hand, or the melds and what is unmatched.",
            id="no melds",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"hand": NOTHING, "melds": []}),
            "rounds[0].hands.Bob.melds",
            "“melds” means nothing here.",
            id="a whole hand with melds",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"melds": [], "unmatched": "K", "deadwood": 10}),
            "rounds[0].hands.Bob.deadwood",
            "“deadwood” means nothing here.",
            id="an unknown part",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole("7S 1S")),
            "rounds[0].hands.Bob.hand",
            "“1S” in Bob's hand is not a card.",
            id="a whole hand with something else",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"melds": ["7S 7H 7D", "8S X"], "unmatched": ""}),
            "rounds[0].hands.Bob.melds[1]",
            "“X” in Bob's hand is not a card.",
            id="a meld with something else",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob={"melds": [], "unmatched": "Y"}),
            "rounds[0].hands.Bob.unmatched",
            "“Y” in Bob's hand is not a card.",
            id="unmatched cards with something else",
        ),
        pytest.param(
            knock("Ann", Ann=3, Bob=whole(7)),  # type: ignore[arg-type]
            "rounds[0].hands.Bob.hand",
            "Bob's hand must be cards or a whole number of points.",
            id="a whole hand as a number",
        ),
    ],
)
def test_a_whole_hand_is_refused(round: Document, place: str, sentence: str) -> None:
    error = refused(document("gin", round))
    assert (error.place, error.text()) == (place, f"Round 1: {sentence}")


@pytest.mark.parametrize("cards", ["3S 3H 4D", "3S 3H 4D 9C KD"])
def test_a_whole_hand_of_three_thirteen_grows_with_the_round(cards: str) -> None:
    first = out("Ann", Bob=3)
    second = out("Ann", Bob=whole(cards))
    error = refused(document("three-thirteen", first, second))
    assert (error.place, error.text()) == (
        "rounds[1].hands.Bob",
        f"Round 2: Bob's whole hand is {len(cards.split())} cards, but it must be 4.",
    )
    # Fours are wild in the second round.
    judged = score("three-thirteen", first, out("Ann", Bob=whole("3S 3H 4D 9C")))["rounds"][1]
    assert judged["deadwood"]["Bob"] == 9


def test_a_whole_hand_that_is_left_over_has_any_size_up_to_the_deal() -> None:
    error = refused(document("basic", out("Ann", Bob=whole(NOTHING + " QC"))))
    assert error.text() == "Round 1: Bob has 11 cards, but a hand holds 10 at the most."


@pytest.mark.parametrize("hand", [whole("7S 7H 7D"), laid("7S 7H 7D"), "", 0])
@pytest.mark.parametrize("variant", ["basic", "manipulation"])
def test_a_hand_of_melds_that_are_spared_is_not_out(variant: str, hand: Any) -> None:
    judged = score(variant, out("Ann", Bob=hand), melds_in_hand="spared")["rounds"][0]
    assert (judged["winners"], judged["deadwood"]) == (["Ann"], {"Ann": 0, "Bob": 0})


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(whole("7S 8S JK KH"), id="given whole"),
        pytest.param(laid("7S 8S JK", unmatched="KH"), id="laid out"),
        pytest.param("7S 8S JK KH", id="given as what is left"),
    ],
)
@pytest.mark.parametrize(
    ("variant", "round", "joker"),
    [
        pytest.param("basic", "out", 15, id="Basic"),
        pytest.param("manipulation", "out", 25, id="Manipulation, out"),
        pytest.param("manipulation", "stock", 25, id="Manipulation, the stock ran out"),
    ],
)
def test_every_card_left_counts_melds_or_not(
    variant: str, round: str, joker: int, hand: Any
) -> None:
    ended = stock(Ann=40, Bob=hand) if round == "stock" else out("Ann", Bob=hand)
    judged = score(variant, ended)["rounds"][0]
    assert judged["deadwood"]["Bob"] == 7 + 8 + joker + 10


@pytest.mark.parametrize("variant", ["basic", "manipulation"])
@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(whole("7S 8S 9S 2H 2D 2C"), id="given whole"),
        pytest.param(laid("7S 8S 9S", "2H 2D 2C"), id="laid out"),
    ],
)
def test_who_goes_out_puts_the_melds_on_the_table(variant: str, hand: Any) -> None:
    judged = score(variant, out("Ann", Ann=hand, Bob=9))["rounds"][0]
    assert (judged["deadwood"]["Ann"], judged["winners"]) == (0, ["Ann"])


def test_hands_are_written_as_they_were_given() -> None:
    rounds = [
        knock(
            "Ann",
            Ann=whole(KNOCK_WITH_5, **{"x-photo": "1.jpg"}),
            Bob=laid("9H TH JH", unmatched="TS AH 4H 8D 6C 8C KS") | {"x-late": [1]},
        ),
        VOID,
    ]
    assert write_game(read_game(document("gin", *rounds)))["rounds"] == rounds


def test_unmatched_may_be_left_out_if_empty() -> None:
    round = gin("Ann", Ann={"melds": [RUN_OF_SEVEN, "KH KD KC"]}, Bob=55)  # type: ignore[arg-type]
    assert score("gin", round)["rounds"][0]["deadwood"] == {"Ann": 0, "Bob": 55}
