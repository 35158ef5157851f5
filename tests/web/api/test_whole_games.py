"""A game played over the API has the same facts as a scored document and as a phone’s game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.game.facts import Game, stating_every_rule
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from tests.support.canasta_games import NUMBERS, random_game
from tests.support.clubs import visitor
from tests.support.documents import Document, document, gin, knock
from tests.support.programs import PlayingProgram, token
from tests.support.random_games import games
from tests.support.table import Table


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
@hypothesis_settings(max_examples=2, deadline=None, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_every_kind_of_game_is_the_document_that_it_was_played_from(
    app: Flask, variant: Variant, data: st.DataObject
) -> None:
    check_played(app, data.draw(games([variant])))


@pytest.mark.parametrize("variant", sorted(NUMBERS))
@pytest.mark.parametrize("chance", range(2))
def test_a_game_by_sides_is_the_document_that_it_was_played_from(
    app: Flask, variant: str, chance: int
) -> None:
    check_played(app, random_game(variant, Random(chance), by_sides=True, between=False))


def check_played(app: Flask, written: Document) -> None:
    """Play the game of a document, and compare the game and its answer."""
    player = PlayingProgram(app, token(app))
    play(player, written)
    told = player.look()
    assert facts(told["document"]) == facts(written)
    assert told["answer"] == score(written).as_json()


def play(player: PlayingProgram, written: Document) -> None:
    """Play the game of a document, and compare each answer with `score` for the game so far."""
    begun: Document = written | {"rounds": [], "called": False}
    told: Any = {"over": True}  # A game without a round cannot be ended.
    player.start(begun)
    for place, entry in enumerate(written["rounds"], 1):
        told = player.record(entry)
        so_far = score(begun | {"rounds": written["rounds"][:place]}).as_json()
        assert told["answer"] == so_far["rounds"][-1]
        for key in ("totals", "over", "winners", "next_dealer"):
            assert told[key] == so_far[key]
    written["called"] = written["called"] and not told["over"]
    if written["called"]:
        assert player.change("POST", "/end").status_code == 200


def facts(written: Document) -> Game:
    """Return the facts of a document, with every house rule."""
    return stating_every_rule(read_game(written))


ROUNDS = [
    knock("Ann", Ann="2S", Bob="K 9 2"),
    knock("Bob", Ann=25, Bob=5),
    gin("Ann", Bob={"hand": "7S 7H 7D 8D 9D TD KC 2C 3C 5H"}),
    {"ending": "void"},
    gin("Bob", Ann=60),
]
TYPED = [
    {"ending": "knock:0", "hand-0": "2S", "hand-1": "K 9 2"},
    {"ending": "knock:1", "hand-0": "25", "hand-1": "=5"},
    {"ending": "gin:0", "hand-1": "* 7S 7H 7D 8D 9D TD KC 2C 3C 5H"},
    {"ending": "void"},
    {"ending": "gin:1", "hand-0": "60"},
]


def test_a_game_is_the_one_that_a_phone_enters(app: Flask) -> None:
    program, table = PlayingProgram(app, token(app)), Table(app)
    play(program, document("gin", *ROUNDS))
    phone = visitor(app, Role.PLAYER)
    for fields in TYPED:
        page = phone.visit(f"{table.address}/rounds/new")
        assert phone.submit(page, fields, form="#round").status_code == 303
    entered: Any = phone.get(f"{table.address}/document").get_json()
    told = program.look()
    assert facts(entered) == facts(told["document"])
    assert told["answer"] == score(entered).as_json()
