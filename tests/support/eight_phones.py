"""A game of eight players, each with a phone, who enter a round together."""

from __future__ import annotations

from collections.abc import Callable

from scorekeeper.games import commands, open_rounds
from scorekeeper.games.open_round import OpenRound, new_open_round
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow

EIGHT = ("Ann", "Bob", "Cem", "Dora", "Eve", "Finn", "Gus", "Hana")

MOST_TRIES = 1_000
"""The most tries of a change, each lost to a faster phone."""


def find(game_id: str) -> OpenRound:
    """Return the open round from the database, not from the session’s cache."""
    db.session.rollback()
    found = open_rounds.find_open(game_id)
    assert found is not None
    return found


def announce(game_id: str, version: int, ending: str = "out", by: int = 0) -> OpenRound:
    """Open the round of a game with its ending, unless another phone already did."""
    before = open_rounds.find_open(game_id)
    if before is not None and not before.is_being_played:
        raise OpenRoundConflict
    after = new_open_round().with_facts({"ending": ending, "by": str(by)})
    open_rounds.store(game_id, version=version, before=before, after=after)
    return after


def given(seat: int) -> int:
    """Return a different hand for each seat."""
    return seat + 2


def change(game_id: str, version: int, step: Callable[[OpenRound], OpenRound]) -> OpenRound:
    """Change the open round. Try again on its newest state if another phone was faster."""
    for _ in range(MOST_TRIES):
        before = find(game_id)
        after = step(before)
        try:
            open_rounds.store(game_id, version=version, before=before, after=after)
        except OpenRoundConflict:
            continue
        return after
    raise AssertionError("Another phone was faster every time.")


def enter(
    game_id: str, version: int, phone: str, seat: int, hand: str | int | None = None
) -> OpenRound:
    """Enter the hand of a seat on a phone."""
    hands = {seat: given(seat) if hand is None else hand}
    return change(game_id, version, lambda there: there.with_hands(hands, phone, EIGHT[seat]))


def record_open(game_id: str, version: int, key: str) -> GameRow:
    """Record the open round. Read it again and retry if somebody changed it meanwhile."""
    hands = {name: seat and seat + 2 for seat, name in enumerate(EIGHT)}
    facts = read_round({"ending": "out", "by": "Ann", "hands": hands}, EIGHT)
    for _ in range(MOST_TRIES):
        db.session.rollback()
        there = open_rounds.find_open(game_id)
        revision = None if there is None or there.is_being_played else there.revision
        try:
            return commands.record(
                game_id, version=version, key=key, round=facts, revision=revision
            )
        except OpenRoundConflict:
            continue
    raise AssertionError("Another phone was faster every time.")
