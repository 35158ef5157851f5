"""The moment of a round: the words that the table calls when it is recorded."""

from __future__ import annotations

from scorekeeper.rummy.game.moments import moment_of
from scorekeeper.rummy.messages import render
from tests.support.documents import (
    EQUAL,
    STOCK,
    THREE,
    VOID,
    Document,
    adjusted,
    big_gin,
    document,
    gin,
    knock,
    out,
    rum,
    rummy,
    sheet_of,
)
from tests.support.walks import walk

UNDERCUT = knock("Ann", Ann=8, Bob=3)


def ann(points: int) -> Document:
    """A round of this many points for Ann."""
    return knock("Ann", Ann=1, Bob=points + 1)


def bob(points: int) -> Document:
    """A round of this many points for Bob."""
    return knock("Bob", Bob=1, Ann=points + 1)


def said(variant: str, *rounds: Document, **options: object) -> str:
    """Return the kind, players and text of the last round’s moment, or empty if it has none."""
    sheet = sheet_of(document(variant, *rounds, **options))  # type: ignore[arg-type]
    moment = moment_of(sheet)
    if moment is None:
        return ""
    names = sheet.game.players
    whose = " and ".join(names[seat] for seat in moment.seats)
    return f"{moment.kind}, {whose}: {render(moment.text, names)}"


@walk(
    ("variant", "rounds", "moment"),
    [
        ("gin", [gin("Bob", Ann=4)], "called, Bob: Gin for Bob!"),
        ("gin", [UNDERCUT], "called, Bob: Bob undercuts Ann!"),
        ("knock", [knock("Ann", Ann=9, Bob=4, Cem=4)], "called, Bob and Cem: Ann is undercut!"),
        ("knock", [rum("Ann", Bob=12, Cem=3)], "called, Ann: Rum for Ann!"),
        ("basic", [rummy("Cem", Ann=12, Bob=3)], "called, Cem: Rummy for Cem!"),
        (
            "tonk",
            [{"ending": "tonk", "by": "Ann", "hands": {"Bob": 9, "Cem": 9}}],
            "called, Ann: Tonk for Ann!",
        ),
        ("basic", [out("Cem", Ann=12, Bob=3)], ""),
        ("gin", [STOCK], ""),
        ("gin", [ann(20)], ""),
        ("gin", [], ""),
    ],
)
def test_what_has_a_name_is_called_out(variant: str, rounds: list[Document], moment: str) -> None:
    players = ("Ann", "Bob") if variant == "gin" else THREE
    assert said(variant, *rounds, players=players) == moment


def test_big_gin_is_called_out_where_it_is_played() -> None:
    assert said("gin", big_gin("Ann", Bob=4), big_gin_bonus=31) == "called, Ann: Big gin for Ann!"


@walk(
    ("rounds", "moment"),
    {
        "two are no streak": ([ann(5)] * 2, ""),
        "three": ([ann(5)] * 3, "streak, Ann: Three in a row for Ann!"),
        "four": ([ann(5)] * 4, "streak, Ann: Four in a row for Ann!"),
        "five": ([ann(5)] * 5, "streak, Ann: Five in a row for Ann!"),
        "six": ([ann(5)] * 6, "streak, Ann: 6 in a row for Ann!"),
        "a void round does not count": (
            [ann(5), ann(5), VOID, ann(5)],
            "streak, Ann: Three in a row for Ann!",
        ),
        "nor is it a moment itself": ([ann(5)] * 3 + [VOID], ""),
        "nor does one whose stock ran out": (
            [ann(5), ann(5), STOCK, ann(5)],
            "streak, Ann: Three in a row for Ann!",
        ),
        "a round that nobody won ends it": ([ann(5), ann(5), EQUAL, ann(5)], ""),
        "nobody's rounds": ([EQUAL] * 3, ""),
        "gin is bigger": ([ann(5), ann(5), gin("Ann", Bob=1)], "called, Ann: Gin for Ann!"),
    },
)
def test_rounds_in_a_row(rounds: list[Document], moment: str) -> None:
    assert said("gin", *rounds, target=0, tie="no-score") == moment


@walk(
    ("rounds", "moment"),
    {
        "Bob, after Ann": ([ann(5), bob(9)], "leader, Bob: Bob takes the lead!"),
        "level": ([ann(5), bob(5)], ""),
        "at last": ([ann(5), bob(5), bob(5)], "leader, Bob: Bob takes the lead!"),
        "Ann led before": ([ann(5), bob(5), ann(5)], ""),
        "Bob led already": ([ann(5), bob(9), bob(9)], ""),
        "the first leader": ([STOCK, ann(5)], ""),
        "by an adjustment": (
            [ann(5), adjusted(ann(2), "Bob", 20)],
            "leader, Bob: Bob takes the lead!",
        ),
    },
)
def test_a_new_leader(rounds: list[Document], moment: str) -> None:
    assert said("gin", *rounds) == moment


@walk(
    ("rounds", "moment"),
    {
        "twice as much": ([10, 12, 8, 20], "big-hand, Ann: What a hand: 20 points!"),
        "not twice as much": ([10, 12, 8, 19], ""),
        "not the most": ([40, 2, 3, 31], ""),
        "too early to say": ([10, 12, 40], ""),
    },
)
def test_a_big_hand(rounds: list[int], moment: str) -> None:
    """Ann leads throughout. Every other round has no winner, so there is no streak."""
    played = [played for points in rounds for played in (EQUAL, ann(points))]
    assert said("gin", *played, tie="no-score") == moment


def test_a_big_hand_is_bad_where_the_lowest_wins() -> None:
    ann_out, bob_out = out("Ann", Bob=9, Cem=9), out("Bob", Ann=9, Cem=9)
    last = out("Bob", Ann=8, Cem=40)
    rounds = [ann_out, bob_out, ann_out, last]
    assert said("three-thirteen", *rounds, players=THREE) == "big-hand, Cem: Ouch, 40 points!"


def test_the_end_of_a_game_is_no_moment() -> None:
    assert said("gin", gin("Ann", Bob=80), target=100) == ""


def test_the_feat_of_one_of_two_partners_is_called_out_with_the_name_of_that_one() -> None:
    sides = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    hands = {"Ann & Cem": {"melded": 280, "mixed": 1, "left": 15}, "Bob & Dee": 65}
    played = {"ending": "concealed", "by": "Cem", "hands": hands}
    game = document("canasta", played, players=("Ann", "Bob", "Cem", "Dee")) | {"sides": sides}
    sheet = sheet_of(game)
    moment = moment_of(sheet)
    assert moment is not None
    assert render(moment.text, sheet.game.players) == "Cem goes out concealed!"
