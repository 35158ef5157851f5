"""Properties of any legal game in which players join and leave."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rummy.documents.answers import scored
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.highlights import highlights
from scorekeeper.rummy.game.settlement import balances_of
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.stake import Stake
from tests.support.documents import Document, variant_of
from tests.support.random_games import games_with_comings

PLAYED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "Rami with elimination": (
        "rami",
        "scala-40",
        {"rejoin": "worst-plus-one", "rejoins_each": 2},
    ),
    "Basic": ("basic", "plain", {"target": 150}),
    "Basic by penalties": ("basic", "penalty", {"next_dealer": "winner"}),
    "Knock": ("knock", "plain", {"target": 150}),
    "Three Thirteen": ("three-thirteen", "plain", {}),
    "Rummy 500": ("rummy-500", "plain", {"target": 150, "tie_at_end": "play-on"}),
    "Contract": ("contract", "plain", {"exact_cut": 50}),
    "tiles": ("tiles", "plain", {"target": 100}),
    "Indian, a pool": ("indian", "plain", {"rejoins_each": 2}),
    "Indian, deals": ("indian", "deals", {}),
    "Indian, points": ("indian", "points", {"target": 200}),
}
"""The games by their keys, presets and house rules."""

every_game = pytest.mark.parametrize("played", PLAYED)


@every_game
@given(data=st.data())
def test_the_sheet_of_a_game_in_which_people_come_and_go(played: str, data: st.DataObject) -> None:
    check(data.draw(games_of(played)))


@pytest.mark.slow
@every_game
@settings(max_examples=250)
@given(data=st.data())
def test_the_sheets_of_many_games_in_which_people_come_and_go(
    played: str, data: st.DataObject
) -> None:
    check(data.draw(games_of(played)))


def games_of(played: str) -> st.SearchStrategy[Document]:
    key, preset, rules = PLAYED[played]
    return games_with_comings(variant_of(key), preset, rules)


def check(written: Document) -> None:
    game = read_game(written)
    sheet = fold(game)
    check_totals(sheet)
    check_who_is_in(sheet)
    check_answer(sheet)
    check_folding(game, sheet)
    check_document(game, sheet)
    check_stake(game)
    assert highlights(sheet)


def check_totals(sheet: Sheet) -> None:
    """Check that points are sums of an entry’s lines, and totals are sums of points."""
    totals = [0] * len(sheet.game.players)
    for entry in sheet.entries:
        lines = entry.ruling.lines if isinstance(entry, RoundOnSheet) else entry.lines
        for seat, points in enumerate(entry.points()):
            assert points == sum(line.points for line in lines if line.seat == seat)
            totals[seat] += points
        assert list(entry.totals) == totals
        assert {line.seat for line in lines} <= {*entry.before, *entry.seats}
    assert list(sheet.totals) == totals


def check_who_is_in(sheet: Sheet) -> None:
    """Check the number of players in each entry, and that only they play, deal and win."""
    variant, before = sheet.game.variant, sheet.game.starters
    fewest = variant.fewest if variant.elimination(sheet.game.rules) is None else 1
    for entry in sheet.entries:
        assert entry.before == before
        assert fewest <= len(entry.seats) <= variant.most
        assert list(entry.seats) == sorted({*entry.seats})
        assert {*entry.eliminated} <= {*entry.before} - {*entry.seats}
        if isinstance(entry, RoundOnSheet):
            assert entry.dealer in entry.before
            assert {*entry.ruling.winners} <= {*entry.before}
            assert {*entry.ruling.laid} <= {*entry.before}
            assert {*entry.seats} | {*entry.eliminated} == {*entry.before}
        before = entry.seats
    assert {*sheet.winners} <= {*sheet.seats}
    assert bool(sheet.winners) == sheet.over == (sheet.next_dealer is None)
    assert sheet.over or sheet.next_dealer in sheet.seats
    assert {line.seat for line in sheet.bonuses} <= {*sheet.seats}


def check_answer(sheet: Sheet) -> None:
    """Check that each entry of the answer names all players, and that the totals add up."""
    answer = scored(sheet).as_json()
    players = list(sheet.game.players)
    sums = dict.fromkeys(players, 0)
    for entry in answer["rounds"]:
        assert list(entry["points"]) == players
        for name, points in entry["points"].items():
            sums[name] += points
    assert answer["totals"] == sums
    assert [entry["in"] for entry in answer["rounds"] if "between" in entry] == [
        [players[seat] for seat in entry.seats]
        for entry in sheet.entries
        if not isinstance(entry, RoundOnSheet)
    ]


def check_folding(game: Game, sheet: Sheet) -> None:
    """Check that a partly computed sheet gives the same result after any edit."""
    for place in {0, len(game.entries) // 2} if game.entries else ():
        edited = game.with_entries(game.entries[:place] + game.entries[place + 1 :])
        assert _outcome(edited, sheet) == _outcome(edited)
        assert fold(game, _folded(edited)) == sheet
    for place in range(len(game.entries)):
        earlier = _folded(game.with_entries(game.entries[:place]))
        if earlier is not None:
            assert fold(game, earlier) == sheet
    other = replace(game, called=not game.called)
    assert fold(game, fold(other)) == sheet


def _folded(game: Game) -> Sheet | None:
    """Return the sheet, or `None` if a player sits between others who have not joined yet."""
    try:
        return fold(replace(game, called=False))
    except RuleError:
        return None


def _outcome(game: Game, known: Sheet | None = None) -> Any:
    """Return the sheet, or the place and text of its error."""
    try:
        return fold(game, known)
    except RuleError as error:
        return error.place, error.text()


def check_document(game: Game, sheet: Sheet) -> None:
    again = read_game(json.loads(json.dumps(write_game(game))))
    assert again == game
    assert fold(again) == sheet


def check_stake(game: Game) -> None:
    """Check that the balances add up to 0."""
    for stake in (Stake(point="0.05"), Stake(game="10")):
        sheet = fold(replace(game, stake=stake, called=True))
        assert sum(balances_of(sheet)) == 0
