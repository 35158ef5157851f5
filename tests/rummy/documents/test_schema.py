"""The JSON Schema accepts every document that the program accepts, and rejects a wrong form."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, Literal

import pytest
from hypothesis import given
from jsonschema import Draft202012Validator, FormatChecker

from scorekeeper.rummy.documents import about, asked_melds, asked_play, game, history, melds, table
from scorekeeper.rummy.documents import round as round_document
from scorekeeper.rummy.documents.about import write_about
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.answer_schema import answer_schemas
from scorekeeper.rummy.documents.game import read_document, write_game
from scorekeeper.rummy.documents.melds import answer_melds
from scorekeeper.rummy.documents.question_schema import (
    asked_melds_schema,
    asked_play_schema,
    meld_question_schema,
    table_question_schema,
)
from scorekeeper.rummy.documents.schema import game_schema
from scorekeeper.rummy.documents.schema_words import Schema
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.rummy.documents.test_about import ABOUT, EVENING, PLAY
from tests.rummy.documents.test_document import WHOLE
from tests.support.documents import VOID, Document, leaves, refused, variant_of
from tests.support.examples import NAMES, every_preset, example
from tests.support.need_sides import SIX, need_sides
from tests.support.random_games import games, games_by_sides, games_with_comings
from tests.support.walks import walk

SCHEMA = game_schema()
MELDS = meld_question_schema() | {"$defs": SCHEMA["$defs"]}
ASKED = asked_melds_schema()
PLAYED = asked_play_schema()
TABLE = table_question_schema()
PARTS = SCHEMA["$defs"]
_KEYS_OF_PLAYS = [play.keys for variant in VARIANTS for play in variant.plays]
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=FormatChecker(["date", "date-time"]))


def faults(document: Any) -> list[str]:
    """Return the faults that the schema finds in a document, with their places."""
    return [f"{error.json_path}: {error.message}" for error in VALIDATOR.iter_errors(document)]


def test_it_is_a_json_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


@walk(
    ("schema", "keys"),
    {
        "a game": (SCHEMA, game._PLAY_KEYS | about.ABOUT_KEYS),
        "a round": (PARTS["round"], round_document.ROUND_KEYS),
        "what is between two rounds": (
            PARTS["between_rounds"]["properties"]["between"],
            round_document._BETWEEN_KEYS,
        ),
        "an adjustment": (PARTS["adjustment"], round_document._ADJUSTMENT_KEYS),
        "a change": (PARTS["change"], history._STEP_KEYS),
        "a question about melds": (meld_question_schema(), melds._KEYS),
        "one about melds to be laid": (
            asked_melds_schema(),
            asked_melds._KEYS | {"total", "round"},
        ),
        "one about a play": (
            asked_play_schema(),
            asked_play.PLAY_KEYS.union(*_KEYS_OF_PLAYS) | {"total", "round"},
        ),
        "one about a table": (table_question_schema(), {"ask"}.union(*table._KEYS.values())),
    },
)
def test_it_has_the_keys_that_are_read(schema: dict[str, Any], keys: Collection[str]) -> None:
    assert set(schema["properties"]) == set(keys)


@given(games())
def test_it_takes_random_games(game: Document) -> None:
    assert faults(game) == []


@given(games_with_comings(variant_of("rami"), "scala-40", {"rejoin": "worst"}))
def test_it_takes_random_games_in_which_people_come_and_go(game: Document) -> None:
    assert faults(game) == []


@given(games_by_sides())
def test_it_takes_random_games_by_sides(game: Document) -> None:
    assert faults(game) == []
    lists = game | {"sides": list(game["sides"].values())}
    assert faults(lists) == []


def test_it_refuses_sides_where_everybody_plays_alone() -> None:
    assert faults(PLAY | {"sides": [["Ann", "Bob"]]})


def test_it_asks_for_sides_where_nobody_plays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    need_sides(monkeypatch)
    validator = Draft202012Validator(game_schema())
    game = {"variant": "rummy-500", "players": [*SIX]}
    named = {"sides": [SIX[::2], SIX[1::2]]}
    asked = [
        [error.message for error in validator.iter_errors(document)]
        for document in (game, game | {"players": [*SIX[:4]]}, game | {"players": [*SIX[:5]]})
    ]
    assert asked == [["'sides' is a required property"]] * 2 + [[]]
    assert not [*validator.iter_errors(game | json.loads(json.dumps(named)))]


@every_preset
def test_it_takes_every_ending_of_every_preset(variant: Variant, preset: str) -> None:
    rounds = [example(variant, ending, variant.fewest) for ending in variant.endings]
    players = list(NAMES[: variant.fewest])
    document = {"variant": variant.key, "preset": preset, "players": players, "rounds": rounds}
    assert faults(document) == []


@walk(
    "document",
    [
        pytest.param(WHOLE, id="every key"),
        pytest.param(PLAY | {"format": 1, "x-club": ["Lyon"]}, id="a key that is ignored"),
        pytest.param(PLAY | {"rounds": [VOID | {"hands": {"x-who": None}}]}, id="ignored hands"),
        pytest.param(PLAY | {"rules": {"x-table": 3}}, id="an ignored rule"),
        pytest.param(PLAY | {"rounds": [VOID | {"hands": {"Ann": {}}}]}, id="an empty hand"),
        *(
            pytest.param(
                PLAY | {"rounds": [{"ending": "knock", "by": "Ann", "hands": {"Ann": hand}}]},
                id=f"a hand: {hand}",
            )
            for hand in (
                "k♠︎ 10d,jK  Joker",
                "",
                ["T♥", "5"],
                [],
                0,
                {"hand": "7S 7H"},
                {"melds": ["7S 7H 7D", ["2C"]], "unmatched": "K"},
                {"melds": []},
            )
        ),
    ],
)
def test_it_takes(document: Document) -> None:
    assert faults(document) == []


def test_it_takes_what_the_program_writes() -> None:
    assert faults(write_game(read_document(WHOLE)[0])) == []
    assert faults(write_about(ABOUT, write_game(read_document(PLAY)[0]))) == []


@walk(
    ("changes", "place"),
    [
        ({"variant": "bridge"}, "$.variant"),
        ({"variant": None}, "$.variant"),
        ({"preset": "hard"}, "$.preset"),
        ({"rules": {"target": "100"}}, "$.rules.target"),
        ({"rules": {"target": -1}}, "$.rules.target"),
        ({"rules": {"five_hand": 7}}, "$.rules"),
        ({"players": ["Ann"]}, "$.players"),
        ({"players": ["Ann", "Ann"]}, "$.players"),
        ({"players": ["Ann", " "]}, "$.players[1]"),
        ({"players": ["Ann", "B" * 41]}, "$.players[1]"),
        ({"format": 2}, "$.format"),
        ({"date": "2026-02-30"}, "$.date"),
        ({"started": "yesterday"}, "$.started"),
        ({"called": 1}, "$.called"),
        ({"winner": "Ann"}, "$"),
        ({"rounds": [{"ending": "rum"}]}, "$.rounds[0].ending"),
        ({"rounds": [{}]}, "$.rounds[0]"),
        ({"rounds": [VOID | {"allow": ["all"]}]}, "$.rounds[0].allow[0]"),
        ({"rounds": [VOID | {"upcard": "1S"}]}, "$.rounds[0].upcard"),
        ({"rounds": [VOID | {"hands": {"Ann": "KS 1"}}]}, "$.rounds[0].hands.Ann"),
        ({"rounds": [VOID | {"hands": {"Ann": -1}}]}, "$.rounds[0].hands.Ann"),
        ({"rounds": [VOID | {"adjustments": [{"points": 1}]}]}, "$.rounds[0].adjustments[0]"),
        ({"rounds": [{"between": {}}]}, "$.rounds[0].between"),
        ({"rounds": [{"between": []}]}, "$.rounds[0].between"),
        ({"rounds": [{"between": {"leaves": []}}]}, "$.rounds[0].between.leaves"),
        ({"rounds": [{"between": {"leaves": "Ann"}}]}, "$.rounds[0].between.leaves"),
        ({"rounds": [{"between": {"rejoins": {"Ann": 5}}}]}, "$.rounds[0].between.rejoins"),
        ({"rounds": [{"between": {"joins": {}}}]}, "$.rounds[0].between.joins"),
        ({"rounds": [{"between": {"joins": ["Ann"]}}]}, "$.rounds[0].between.joins"),
        ({"rounds": [{"between": {"adjust": {"Ann": "5"}}}]}, "$.rounds[0].between.adjust.Ann"),
        ({"rounds": [{"between": {"adjust": {"Ann": 10**6}}}]}, "$.rounds[0].between.adjust.Ann"),
        (
            {"rounds": [{"between": {"adjust": {"Ann": 5}, "leaves": ["Bob"]}}]},
            "$.rounds[0].between",
        ),
        ({"rounds": [{"between": {"swaps": ["Ann"]}}]}, "$.rounds[0].between"),
        ({"rounds": [leaves("Ann") | {"ending": "void"}]}, "$.rounds[0]"),
        ({"rounds": [leaves("Ann") | {"note": "home"}]}, "$.rounds[0]"),
        ({"players": list(NAMES)}, "$.players"),
    ],
)
def test_it_refuses_what_has_the_wrong_form(changes: Document, place: str) -> None:
    document = PLAY | changes
    assert any(fault.startswith(f"{place}:") for fault in faults(document)), faults(document)
    if "date" not in changes:  # The rules have no calendar.
        refused(document)


@walk(
    ("question", "is_taken"),
    {
        "a hand": ({"variant": "gin", "hand": "7S 7H 7D KC"}, True),
        "lay-offs": ({"variant": "gin", "hand": ["TS"], "on": ["7S 8S 9S"]}, True),
        "no hand": ({"variant": "gin"}, False),
        "no game of ours": ({"variant": "chess", "hand": "KC"}, False),
        "an unknown key": ({"variant": "gin", "hand": "KC", "x": 1}, False),
    },
)
def test_a_question_about_melds_has_a_schema_too(question: Document, is_taken: bool) -> None:
    assert Draft202012Validator(MELDS).is_valid(question) == is_taken


@walk(
    ("question", "is_taken"),
    [
        ({"variant": "canasta", "melds": ["K K JK"], "ask": True, "total": -5}, True),
        ({"variant": "burraco", "melds": ["4H 5H JK"], "ask": True, "players": 4}, True),
        ({"variant": "hand-and-foot", "melds": ["4 4 2"], "ask": True, "round": 0}, False),
        ({"variant": "canasta", "melds": ["K K JK"]}, False),
        ({"variant": "canasta", "melds": [], "ask": True}, False),
        ({"variant": "gin", "melds": ["7S 7H 7D"], "ask": True}, False),
    ],
)
def test_a_question_about_melds_to_be_laid_has_a_schema_too(
    question: Document, is_taken: bool
) -> None:
    assert Draft202012Validator(ASKED).is_valid(question) == is_taken
    if not is_taken:
        with pytest.raises(RuleError):
            answer_melds(question)


@walk(
    ("question", "is_taken"),
    [
        ({"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S", "cards": "TS"}, True),
        ({"variant": "canasta", "ask": "pile", "top": "K", "hand": "K K", "total": -5}, True),
        ({"variant": "canasta", "ask": "pile", "top": "K", "hand": "K", "laid": "rank"}, True),
        ({"variant": "burraco", "ask": "wild", "meld": "4H JK 6H", "card": "5H"}, True),
        ({"variant": "gin", "ask": "lay-off", "melds": ["7S 8S 9S"], "cards": "TS"}, False),
        ({"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S", "cards": ""}, False),
        ({"variant": "gin", "ask": "undercut", "melds": "7S 8S 9S", "cards": "TS"}, False),
        ({"variant": "canasta", "ask": "pile", "top": "K", "hand": "K", "frozen": "si"}, False),
    ],
)
def test_a_question_about_a_play_has_a_schema_too(question: Document, is_taken: bool) -> None:
    assert Draft202012Validator(PLAYED).is_valid(question) == is_taken
    if is_taken:
        assert answer_melds(question).as_json()["verdict"]
    else:
        with pytest.raises(RuleError):
            answer_melds(question)


@walk(
    ("question", "is_taken"),
    [
        ({"variant": "tiles", "table": ["R3 R4 R5"], "hand": "R6"}, True),
        ({"variant": "tiles", "ask": "add", "table": [["R3", "R4", "R5"]], "card": "R6"}, True),
        ({"variant": "manipulation", "table": ["7S 7H 7D"], "players": 3}, True),
        ({"variant": "gin", "table": ["7S 7H 7D"]}, False),
        ({"variant": "tiles", "ask": "why"}, False),
        ({"variant": "tiles", "table": "R3 R4 R5"}, False),
    ],
)
def test_a_question_about_a_table_has_a_schema_too(question: Document, is_taken: bool) -> None:
    assert Draft202012Validator(TABLE).is_valid(question) == is_taken


ENDS = ("\0", "\x1b", "\x7f", "\x9f", "\ud800", "\n", "\t", "\u202e", "\u3164", "\U000e0001")
"""Invisible characters after a text."""

OF_TEXTS: dict[str, tuple[Document, Schema, Callable[[object], object]]] = {
    "a game": (
        write_about(ABOUT, write_game(read_document(WHOLE | {"rounds": WHOLE["rounds"][:2]})[0])),
        game_schema(),
        read_document,
    ),
    "a game with its history": (
        PLAY
        | {
            "rounds": [],
            "deleted": {"at": EVENING, "by": "Ann"},
            "history": [
                {"kind": "start", "at": EVENING, "by": "Ann"},
                {"kind": "details", "at": EVENING, "details": {"place": ["", "Lyon"]}},
            ],
        },
        game_schema(),
        read_document,
    ),
    "melds": (
        {"variant": "gin", "preset": "plain", "hand": ["TS", "KC"], "on": ["7S 8S 9S"]},
        MELDS,
        answer_melds,
    ),
    "melds in one text": (
        {"variant": "three-thirteen", "wild": "3", "hand": "7S"},
        MELDS,
        answer_melds,
    ),
    "melds of a whole hand": (
        {
            "variant": "indian",
            "wild": "JK",
            "hand": "4S 5S 6S QS QC QD 9H 9C 9D KH KC 2D 3C",
            "ask": True,
        },
        MELDS,
        answer_melds,
    ),
    "melds to be laid": (
        {"variant": "canasta", "preset": "plain", "melds": ["K K JK"], "ask": True},
        ASKED,
        answer_melds,
    ),
    "a play": (
        {"variant": "gin", "ask": "lay-off", "melds": "7S 8S 9S", "cards": "TS", "ended": "knock"},
        PLAYED,
        answer_melds,
    ),
    "a table": (
        {"variant": "tiles", "ask": "play", "table": ["R3 R4 R5"], "hand": "R6"},
        TABLE,
        answer_melds,
    ),
    "a card": (
        {"variant": "tiles", "ask": "add", "table": [["R3", "R4", "R5"]], "card": "R6"},
        TABLE,
        answer_melds,
    ),
}


def texts_of(part: Any, *place: str | int) -> Iterator[tuple[Any, ...]]:
    """Yield the place of every text in a document, except in ignored parts."""
    if isinstance(part, str):
        yield part, *place
    inner = (
        part.items()
        if isinstance(part, dict)
        else enumerate(part)
        if isinstance(part, list)
        else ()
    )
    for key, inside in inner:
        if not str(key).startswith("x-"):
            yield from texts_of(inside, *place, key)


def with_text(part: Any, text: str, *place: str | int) -> Any:
    """Return the document with another text at this place."""
    if not place:
        return text
    changed = copy(part)
    changed[place[0]] = with_text(part[place[0]], text, *place[1:])
    return changed


@walk("name", list(OF_TEXTS))
def test_what_the_reader_refuses_of_a_text_the_schema_does_not_take(name: str) -> None:
    document, schema, read = OF_TEXTS[name]
    validator = Draft202012Validator(schema, format_checker=FormatChecker(["date", "date-time"]))
    assert validator.is_valid(document)
    read(document)
    taken = []
    for text, *place in texts_of(document):
        for other in ("", "\0", *[text + end for end in ENDS]):
            changed = with_text(document, other, *place)
            if validator.is_valid(changed) and is_refused(read, changed):
                taken.append((place, other))
    assert taken == []


def is_refused(read: Callable[[object], object], document: object) -> bool:
    try:
        read(document)
    except RuleError:
        return True
    return False


@walk(
    ("document", "is_valid"),
    [
        ({"variant": "gin", "players": ["Ann", "Bob"]}, True),
        ({"variant": "gin", "players": ["Ann", "Bob"], "rules": {"rum_bonus": 25}}, False),
        ({"variant": "knock", "players": ["Ann", "Bob"], "rules": {"rum_bonus": 25}}, True),
        ({"variant": "knock", "players": ["Ann"]}, False),
    ],
)
def test_what_is_allowed_depends_on_the_game(document: dict[str, Any], is_valid: bool) -> None:
    assert Draft202012Validator(SCHEMA).is_valid(document) == is_valid


@dataclass(slots=True)
class Weather(Answer):
    """The look of the sky."""

    sky: Literal["clear", "cloudy"]
    rain: int | None = None


def test_an_answer_is_described_by_its_fields() -> None:
    assert answer_schemas(Weather, "#/")["Weather"] == {
        "type": "object",
        "description": "The look of the sky.",
        "properties": {"sky": {"enum": ["clear", "cloudy"]}, "rain": {"type": "integer"}},
        "required": ["sky"],
    }
