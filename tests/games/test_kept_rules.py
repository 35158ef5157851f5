"""A game keeps the rules it was started with, even if its preset changes later."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import text

from scorekeeper.rummy.documents.answers import score, scored
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.house_rules import house_rules, rule_values
from scorekeeper.rummy.round import Round
from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import game_of, sheet_of
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import find_game
from scorekeeper.web.games.sheet import rules_of
from tests.support.clubs import the_club
from tests.support.documents import THREE
from tests.support.migrations import downgrade, upgrade
from tests.support.scorebook import record, restart, start, win

pytestmark = pytest.mark.usefixtures("book")


def play(*rounds: Round, **facts: Any) -> str:
    """Record these rounds in a new game; returns its id."""
    return record(start(**facts), *rounds).id


def basic_round(**hands: Any) -> Round:
    """A round in which Ann goes rummy, for Basic Rummy."""
    return read_round({"ending": "rummy", "by": "Ann", "hands": hands}, THREE)


def make_old(game_id: str, **stated: Any) -> None:
    """Write into the row what an older program wrote: the preset and the changed house rules."""
    db.session.execute(
        text("UPDATE game SET overrides = :stated WHERE id = :id"),
        {"stated": json.dumps(stated), "id": game_id},
    )
    restart()


def found(game_id: str) -> GameRow:
    row = find_game(the_club(), game_id)
    assert row is not None
    return row


def said(game_id: str) -> dict[str, Any]:
    """All that pages and documents say of a game."""
    return scored(sheet_of(found(game_id))).as_json()


def test_games_of_an_older_program_keep_their_presets() -> None:
    gin = play(win(12), win(8, "Bob"), preset="pagat")
    basic = play(
        basic_round(Bob="JK K 7 2 3 4 5", Cem={"hand": "7S 8S 9S KC"}),
        variant="basic",
        preset="pagat",
        players=THREE,
        overrides={"jokers_per_deck": 2, "deal": "plain", "target": 200},
    )
    db.session.remove()
    downgrade(revision="0004")
    make_old(gin)
    make_old(basic, target=200)
    db.session.commit()
    db.session.remove()
    upgrade()
    kept = said(gin)
    # The winner dealt next: Ann again, then Bob, who won the second round.
    assert [round["dealer"] for round in kept["rounds"]] == ["Ann", "Ann"]
    assert (kept["next_dealer"], kept["totals"]) == ("Bob", {"Ann": 12, "Bob": 8})
    kept = said(basic)
    # Jokers were played, ten cards dealt, and a meld in a whole hand counted nothing.
    assert kept["rounds"][0]["deadwood"] == {"Ann": 0, "Bob": 46, "Cem": 10}
    assert kept["totals"] == {"Ann": 112, "Bob": 0, "Cem": 0}
    assert (kept["next_dealer"], kept["rules"]["target"]) == ("Bob", 200)
    assert sheet_of(found(basic)).next_deal.hand_size == 10


@pytest.mark.parametrize("stated", [{}, {"tie": "knocker"}], ids=["as the preset", "one changed"])
def test_an_older_program_reads_the_changed_house_rules(stated: dict[str, Any]) -> None:
    game_id = play(preset="modern", overrides=stated)
    db.session.remove()
    downgrade(revision="0004")
    overrides = db.session.scalar(
        text("SELECT overrides FROM game WHERE id = :id"), {"id": game_id}
    )
    assert (json.loads(overrides) if isinstance(overrides, str) else overrides) == stated
    db.session.remove()
    upgrade()
    assert said(game_id)["rules"]["tie"] == stated.get("tie", "undercut")


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
