"""Lay-offs on the knocker’s melds, and the knocker’s best layout against them."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.cards import print_cards, read_cards
from tests.support.documents import document, gin, knock, score, sheet_of
from tests.support.walks import walk
from tests.support.whole_hands import GIN_HAND, laid, whole

KNOCKER = laid("7S 8S 9S", "QH QD QC", "2H 2D 2C", unmatched="3D")
"""A knock with 3 on a run and two sets."""


@walk(
    ("knocker", "defender", "left", "layoffs"),
    {
        # Ten and jack go on the run: 8 + 1 + 4 + 5 + 6 + 9 + 10 + 10 are left.
        "two in a row on the end of a run": (
            KNOCKER,
            whole("TS JS 8C AH 4H 5D 6C 9H KD JH"),
            53,
            [("TS", "7S 8S 9S"), ("JS", "7S 8S 9S")],
        ),
        # Ten, jack and queen are a run of Bob's own: 1 + 4 + 5 + 6 + 9 + 10 + 10 are left.
        "nothing that is a meld of one's own": (
            KNOCKER,
            whole("TS JS QS AH 4H 5D 6C 9H KD JH"),
            45,
            [],
        ),
        "below a run and on both sets": (
            KNOCKER,
            whole("6S QS 2S AH 4H 5D 8C 9H KD JH"),
            47,
            [("6S", "7S 8S 9S"), ("2S", "2H 2D 2C"), ("QS", "QH QD QC")],
        ),
        "nothing fits": (KNOCKER, whole("AH 3H 5H 7H 9H JH AC 3C 6C KS"), 55, []),
        "unmatched cards are what was left after it": (KNOCKER, "TS JS AH", 21, []),
        "so is a count": (KNOCKER, 21, 21, []),
        "no meld is known to lay off on": (3, whole("TS JS QS AH 4H 5D 6C 9H KD JH"), 45, []),
        "nor where the knocker gave unmatched cards": (
            "3D",
            whole("TS JS 2S AH 4H 5D 6C 9H KD JH"),
            67,
            [],
        ),
        # The hearts stay a meld as declared, the ten is laid off: 1 + 4 + 5 + 6 + 8 + 10 are left.
        "declared melds stay, unmatched cards are laid off": (
            KNOCKER,
            laid("9H TH JH", unmatched="TS AH 4H 5D 6C 8C KD"),
            34,
            [("TS", "7S 8S 9S")],
        ),
    },
)
def test_the_defender_lays_off(
    knocker: Any, defender: Any, left: int, layoffs: list[tuple[str, str]]
) -> None:
    judged = score("gin", knock("Ann", Ann=knocker, Bob=defender))["rounds"][0]
    assert judged["deadwood"]["Bob"] == left
    laid_off = [(layoff["card"], layoff["on"]) for layoff in judged.get("layoffs", [])]
    assert sorted(laid_off) == sorted(layoffs)


def test_nothing_is_laid_off_where_the_knocker_has_no_meld() -> None:
    knocker = whole("AS 3H 5D 7C 9S JH KD 2C 4S 6H")
    defender = whole("2S 3S 6S 8S TS QH 9H 7D 5C KC")
    round = knock("Ann", Ann=knocker, Bob=defender) | {"allow": ["illegal-knock"]}
    judged = score("gin", round)["rounds"][0]
    assert judged["deadwood"] == {"Ann": 57, "Bob": 70}
    assert judged.get("layoffs", []) == []


def test_laying_off_every_card_is_an_undercut_and_no_gin() -> None:
    knocker = laid("7S 8S 9S", "KH KD KC", "2H 2D 2C", unmatched="3D")
    defender = laid("4H 5H 6H", "9H 9D 9C", unmatched="TS JS QS 2S")
    judged = score("gin", knock("Ann", Ann=knocker, Bob=defender))["rounds"][0]
    assert (judged["deadwood"], judged["tags"]) == ({"Ann": 3, "Bob": 0}, ["undercut"])
    assert judged["points"] == {"Ann": 0, "Bob": 13}


def test_nobody_lays_off_against_gin() -> None:
    round = gin("Ann", Ann=whole(GIN_HAND), Bob=whole("9S TS JS KS 2H 4H 6H 8D QD AC"))
    judged = score("gin", round)["rounds"][0]
    # 9♠ T♠ J♠ are Bob’s own run. The king cannot join the kings: 10 + 2 + 4 + 6 + 8 + 10 + 1.
    assert judged["deadwood"]["Bob"] == 41
    assert judged.get("layoffs", []) == []


EITHER_WAY = whole("3S 4S 5S 4H 4D 9C TC JC QC KC")
"""Besides a run in clubs, three fours or a run in spades: 8 are left either way."""


FOURS, SPADES = "4H 4D 4S", "3S 4S 5S"


@walk(
    ("defender", "left", "melds"),
    {
        # 2 and 6 fit the run in spades, but not the fours.
        "fours against a 2 and a 6": (whole("2S 6S AH AD 7H 8D 9H TD JH QD"), 64, FOURS),
        # The 4 fits the fours, but not the run.
        "a run against a 4": (whole("4C 8S AH AD 7H 8D 9H TD JH QD"), 68, SPADES),
        # 6♠ 7♠ 8♠ stay a meld, so only the 4 matters: the run leaves 8 + 8 + 4 + 22.
        "a run, for only unmatched cards are laid off": (
            laid("6S 7S 8S", unmatched="8H 8D 4C AH AD KH QD"),
            42,
            SPADES,
        ),
    },
)
def test_the_knocker_lays_out_what_leaves_the_defender_worst_off(
    defender: Any, left: int, melds: str
) -> None:
    sheet = sheet_of(document("gin", knock("Ann", Ann=EITHER_WAY, Bob=defender)))
    ruling = sheet.rounds[0].ruling
    assert (ruling.deadwood, ruling.layoffs) == ({0: 8, 1: left}, ())
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
    assert judged["warnings"] == ["Ann’s hand can be laid out better: 38, not 53."]


def test_the_melds_after_the_lay_offs_are_known() -> None:
    bob = laid("9H TH JH", unmatched="TS AH 4H 5D 6C 8C KD")
    sheet = sheet_of(document("gin", knock("Ann", Ann=KNOCKER, Bob=bob)))
    lying = sheet.rounds[0].ruling.laid[1]
    assert [print_cards(meld) for meld in lying.melds] == ["9H TH JH"]
    assert set(lying.unmatched or ()) == set(read_cards("AH 4H 5D 6C 8C KD"))
