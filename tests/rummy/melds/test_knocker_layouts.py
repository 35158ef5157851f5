"""A knocker’s whole hand is laid out in the knocker’s favour: a table, and an oracle."""

from __future__ import annotations

import random
from typing import Any

import pytest

from scorekeeper.rummy.cards import RANKS, print_cards
from scorekeeper.rummy.deal import card_points
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.ruling import Ruling
from tests.support import meld_oracle
from tests.support.documents import Document, document, knock, score, sheet_of
from tests.support.random_hands import DECK
from tests.support.walks import walk
from tests.support.whole_hands import whole

WORTH = card_points()

KNOCKER = "AS 2S AC 2C 3C AD 4D AH 2H 3H"
"""Three runs and an ace leave 8, four aces and three twos 10."""

DEFENDER = "3S 6S 7S 8S 9S 4C 6D 4H 5H 6H"
"""Four cards fit the runs, and only the three of spades fits none of the sets."""

LEAST = {"melds": ["AH 2H 3H", "AC 2C 3C"], "unmatched": "AS 2S AD 4D"}
SETS = {"melds": ["AS AC AD AH", "2S 2C 2H"], "unmatched": "3C 4D 3H"}
BY_ITSELF = {"melds": ["6S 7S 8S 9S", "4H 5H 6H"], "unmatched": "3S 4C 6D"}
"""The defender’s hand as that player laid it out."""


def ruling(round: Document, variant: str = "gin", **rules: Any) -> Ruling:
    return sheet_of(document(variant, round, undercut_bonus=25, **rules)).rounds[0].ruling


def told(round: Document, **rules: Any) -> Document:
    """Return the answer for a round, with an undercut bonus of 25."""
    judged: Document = score("gin", round, undercut_bonus=25, **rules)["rounds"][0]
    return judged


def test_more_deadwood_wins_where_the_least_would_lose() -> None:
    judged = told(knock("Ann", Ann=whole(KNOCKER), Bob=whole(DEFENDER)))
    assert judged["deadwood"] == {"Ann": 10, "Bob": 13}
    assert (judged["winners"], judged["tags"]) == (["Ann"], [])
    assert judged["points"] == {"Ann": 3, "Bob": 0}
    assert judged["why"][0]["text"] == (
        "Bob 13 − Ann 10 (laid out with only 8 left, Ann would lose 30)"
    )
    assert judged["warnings"] == []


def test_the_least_deadwood_that_was_given_up_is_known() -> None:
    ruled = ruling(knock("Ann", Ann=whole(KNOCKER), Bob=whole(DEFENDER)))
    assert ruled.least is not None
    assert ruled.least.counts == {0: 8, 1: 3}
    melds = {frozenset(print_cards(meld).split()) for meld in ruled.least.laid[0].melds}
    assert frozenset(["AH", "2H", "3H"]) in melds
    assert {str(layoff.card) for layoff in ruled.least.layoffs} == {"4H", "5H", "4C"}


def test_the_second_player_may_knock_as_well() -> None:
    judged = told(knock("Bob", Ann=whole(DEFENDER), Bob=whole(KNOCKER)))
    assert (judged["deadwood"], judged["points"]) == ({"Ann": 13, "Bob": 10}, {"Ann": 0, "Bob": 3})


@walk(
    ("round", "rules", "deadwood", "points"),
    {
        "not above the knock limit": (
            knock("Ann", Ann=whole(KNOCKER), Bob=whole(DEFENDER)),
            {"knock_limit": 9},
            (8, 3),
            (0, 30),
        ),
        "nor where the table would accept it": (
            knock("Ann", Ann=whole(KNOCKER), Bob=whole(DEFENDER)) | {"allow": ["illegal-knock"]},
            {"knock_limit": 9},
            (8, 3),
            (0, 30),
        ),
        "the least of a knock that is too high": (
            knock("Ann", Ann=whole(KNOCKER), Bob=whole(DEFENDER)) | {"allow": ["illegal-knock"]},
            {"knock_limit": 7},
            (8, 3),
            (0, 30),
        ),
        "the least against unmatched cards": (
            knock("Ann", Ann=whole(KNOCKER), Bob="3S 4C 6D"),
            {},
            (8, 13),
            (5, 0),
        ),
        "or against a count": (knock("Ann", Ann=whole(KNOCKER), Bob=13), {}, (8, 13), (5, 0)),
        # All melded is gin, which allows no lay-offs: 3 + 4 + 6 and the bonus of 25.
        "gin is best of all": (
            knock("Ann", Ann=whole("AS AC AD AH 2S 2C 2H 3C 3D 3H"), Bob=whole(DEFENDER)),
            {},
            (0, 13),
            (38, 0),
        ),
        # On the runs 4 of clubs, 3 of spades and 4 of hearts would go: 6 of diamonds is left.
        "against a hand that its player laid out": (
            knock("Ann", Ann=whole(KNOCKER), Bob=BY_ITSELF),
            {},
            (10, 13),
            (3, 0),
        ),
    },
)
def test_the_layout_is(
    round: Document, rules: dict[str, Any], deadwood: tuple[int, int], points: tuple[int, int]
) -> None:
    judged = told(round, **rules)
    assert tuple(judged["deadwood"].values()) == deadwood
    assert tuple(judged["points"].values()) == points


@walk(
    ("hands", "rules", "points", "sentence"),
    {
        "an undercut without a bonus": (
            (KNOCKER, DEFENDER),
            {"undercut_bonus": 0},
            (3, 0),
            "Bob 13 − Ann 10 (laid out with only 8 left, Ann would lose 5)",
        ),
        "a win that would be less": (
            ("4C AS 6H 3H 2C 5H 3C 2H 4H 3S", "6S AH 4D 2S 3D 6D 5D 5C 5S AD"),
            {},
            (11, 0),
            "Bob 20 − Ann 9 (laid out with only 4 left, Ann would win only 10)",
        ),
        "a tie for nobody": (
            ("5H 3H 2D 4S 5C 3D 4H 4D AS 5D", "6S 5S 2H 3C 6C AH 2S 6D AC 6H"),
            {"tie": "no-score"},
            (1, 0),
            "Bob 11 − Ann 10 (laid out with only 9 left, Ann would win nothing)",
        ),
        "the smaller loss": (
            ("AD 3D 2D 6D AS 6C 5H 6H 6S AC", "4H 3H AH 2C 3S 4D 3C 2H 5S 4S"),
            {},
            (0, 26),
            "Ann 10 − Bob 9 (laid out with only 7 left, Ann would lose 27)",
        ),
        # Ann’s best result is a tie without points, and there is no other line.
        "a tie for nobody rather than a loss": (
            ("2H 4H 3D 2S 4C 3C AD 3H 2D 2C", "6S 4D AC 5H 6C 4S 5C 5D 6H 5S"),
            {"tie": "no-score"},
            (0, 0),
            "Bob 8 − Ann 8 (laid out with only 2 left, Ann would lose 27)",
        ),
    },
)
def test_the_ruling_says_what_the_least_would_have_come_to(
    hands: tuple[str, str], rules: dict[str, Any], points: tuple[int, int], sentence: str
) -> None:
    ann, bob = map(whole, hands)
    judged = score("gin", knock("Ann", Ann=ann, Bob=bob), **{"undercut_bonus": 25} | rules)
    (told,) = judged["rounds"]
    assert tuple(told["points"].values()) == points
    assert told["why"][0]["text"] == sentence


def test_a_declared_worse_layout_is_warned_of() -> None:
    judged = told(knock("Ann", Ann=LEAST, Bob=whole(DEFENDER)))
    assert judged["points"] == {"Ann": 0, "Bob": 30}
    assert judged["warnings"] == [
        "Ann’s hand can be laid out better: keep 10, and the opponent can lay off fewer cards."
    ]


def test_taking_the_better_layout_scores_by_it() -> None:
    declared = ruling(knock("Ann", Ann=LEAST, Bob=whole(DEFENDER)))
    (warning,) = declared.warnings
    assert isinstance(warning, BetterCount)
    assert warning.gives_whole
    taken = print_cards(warning.hand.cards)  # type: ignore[union-attr]
    judged = told(knock("Ann", Ann=whole(taken), Bob=whole(DEFENDER)))
    assert judged["points"] == {"Ann": 3, "Bob": 0}


def test_the_best_declared_layout_gets_no_warning() -> None:
    judged = told(knock("Ann", Ann=SETS, Bob=whole(DEFENDER)))
    assert (judged["points"], judged["warnings"]) == ({"Ann": 3, "Bob": 0}, [])


def test_against_a_count_the_least_deadwood_is_offered() -> None:
    judged = told(knock("Ann", Ann=SETS, Bob=13))
    assert judged["warnings"] == ["Ann’s hand can be laid out better: 8, not 10."]


@walk("seed", range(60))
def test_no_layout_is_better_for_the_knocker(seed: int) -> None:
    check_layout(random.Random(seed))


@pytest.mark.slow
def test_no_layout_is_better_for_the_knocker_in_4_000_rounds() -> None:
    rng = random.Random(4_000)
    more = sum(check_layout(rng) for _ in range(4_000))
    assert more > 20


def check_layout(rng: random.Random) -> bool:
    """Deal two hands, knock with one, and compare the judge with the oracle.

    Return whether the best layout had more than the least deadwood.
    """
    knocker, defender = two_hands(rng)
    rules = {
        "knock_limit": rng.choice([4, 7, 10, 10, 10]),
        "gin_bonus": rng.choice([0, 25]),
        "undercut_bonus": rng.choice([0, 10, 25]),
        "tie": rng.choice(["undercut", "no-score", "knocker"]),
    }
    knocked = knock("Ann", Ann=whole(" ".join(knocker)), Bob=whole(" ".join(defender)))
    sheet = sheet_of(document("gin", knocked | {"allow": ["illegal-knock"]}, **rules))
    ruled = sheet.rounds[0].ruling
    melds = frozenset(frozenset(print_cards(meld).split()) for meld in ruled.laid[0].melds)
    found = outcomes(knocker, defender, rules)
    assert melds in meld_oracle.arrangements(knocker, WORTH)
    ann, bob = ruled.points(2)
    assert (ann - bob, -ruled.deadwood[0]) == max(found)
    least = max(outcome for outcome in found if outcome[1] == max(left for _, left in found))
    assert (ruled.least is not None) == (least[0] < max(found)[0])
    return ruled.least is not None


def outcomes(
    knocker: list[str], defender: list[str], rules: dict[str, Any]
) -> list[tuple[int, int]]:
    """Return the knocker’s score for every legal layout, and the negative of its deadwood."""
    layouts = meld_oracle.arrangements(knocker, WORTH)
    most = max(rules["knock_limit"], min(layouts.values()))
    found = []
    for melds, count in layouts.items():
        if count <= most:
            left = meld_oracle.least_after_lay_offs(defender, [*melds] if count else [], WORTH)
            found.append((price(count, left, rules), -count))
    return found


def price(count: int, left: int, rules: dict[str, Any]) -> int:
    """Return the knocker’s win with this count against the points left of the other player."""
    if count == 0:
        return int(left + rules["gin_bonus"])
    if count < left:
        return left - count
    if count == left and rules["tie"] != "undercut":
        return 0
    return int(left - count - rules["undercut_bonus"])


def two_hands(rng: random.Random) -> tuple[list[str], list[str]]:
    """Return ten cards each of few ranks of one deck. The first can knock with 12 at most."""
    while True:
        first = rng.choice([0, 0, rng.randrange(len(RANKS) - 5)])
        deck = [card for card in DECK if card[0] in RANKS[first : first + 6]]
        rng.shuffle(deck)
        knocker, defender = deck[:10], deck[10:20]
        if meld_oracle.least_deadwood_of_one_deck(knocker, WORTH) <= 12:
            return knocker, defender
