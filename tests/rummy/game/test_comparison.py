"""What other rules would say of a round: only changed outcomes are listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.comparison import Flipped, OtherRuling, compare
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.game.starting_point import NOTHING_YET, StartingScores, with_starting_scores
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.support.documents import (
    STOCK,
    Document,
    big_gin,
    document,
    gin,
    knock,
    out,
    rum,
    rummy,
    stock,
)
from tests.support.examples import ENDINGS, example

THREE = ("Ann", "Bob", "Cem")
EQUAL = knock("Ann", Ann=10, Bob=10)

Said = dict[str, str]
"""What other rules say, by their names: `Bob +25`, `nobody`, `Ann +0; Ann 125 v 20; Bob deals`."""


@dataclass(frozen=True)
class Compared:
    """A comparison in short."""

    presets: Said
    rules: Said
    games: Said


def compared(
    variant: str, round: Document, scores: StartingScores = NOTHING_YET, **options: Any
) -> Compared:
    """The comparison of one round."""
    game = read_game(document(variant, round, **options))
    try:
        ruled = fold(with_starting_scores(game, scores))
    except RuleError:
        ruled = None
    found = compare(game, scores)
    return Compared(said(found.presets, ruled), said(found.rules, ruled), said(found.games, ruled))


def said(rulings: tuple[OtherRuling, ...], ruled: Sheet | None) -> Said:
    """These rulings in short."""
    return {", ".join(map(name, other.under)): result(other, ruled) for other in rulings}


def name(under: Preset | Flipped | Variant) -> str:
    """A preset or a game by its key, a house rule by its name and value."""
    return f"{under.rule.name}={under.value}" if isinstance(under, Flipped) else under.key


def result(other: OtherRuling, ruled: Sheet | None) -> str:
    """Who won, the points, the end of the game if it is over, and the next dealer if another."""
    if other.sheet is None or other.entry is None:
        assert other.fault
        return render(other.fault, ("Ann", "Bob"))
    names = other.sheet.game.players
    ruling = other.entry.ruling
    winners = " and ".join(names[seat] for seat in ruling.winners) or "nobody"
    points = [earned for earned in ruling.points(len(names)) if earned]
    end = ""
    if other.sheet.over:
        end = "; " + " and ".join(names[seat] for seat in other.sheet.winners)
        end += " " + " v ".join(map(str, other.sheet.final))
    dealer = other.sheet.next_dealer
    if (
        ruled
        and dealer not in (None, ruled.next_dealer)
        and ruled.game.variant is other.sheet.game.variant
    ):
        end += f"; {names[dealer]} deals"
    return winners + "".join(f" {earned:+d}" for earned in points) + end


@pytest.mark.parametrize(
    ("variant", "round", "options", "expected"),
    [
        pytest.param(
            "gin",
            EQUAL,
            {},
            {
                "undercut_bonus=0": "Bob",
                "undercut_bonus=25": "Bob +25",
                "tie=no-score": "nobody; Ann deals",
                "tie=knocker": "Ann; Ann deals",
                "knock_limit=9": "Ann's knock with 10 is above the limit of 9.",
                "next_dealer=loser": "Bob +10; Ann deals",
            },
            id="gin: 10 equals the knocker's 10",
        ),
        pytest.param(
            "gin",
            knock("Ann", Ann=3, Bob=11),
            {},
            {
                "knock_limit=2": "Ann's knock with 3 is above the limit of 2.",
                "next_dealer=loser, next_dealer=alternate": "Ann +8; Bob deals",
            },
            id="gin: 3 v 11 is 8 everywhere",
        ),
        pytest.param(
            "gin",
            gin("Ann", Bob=20),
            {"preset": "pagat"},
            {
                "gin_bonus=0": "Ann +20",
                "gin_bonus=25": "Ann +45",
                "next_dealer=winner": "Ann +40; Ann deals",
            },
            id="gin: the gin bonus is 20 by Pagat, 25 elsewhere",
        ),
        pytest.param(
            "gin",
            big_gin("Ann", Bob=20),
            {"preset": "modern", "next_dealer": "loser"},
            {"big_gin_bonus=0": "Ann +45", "next_dealer=winner": "Ann +51; Ann deals"},
            id="gin: big gin v 20 where it is not played",
        ),
        pytest.param(
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AS"},
            {},
            {
                "spades_double=False": "Ann +10",
                "knock_limit=0": "Ann's knock with 1 is above the limit of 0.",
                "ace_upcard=gin": "Ann's knock with 1 is above the limit of 0.",
                "next_dealer=loser, next_dealer=alternate": "Ann +20; Bob deals",
            },
            id="oklahoma: where only gin is knocked on an ace this knock is refused",
        ),
        pytest.param(
            "knock",
            knock("Ann", Ann=5, Bob=5, Cem=28),
            {"players": THREE},
            {"penalty_on_tie=True": "Bob +33"},
            id="knock: the knocker is equalled",
        ),
        pytest.param(
            "knock",
            rum("Ann", Bob=0, Cem=28),
            {"players": THREE},
            {"penalty_on_tie=True": "Bob +38", "rum_can_be_tied=False": "Ann +78"},
            id="knock: a run against another 0",
        ),
        pytest.param(
            "manipulation",
            knock("Ann", Ann=3, Bob=2),
            {},
            {
                "undercut_bonus=0": "Bob +1",
                "undercut_bonus=25": "Bob +26",
                "knock_limit=2": "Ann's knock with 3 is above the limit of 2.",
            },
            id="manipulation: the knocker is beaten",
        ),
        pytest.param(
            "manipulation",
            out("Ann", Bob="7 JK"),
            {},
            {
                "out_bonus=0": "Ann +32",
                "joker_value=15": "Ann +47",
                "joker_value=20": "Ann +52",
            },
            id="manipulation: a joker is left, and other games count it less",
        ),
        pytest.param(
            "manipulation",
            knock("Ann", Ann=7, Bob=20) | {"allow": ["illegal-knock"]},
            {},
            {},
            id="manipulation: a knock that the table accepted is scored at any limit",
        ),
        pytest.param(
            "basic",
            out("Ann", Bob="K 7 A"),
            {"target": 30},
            {
                "ace_value=11": "Ann +28",
                "ace_value=15": "Ann +32; Ann 32 v 0",
                "scoring=penalty": "Ann +18",
                "next_dealer=winner": "Ann +18; Ann deals",
            },
            id="basic: an ace at 1, 11 or 15",
        ),
        pytest.param(
            "three-thirteen",
            out("Ann", Bob="5 Q K"),
            {},
            {"court_value=rising": "Ann +30"},
            id="three thirteen: courts at 10 or rising",
        ),
    ],
)
def test_each_house_rule_that_changes_the_outcome_is_listed(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).rules == expected


@pytest.mark.parametrize(
    ("variant", "round", "options", "expected"),
    [
        pytest.param(
            "gin",
            EQUAL,
            {},
            {"wikipedia, modern, tournament": "Bob +25", "pagat": "Bob +10; Ann deals"},
            id="those that agree stand together, those that change nothing are left out",
        ),
        pytest.param(
            "gin",
            EQUAL,
            {"tie": "knocker"},
            {
                "plain, bicycle": "Bob +10; Bob deals",
                "pagat": "Bob +10",
                "wikipedia, modern, tournament": "Bob +25; Bob deals",
            },
            id="a changed house rule is compared with the preset itself too",
        ),
        pytest.param(
            "basic",
            rummy("Ann", Bob=33),
            {},
            {"pagat": "Ann +66", "penalty": "Ann +33"},
            id="going rummy",
        ),
        pytest.param("manipulation", stock(Ann=3, Bob=8), {}, {}, id="a game with one preset"),
        pytest.param(
            "gin",
            knock("Ann", Ann=3, Bob=11),
            {},
            {"pagat, wikipedia, tournament": "Ann +8; Bob deals"},
            id="only the next dealer is another one",
        ),
        pytest.param(
            "gin",
            knock("Bob", Ann=11, Bob=3),
            {},
            {"pagat": "Bob +8; Ann deals"},
            id="in turn it is the winner's deal too",
        ),
        pytest.param(
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AH"},
            {},
            {
                "bicycle": "Ann's knock with 1 is above the limit of 0.",
                "pagat, wikipedia, tournament": "Ann +10; Bob deals",
            },
            id="a preset by which the knock is too high",
        ),
    ],
)
def test_each_preset_that_changes_the_outcome_is_listed(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).presets == expected


@pytest.mark.parametrize(
    ("variant", "round", "options", "expected"),
    [
        pytest.param(
            "gin", EQUAL, {}, {"knock": "Bob"}, id="gin: no undercut bonus in knock rummy"
        ),
        pytest.param(
            "gin",
            gin("Ann", Bob=20),
            {},
            {},
            id="gin without deadwood is a run in knock rummy, both with 25",
        ),
        pytest.param(
            "gin",
            gin("Ann", Bob=20),
            {"preset": "pagat"},
            {"knock": "Ann +45"},
            id="hollywood is judged by the same preset",
        ),
        pytest.param(
            "gin",
            EQUAL,
            {"undercut_bonus": 30},
            {"knock": "Bob"},
            id="hollywood is judged by the same house rules",
        ),
        pytest.param(
            "oklahoma",
            knock("Ann", Ann=2, Bob=20) | {"upcard": "6S"},
            {},
            {"gin": "Ann +18", "hollywood": "Ann +18", "knock": "Ann +18"},
            id="oklahoma: no spade counts twice elsewhere",
        ),
        pytest.param(
            "knock",
            knock("Ann", Ann=4, Bob=4),
            {},
            {
                "gin": "Bob +10",
                "hollywood": "Bob +10",
                "manipulation": "Bob +10",
            },
            id="knock: an equalled knocker is undercut elsewhere",
        ),
        pytest.param(
            "knock",
            knock("Ann", Ann=12, Bob=12),
            {},
            {},
            id="knock: elsewhere 12 is above the limit",
        ),
        pytest.param(
            "knock",
            knock("Ann", Ann=3, Bob=2, Cem=10),
            {"players": THREE, "penalty": 0},
            {"manipulation": "Bob +19"},
            id="knock: gin is not for three",
        ),
        pytest.param(
            "knock",
            rum("Ann", Bob=0, Cem=28),
            {"players": THREE},
            {},
            id="knock: nobody else can be out in manipulation",
        ),
        pytest.param(
            "manipulation",
            out("Ann", Bob=7, Cem=13),
            {"players": THREE},
            {"knock": "Ann +70", "basic": "Ann +20"},
            id="manipulation: out with 7 and 13 against",
        ),
        pytest.param(
            "manipulation", stock(Ann=3, Bob=8), {}, {}, id="manipulation: no stock elsewhere"
        ),
        pytest.param(
            "basic", rummy("Ann", Bob=33), {}, {"manipulation": "Ann +58"}, id="basic: just out"
        ),
        pytest.param("gin", STOCK, {}, {}, id="a round that scores nothing"),
        pytest.param(
            "three-thirteen", out("Ann", Bob=5), {}, {}, id="three thirteen is like no other"
        ),
        pytest.param(
            "hollywood",
            EQUAL,
            {"winner_by": "columns"},
            {"knock": "Bob"},
            id="hollywood: a house rule that gin does not know so keeps gin off the list",
        ),
    ],
)
def test_other_games_are_listed_where_such_a_round_may_happen(
    variant: str, round: Document, options: dict[str, Any], expected: Said
) -> None:
    assert compared(variant, round, **options).games == expected


def test_lay_offs_make_the_difference_between_gin_and_knock_rummy() -> None:
    round: Any = knock("Ann") | {
        "hands": {
            "Ann": {"hand": "7S 8S 9S 4H 4D 4C KD KH KC 2S"},
            "Bob": {"hand": "TS JH 5D 5H 5C QD QH QC 3H 8D"},
        }
    }
    comparison = compared("gin", round)
    # Gin: Bob lays off the ten, so 10 + 3 + 8 - 2; Knock Rummy: 31 - 2.
    assert comparison.games == {"knock": "Ann +29"}


def test_an_end_that_other_rules_settle_otherwise_is_listed() -> None:
    """Ann reaches 100 with her 5 rounds; by the total Bob's seven boxes would win it."""
    scores = StartingScores(totals=(90, 80), won=(1, 7))
    comparison = compared("gin", knock("Ann", Ann=2, Bob=13), scores, box_bonus=20)
    rules = comparison.rules
    assert rules["winner_by=total"] == "Ann +11; Bob 141 v 220"
    assert rules["game_bonus=100"] == "Ann +11; Ann 241 v 220"
    assert rules["target=0, target=250"] == "Ann +11; Ann deals"
    assert comparison.presets["plain"] == "Ann +11; Ann 101 v 80"


def test_the_end_of_a_column_counts_as_an_end() -> None:
    rules = compared("hollywood", gin("Ann", Bob=80), game_bonus=0).rules
    assert rules["target=0, target=250"] == "Ann +105"
    assert "shutout=plus-100" in rules


def test_rules_that_the_table_is_too_large_for_are_left_out() -> None:
    six = ("Ann", "Bob", "Cem", "Dee", "Eva", "Fay")
    round = out("Ann", **dict.fromkeys(six[1:], 5))
    assert "decks=1" not in compared("basic", round, players=six).rules


def test_what_changes_the_score_comes_first_and_another_next_dealer_last() -> None:
    rules = compared("oklahoma", knock("Ann", Ann=1, Bob=11) | {"upcard": "AS"}).rules
    assert [told.partition("=")[0] for told in rules] == [
        "spades_double",
        "knock_limit",
        "ace_upcard",
        "next_dealer",
    ]


@pytest.mark.parametrize(
    ("variant", "round", "options", "expected"),
    [
        pytest.param(
            "manipulation",
            knock("Ann", Ann=7, Bob=20),
            {},
            Compared({}, {"knock_limit=7": "Ann +13"}, {"knock": "Ann +13"}),
            id="manipulation: a knock with 7",
        ),
        pytest.param(
            "oklahoma",
            knock("Ann", Ann=1, Bob=11) | {"upcard": "AH"},
            {"preset": "bicycle"},
            Compared(
                {
                    "plain, modern": "Ann +10",
                    "pagat, wikipedia, tournament": "Ann +10",
                },
                {"ace_upcard=one": "Ann +10"},
                {"gin": "Ann +10", "hollywood": "Ann +10", "knock": "Ann +10"},
            ),
            id="oklahoma: a knock on an ace",
        ),
        pytest.param(
            "gin",
            knock("Ann", Ann=12, Bob=30),
            {},
            Compared({}, {}, {"knock": "Ann +18"}),
            id="gin: no limit is above 10",
        ),
    ],
)
def test_a_knock_that_is_too_high_is_judged_by_the_rules_that_accept_it(
    variant: str, round: Document, options: dict[str, Any], expected: Compared
) -> None:
    assert compared(variant, round, **options) == expected


def test_facts_that_no_rule_accepts_are_not_compared() -> None:
    with pytest.raises(RuleError, match="in both hands"):
        compare(read_game(document("gin", knock("Ann", Ann="AS", Bob="AS K"))))


@pytest.mark.parametrize(("variant", "ending"), ENDINGS)
def test_what_is_listed_never_says_the_same_as_the_ruling(variant: Variant, ending: Any) -> None:
    game = read_game(document(variant.key, example(variant, ending, 2)))
    ruled = fold(game)
    comparison = compare(game)
    for other in comparison.games:
        assert other.sheet
        assert outcome(other.sheet)[:2] != outcome(ruled)[:2]
    for other in comparison.presets + comparison.rules:
        assert [*map(name, other.under)]
        assert other.fault or (other.sheet and outcome(other.sheet) != outcome(ruled))
    assert bool(comparison) == bool(comparison.presets + comparison.rules + comparison.games)


def outcome(sheet: Sheet) -> tuple[Any, ...]:
    """All that a ruling may change."""
    ruling = sheet.rounds[-1].ruling
    return ruling.winners, ruling.points(2), sheet.columns, sheet.next_dealer


def test_every_game_has_its_kin() -> None:
    keys = {variant.key for variant in VARIANTS}
    for variant in VARIANTS:
        assert set(variant.kin) <= keys - {variant.key}
