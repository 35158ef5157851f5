"""Okey 101: racks opened or not, finishes that double, penalties, partners with separate racks."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.cards import read_cards
from scorekeeper.rummy.documents.answers import scored
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.hand import Count, Parts, Whole, unopened
from scorekeeper.rummy.judging.hand_validation import check_parts
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import members
from tests.support.documents import (
    VOID,
    Document,
    ended,
    presets_of,
    refused,
    rules_of,
    score,
    sheet_of,
    why,
)
from tests.support.documents import document as document_of
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
SIDES = [["Ann", "Cem"], ["Bob", "Dee"]]

NEVER: Document = {"opened": False}
PENALISED: Document = {"opened": False, "penalties": 1}


def pairs(left: Any) -> Document:
    """The rack of a player who opened with pairs."""
    return {"opened": "pairs", "left": left}


BY_PAIRS: Document = {"opened": "pairs"}
"""The hand of a player who opened with pairs and finished."""


def finish(ending: str = "out", **hands: Any) -> Document:
    """A round that Ann finished."""
    return ended(ending, "Ann", **hands)


def document(*rounds: Document, sides: bool = False, **options: Any) -> Document:
    """A game of these four."""
    written = document_of("okey-101", *rounds, players=FOUR, **options)
    return written | ({"sides": SIDES} if sides else {})


def points(round: Document, **options: Any) -> tuple[int, ...]:
    """Return the points of Ann, Bob, Cem and Dee in a round."""
    return tuple(score("okey-101", round, players=FOUR, **options)["rounds"][0]["points"].values())


@walk(
    ("round", "rules", "expected"),
    {
        "34.1 Ann finishes": (finish(Bob="11 3", Cem=40, Dee=NEVER), {}, (-101, 14, 40, 202)),
        "34.2 pairs, an okey, never opened": (
            finish(Bob=pairs(11), Cem="JK 4", Dee=NEVER),
            {},
            (-101, 22, 105, 202),
        ),
        "34.3 with the okey": (
            finish("okey", Bob=pairs(11), Cem=40, Dee=NEVER),
            {},
            (-202, 44, 80, 404),
        ),
        "34.4 from the hand": (finish("at-once"), {}, (-202, 404, 404, 404)),
        "34.5 from the hand with the okey": (finish("at-once-okey"), {}, (-404, 808, 808, 808)),
        "34.6 by pairs": (
            finish(Ann=BY_PAIRS, Bob=14, Cem=40, Dee=NEVER),
            {},
            (-202, 28, 80, 404),
        ),
        "34.7 by pairs with the okey": (
            finish("okey", Ann=BY_PAIRS, Bob=14, Cem=40, Dee=NEVER),
            {},
            (-404, 56, 160, 808),
        ),
        "34.8 penalties are not doubled": (
            finish(
                "okey",
                Bob={"left": 14, "penalties": 1},
                Cem={"opened": False, "penalties": 2},
                Dee=1,
            ),
            {},
            (-202, 129, 606, 2),
        ),
        "34.9 no tile is left": (
            ended("stock", None, Ann=12, Bob=pairs(11), Cem=NEVER, Dee=3),
            {},
            (12, 22, 202, 3),
        ),
        "34.13 soft": (finish(Bob="JK 4", Cem=1, Dee=1), {"preset": "soft"}, (0, 29, 1, 1)),
        "by pairs from the hand with the okey": (
            finish("at-once-okey", Ann=BY_PAIRS),
            {},
            (-808, 1616, 1616, 1616),
        ),
        "both by pairs": (finish(Ann=BY_PAIRS, Bob=pairs(14), Cem=1, Dee=1), {}, (-202, 56, 2, 2)),
        "pairs count once": (
            finish(Ann=BY_PAIRS, Bob=pairs(14), Cem=1, Dee=1),
            {"pairs_double": False},
            (-202, 28, 2, 2),
        ),
        "a finish by pairs counts once": (
            finish(Ann=BY_PAIRS, Bob=pairs(14), Cem=1, Dee=1),
            {"pairs_finish": False},
            (-101, 28, 1, 1),
        ),
        "tiles of a rack that was never opened": (
            finish(Bob={"opened": False, "left": "JK 13 1"}, Cem=1, Dee=1),
            {"not_opened": 303},
            (-101, 303, 1, 1),
        ),
        "an okey that counts nothing": (
            finish(Bob=pairs("JK"), Cem="JK 4", Dee=1),
            {"okey_left": 0},
            (-101, 0, 4, 1),
        ),
        "a penalty of who finished": (
            finish(Ann={"penalties": 2}, Bob=1, Cem=1, Dee=1),
            {"penalty": 50},
            (-1, 1, 1, 1),
        ),
        "penalties that cost nothing": (
            finish(Bob={"left": 1, "penalties": 3}, Cem=1, Dee=1),
            {"penalty": 0},
            (-101, 1, 1, 1),
        ),
        "racks after a finish from the hand": (
            finish("at-once", Bob=40, Cem="13 12", Dee={"left": 3, "penalties": 1}),
            {},
            (-202, 404, 404, 505),
        ),
        "one rack after a finish from the hand": (
            finish("at-once", Bob={"penalties": 1}),
            {},
            (-202, 505, 404, 404),
        ),
    },
)
def test_a_round_scores(round: Document, rules: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert points(round, **rules) == expected


@walk(
    ("round", "expected"),
    {
        "34.10 my partner finished": (finish(Bob=14, Cem=PENALISED, Dee=NEVER), (0, 216)),
        "34.11 with the okey": (finish("okey", Bob=14, Cem=90, Dee=NEVER), (-202, 432)),
        "34.12 no tile is left": (
            ended("stock", None, Ann=12, Bob=1, Cem=NEVER, Dee=3),
            (214, 4),
        ),
        "from the hand": (finish("at-once"), (-202, 808)),
    },
)
def test_partners_score_as_one(round: Document, expected: tuple[int, int]) -> None:
    answered = score_by_sides(round)
    assert answered["totals"] == dict(zip(("Ann & Cem", "Bob & Dee"), expected, strict=True))
    assert answered["rounds"][0]["winners"] == (["Ann & Cem"] if "by" in round else [])


def score_by_sides(*rounds: Document, **options: Any) -> Document:
    """Return the answer to a game of two against two."""
    return scored(sheet_of(document(*rounds, sides=True, **options))).as_json()


def test_each_partner_has_a_rack_and_each_line_names_its_player() -> None:
    answered = score_by_sides(finish("okey", Bob=pairs("11 3"), Cem=PENALISED, Dee="JK 4"))
    [judged] = answered["rounds"]
    assert judged["deadwood"] == {"Ann": 0, "Bob": 14, "Cem": 0, "Dee": 105}
    assert [(line["player"], line["points"], line["text"]) for line in judged["why"]] == [
        ("Ann & Cem", -101, "Ann finished"),
        ("Bob & Dee", 14, "Bob was left with 11 3"),
        ("Bob & Dee", 14, "Bob opened with pairs: double"),
        ("Bob & Dee", 105, "Dee was left with JK 4"),
        ("Ann & Cem", -101, "Ann × 2: the last tile was the okey"),
        ("Bob & Dee", 28, "Bob × 2: the last tile was the okey"),
        ("Bob & Dee", 105, "Dee × 2: the last tile was the okey"),
        ("Ann & Cem", 101, "Cem’s penalties: 1 × 101"),
    ]


def test_a_round_says_why() -> None:
    round = finish("at-once-okey", Ann=BY_PAIRS, Bob={"penalties": 2})
    [judged] = score("okey-101", round, players=("Ann", "Bob"))["rounds"]
    assert why(judged) == [
        ("Ann", -101, "out-bonus"),
        ("Bob", 202, "not-opened"),
        ("Ann", -707, "finish"),
        ("Bob", 1414, "finish"),
        ("Bob", 202, "penalty"),
    ]
    assert judged["why"][2]["text"] == (
        "Ann × 8: the last tile was the okey, it was a finish from the hand, "
        "the finish was by pairs"
    )
    assert judged["why"][4]["text"] == "Bob’s penalties: 2 × 101"


MANY = "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5 6 6"


@walk(
    ("round", "place", "text"),
    {
        "a tile above 13": (
            finish(Bob="14 1", Cem=1, Dee=1),
            "hands.Bob",
            "“14” on Bob’s rack is not a tile.",
        ),
        "nine of a number": (
            finish(Bob="7 7 7 7 7", Cem="7 7 7 7", Dee=1),
            "hands.Cem",
            "The hands have too many 7 together: 9, but this game has only 8.",
        ),
        "three okeys": (
            finish(Bob="JK JK", Cem="JK", Dee=1),
            "hands.Cem",
            "The hands have too many joker together: 3, but this game has only 2.",
        ),
        "an okey too many on a rack never opened": (
            finish(Bob={"opened": False, "left": "JK JK"}, Cem="JK", Dee=1),
            "hands.Cem",
            "The hands have too many joker together: 3, but this game has only 2.",
        ),
        "22 tiles": (
            finish(Bob={"opened": False, "left": MANY}, Cem=1, Dee=1),
            "hands.Bob",
            "Bob cannot have 22 tiles: a rack has 21.",
        ),
        "14 tiles after opening": (
            finish(Bob=1, Cem=1, Dee="1 1 1 2 2 2 3 3 3 4 4 4 5 5"),
            "hands.Dee",
            "Dee cannot have 14 tiles after opening: 101 takes at least eight.",
        ),
        "12 tiles after pairs": (
            finish(Bob=1, Cem=1, Dee=pairs("1 1 1 2 2 2 3 3 3 4 4 4")),
            "hands.Dee",
            "Dee cannot have 12 tiles after opening: five pairs take ten.",
        ),
        "a second player without tiles": (
            finish(Bob=0, Cem=1, Dee=1),
            "hands.Bob",
            "Bob must have something left: Ann went out first.",
        ),
        "nobody finished and nothing is left": (
            ended("stock", None, Ann=0, Bob=1, Cem=1, Dee=1),
            "hands.Ann",
            "Ann must have something left: a player with nothing left has gone out.",
        ),
        "tiles of who finished": (
            finish(Ann=5, Bob=1, Cem=1, Dee=1),
            "hands.Ann",
            "Ann ended the round, so nothing can be left.",
        ),
        "a finish without opening": (
            finish(Ann=NEVER, Bob=1, Cem=1, Dee=1),
            "hands.Ann.opened",
            "Ann cannot finish without opening.",
        ),
        "a finish from the hand without opening": (
            finish("at-once", Ann=NEVER),
            "hands.Ann.opened",
            "Ann cannot finish without opening.",
        ),
        "somebody had opened": (
            finish("at-once", Bob={"opened": True, "left": 5}),
            "hands.Bob.opened",
            "Bob had opened: it is no finish from the hand.",
        ),
        "somebody had opened with pairs": (
            finish("at-once-okey", Cem=pairs(5)),
            "hands.Cem.opened",
            "Cem had opened: it is no finish from the hand.",
        ),
        "penalties below 0": (
            finish(Bob={"left": 1, "penalties": -1}, Cem=1, Dee=1),
            "hands.Bob.penalties",
            "For Bob, penalties must be a whole number from 0 to 20.",
        ),
        "21 penalties": (
            finish(Bob={"left": 1, "penalties": 21}, Cem=1, Dee=1),
            "hands.Bob.penalties",
            "For Bob, penalties must be a whole number from 0 to 20.",
        ),
        "another way to open": (
            finish(Bob={"left": 1, "opened": "runs"}, Cem=1, Dee=1),
            "hands.Bob.opened",
            "This must be true or false.",
        ),
        "a rack that is missing": (finish(Bob=1, Cem=1), "hands.Dee", "Dee’s hand is missing."),
        "pairs without what is left": (
            finish(Bob=BY_PAIRS, Cem=1, Dee=1),
            "hands.Bob",
            "Bob must have something left: Ann went out first.",
        ),
        "a whole rack with its melds": (
            finish(Bob={"hand": "1 2 3"}, Cem=1, Dee=1),
            "hands.Bob",
            "Tiles have no colours here: enter what Bob has left, or its count.",
        ),
    },
)
def test_a_round_is_refused(round: Document, place: str, text: str) -> None:
    error = refused(document(round))
    assert (error.place, error.text()) == (f"rounds[0].{place}", f"Round 1: {text}")


@walk(
    ("round", "place", "text"),
    {
        "hands by side": (
            finish(**{"Bob & Dee": 14, "Cem": NEVER}),
            "hands.Bob & Dee",
            "Partners have their own hands: name a player of “Bob & Dee”.",
        ),
        "a partner’s rack that is missing": (
            finish(Bob=14, Dee=1),
            "hands.Cem",
            "Cem’s hand is missing.",
        ),
        "a partner without tiles": (
            finish(Bob=14, Cem=0, Dee=1),
            "hands.Cem",
            "Cem must have something left: Ann went out first.",
        ),
        "tiles of who finished": (
            finish(Ann=4, Bob=14, Cem=1, Dee=1),
            "hands.Ann",
            "Ann ended the round, so nothing can be left.",
        ),
        "a partner had opened": (
            finish("at-once", Cem={"opened": True, "left": 5}),
            "hands.Cem.opened",
            "Cem had opened: it is no finish from the hand.",
        ),
        "an adjustment of a player": (
            finish("at-once") | {"adjustments": [{"player": "Bob", "points": 5}]},
            "adjustments[0].player",
            "Bob has a partner: name the side, “Bob & Dee”.",
        ),
    },
)
def test_a_round_of_partners_is_refused(round: Document, place: str, text: str) -> None:
    error = refused(document(round, sides=True))
    assert (error.place, error.text()) == (f"rounds[0].{place}", f"Round 1: {text}")


def test_only_four_play_by_sides() -> None:
    written = document_of("okey-101", players=FOUR[:3]) | {"sides": [["Ann", "Cem"], ["Bob"]]}
    error = refused(written)
    assert error.place == "sides"
    assert error.text() == "In Okey 101 with 3 players everybody plays alone, without sides."


def test_pairs_are_no_way_to_open_in_other_games() -> None:
    written = document_of("rami", ended("out", "Ann", Bob=pairs(5)))
    error = refused(written)
    assert error.place == "rounds[0].hands.Bob.opened"
    assert error.text() == "Round 1: This must be true or false."


def test_a_void_round_is_played_again() -> None:
    answered = score("okey-101", VOID, players=FOUR, rounds=1)
    assert (answered["over"], answered["next_dealer"]) == (False, "Ann")


def test_after_the_rounds_the_fewest_points_win_and_equals_share() -> None:
    each = [
        {"ending": "out", "by": by, "hands": {other: 101}}
        for by, other in (("Ann", "Bob"), ("Bob", "Ann"))
    ]
    answered = score("okey-101", *each, players=("Ann", "Bob"), rounds=2)
    assert answered["totals"] == {"Ann": 0, "Bob": 0}
    assert (answered["over"], answered["winners"]) == (True, ["Ann", "Bob"])


def test_a_target_ends_the_game() -> None:
    round = finish("at-once")
    assert not score("okey-101", round, players=FOUR)["over"]
    answered = score("okey-101", round, players=FOUR, target=404)
    assert (answered["over"], answered["winners"]) == (True, ["Ann"])


def test_nobody_wins_a_round_without_tiles() -> None:
    round = ended("stock", None, Ann=1, Bob=2, Cem=3, Dee=NEVER)
    [judged] = score("okey-101", round, players=FOUR)["rounds"]
    assert (judged["winners"], judged["tags"]) == ([], ["stock"])


@pytest.mark.parametrize("sides", [False, True])
def test_what_is_said_of_racks_is_written_as_it_was_read(sides: bool) -> None:
    hands = {
        "Ann": {"opened": "pairs", "penalties": 1},
        "Bob": {"opened": True, "left": "11 3"},
        "Cem": PENALISED,
        "Dee": {"left": 14, "opened": "pairs"},
    }
    written = document(finish(**hands), sides=sides)
    game = read_game(written)
    assert write_game(game)["rounds"] == written["rounds"]
    assert read_game(write_game(game)) == game


@walk(
    ("preset", "expected"),
    {"plain": ("plain", {}), "soft": ("soft", {"out_bonus": 0, "okey_left": 25})},
)
def test_a_preset_changes_these_rules(preset: str, expected: Document) -> None:
    plain, changed = rules_of("okey-101", "plain"), rules_of("okey-101", preset)
    assert {name: value for name, value in changed.items() if value != plain[name]} == expected
    assert preset in presets_of("okey-101")


def test_a_hand_with_all_its_cards_stays_as_it_was_given() -> None:
    """Other games have whole hands, and these do not ask whether a player opened."""
    whole = Whole(read_cards("7S 7H 7D"))
    assert unopened(whole) is whole
    assert unopened(Count(5)) == Parts(Count(5), opened=False)


def test_partners_count_their_own_racks() -> None:
    alone, by_sides = read_game(document()), read_game(document(sides=True))
    assert alone.owners == alone.givers == alone.sides
    assert [members(owner) for owner in by_sides.owners] == [(seat,) for seat in range(4)]
    assert by_sides.givers == (*by_sides.sides, *by_sides.owners)
    assert by_sides.variant.asked_of(by_sides.owners[0]) is by_sides.variant


def test_how_a_player_opened_is_yes_no_or_with_pairs() -> None:
    game = read_game(document())
    part = game.variant.opening
    assert part is not None
    assert not part.replaces_cards
    with pytest.raises(RuleError) as refusal:
        check_parts(game.variant, game.rules, Seat(1), Parts(own=((part.key, "never"),)))
    assert str(refusal.value.under(names=FOUR)) == (
        "hands.Bob: For Bob, “opened” must be one of these: true, false, pairs."
    )
