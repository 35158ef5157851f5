"""A game keeps the rules of its start, even if its preset changes later."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.rummy.documents.answers import score
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.house_rules import house_rules, rule_values
from scorekeeper.rummy.round import Round
from scorekeeper.storage.folded_games import game_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_game
from scorekeeper.web.games.house_rules import rules_of
from tests.support.clubs import the_club
from tests.support.scorebook import record, start, win

pytestmark = pytest.mark.usefixtures("book")


def play(*rounds: Round, **facts: Any) -> str:
    """Record these rounds in a new game, and return its id."""
    return record(start(**facts), *rounds).id


def found(game_id: str) -> GameRow:
    row = find_game(the_club(), game_id)
    assert row is not None
    return row


def test_a_new_game_stores_every_house_rule() -> None:
    row = start(preset="pagat", overrides={"tie": "knocker"})
    game = game_of(row)
    assert set(row.overrides) == {rule.name for rule in house_rules(game.variant.rules_type)}
    assert row.overrides == rule_values(game.rules)
    assert game.changes == (("tie", "knocker"),)


def test_its_document_is_scored_the_same_when_the_preset_changes() -> None:
    row = record(start(preset="pagat"), win(12))
    document = write_game(game_of(row))
    assert document["rules"]["next_dealer"] == "loser"
    said = [score({**document, "preset": preset}).as_json() for preset in ("pagat", "plain")]
    assert said[0] == {**said[1], "preset": "pagat"}


def test_the_rules_in_force_say_what_the_preset_has_today() -> None:
    game_id = play(win(12), preset="pagat", overrides={"next_dealer": "winner"})
    game = game_of(found(game_id))
    marked = {rule.rule.name: rule.preset for rule in rules_of(game) if rule.preset}
    assert [(name, value.template) for name, value in marked.items()] == [
        ("next_dealer", "the loser of the round")
    ]
