"""The points of a round as one sum with a label for every number."""

from __future__ import annotations

from typing import Any

from flask import Flask, get_template_attribute

from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.rulebook import worked_examples
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.rounds.equations import equations
from tests.support.elements import parse
from tests.support.examples import NAMES, every_variant, examples, numbers_alone, with_every_ending
from tests.support.pages import words
from tests.support.walks import walk


def played(
    variant: str, preset: str = "plain", rules: dict[str, Any] | None = None, **round: Any
) -> Sheet:
    """Return a game with one round. Its players are those with a hand or named in it."""
    named = {*round.get("hands", {}), *([round["by"]] if "by" in round else [])}
    game = {"variant": variant, "preset": preset, "rules": rules or {}}
    return fold(read_game({**game, "players": NAMES[: max(2, len(named))], "rounds": [round]}))


def sums(app: Flask, sheet: Sheet, language: str = "en") -> list[str]:
    """Return the sums of the last round, as read out."""
    with app.test_request_context("/", headers={"Accept-Language": language}):
        draw = get_template_attribute("rounds/_equation.html", "equation")
        page = parse(draw(sheet.rounds[-1], sheet.game))
    return [words(each) for each in page.select(".ruling-sum")]


def ended(ending: str, by: str = "", upcard: str = "", **hands: str | int) -> dict[str, Any]:
    """Return a round with this ending and these hands."""
    facts = {"ending": ending, "by": by, "upcard": upcard, "hands": hands}
    return {key: value for key, value in facts.items() if value}


SHARE = {"rules": {"ties": "split"}}
SPADE = {"rules": {"spades_double": True}}
MISDEAL = {"adjustments": [{"player": "Bob", "points": -5, "note": "misdeal"}]}

# Each round by its game and its special fact, and its sums.
SUMS = {
    "gin: a knock": (
        ended("knock", "Ann", Ann=1, Bob=17),
        ["17 Bob’s deadwood − 1 Ann’s deadwood = 16 for Ann"],
    ),
    "gin: gin": (
        ended("gin", "Bob", Ann=47),
        ["47 Ann’s deadwood + 25 Gin bonus = 72 for Bob"],
    ),
    "gin: an undercut": (
        ended("knock", "Ann", Ann=9, Bob=5),
        ["9 Ann’s deadwood − 5 Bob’s deadwood + 10 undercut = 14 for Bob"],
    ),
    "gin: a tie": (
        ended("knock", "Ann", Ann=9, Bob=9),
        ["9 Ann’s deadwood − 9 Bob’s deadwood + 10 undercut = 10 for Bob"],
    ),
    "gin: a void round": (ended("void"), []),
    "oklahoma: a spade": (
        ended("gin", "Ann", "5S", Bob=20) | SPADE,
        ["20 Bob’s deadwood + 25 Gin bonus + 45 twice: a spade = 90 for Ann"],
    ),
    "hollywood: a knock": (
        ended("knock", "Ann", Ann=4, Bob=14),
        ["14 Bob’s deadwood − 4 Ann’s deadwood = 10 for Ann"],
    ),
    "knock: from two": (
        ended("knock", "Ann", Ann=5, Bob=15, Cem=20),
        ["10 from Bob + 15 from Cem = 25 for Ann"],
    ),
    "knock: nothing left": (
        ended("rum", "Ann", Bob=15, Cem=20, Dee=7),
        ["15 from Bob + 20 from Cem + 7 from Dee + 3 × 25 Rum bonus = 117 for Ann"],
    ),
    "knock: two win": (
        ended("knock", "Ann", Ann=9, Bob=5, Cem=5),
        ["4 from Ann + 10 Penalty = 14 for Bob", "4 from Ann + 10 Penalty = 14 for Cem"],
    ),
    "knock: two share": (
        ended("knock", "Ann", Ann=9, Bob=5, Cem=5) | SHARE,
        ["2 from Ann + 5 Penalty = 7 for Bob", "2 from Ann + 5 Penalty = 7 for Cem"],
    ),
    "manipulation: out": (
        ended("out", "Ann", Bob=12, Cem=7),
        ["12 from Bob + 7 from Cem + 25 going out = 44 for Ann"],
    ),
    "basic: from all": (
        ended("out", "Ann", Bob=12, Cem=7),
        ["12 from Bob + 7 from Cem = 19 for Ann"],
    ),
    "basic: nothing to add": (ended("out", "Ann", Bob=12), ["12 for Ann"]),
    "basic: a penalty beside it": (
        ended("out", "Ann", Bob=12) | MISDEAL,
        ["12 for Ann", "−5 for Bob"],
    ),
}


@walk("name", list(SUMS))
def test_a_round_is_a_sum_with_a_name_for_every_number(app: Flask, name: str) -> None:
    variant, (round, expected) = name.partition(":")[0], SUMS[name]
    assert sums(app, played(variant, **round)) == expected


def test_a_sum_is_told_in_french(app: Flask) -> None:
    sheet = played("gin", **ended("gin", "Bob", Ann=47))
    assert sums(app, sheet, "fr") == ["47 chez Ann + 25 Prime de gin = 72 pour Bob"]
    sheet = played("basic", **ended("out", "Ann", Bob=12, Cem=7))
    assert sums(app, sheet, "fr") == ["12 chez Bob + 7 chez Cem = 19 pour Ann"]


@every_variant
def test_a_sum_is_what_the_round_scored(app: Flask, variant: Variant) -> None:
    worked = [each for article in variant.articles for each in worked_examples(variant, article)]
    sheets = [outcome.sheet for each in worked for outcome in each.outcomes if outcome.sheet]
    sheets += [
        fold(
            read_game(
                {
                    "variant": variant.key,
                    "preset": preset.key,
                    "rules": with_every_ending(variant),
                    "players": NAMES[:n],
                    "rounds": [round],
                }
            )
        )
        for preset in variant.presets
        for n in {2, 3, 4} & {*numbers_alone(variant)}
        for round in examples(variant, n)
    ]
    with app.test_request_context("/"):
        for sheet in sheets:
            for entry in sheet.rounds:
                points = entry.ruling.points(len(sheet.game.players))
                for each in equations(entry, sheet.game):
                    assert sum(term.points * term.times for term in each.terms) == each.total
                    assert each.total == points[each.seat]


def test_where_two_are_left_of_four_a_sum_is_as_of_two(app: Flask) -> None:
    game = {"variant": "knock", "players": ["Ann", "Bob", "Cem", "Dee"]}
    gone = {"between": {"leaves": ["Bob", "Dee"]}}
    two = ended("knock", "Cem", Cem=5, Ann=25)
    left = fold(read_game({**game, "rounds": [gone, two]}))
    alone = fold(read_game({**game, "players": ["Ann", "Cem"], "rounds": [two]}))
    assert sums(app, left) == sums(app, alone)
