"""The rows of a game's rounds: those that a change takes off, puts on, and moves up or down."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from sqlalchemy import delete, insert, update
from sqlalchemy.orm import Session

from scorekeeper.games.changed_rounds import ChangedRounds, Rounds
from scorekeeper.storage.mapping import write_adjustment_row, write_hand_row, write_round_row
from scorekeeper.storage.models import AdjustmentRow, HandRow, RoundRow

_UNSEEN = {"synchronize_session": False}


def exchange_rounds(session: Session, game_id: str, changed: ChangedRounds, played: int) -> None:
    """Change the rows of a sheet on which so many rounds were `played` before.

    Rounds that only move keep their rows. The session's own rows of rounds are out of date until
    the transaction ends.
    """
    if changed.off:
        mine = RoundRow.game_id == game_id, RoundRow.number.in_(changed.off)
        session.execute(delete(RoundRow).where(*mine), execution_options=_UNSEEN)
    _move(session, game_id, changed, played)
    _insert(session, game_id, changed.on)


def _move(session: Session, game_id: str, changed: ChangedRounds, played: int) -> None:
    """Give the rounds that stay the numbers that they have from now on."""
    after = played - len(changed.off) + len(changed.on)
    stay = [number for number in range(1, played + 1) if number not in changed.off]
    free = [number for number in range(1, after + 1) if number not in changed.on]
    moves = [(old, new - old) for old, new in zip(stay, free, strict=True) if old != new]
    for by, group in groupby(moves, key=lambda move: move[1]):
        numbers = [number for number, _by in group]
        mine = RoundRow.game_id == game_id, RoundRow.number.between(numbers[0], numbers[-1])
        # Through numbers that no round has: two may not have the same one, not even meanwhile.
        query = update(RoundRow).where(*mine).values(number=-(RoundRow.number + by))
        session.execute(query, execution_options=_UNSEEN)
    if moves:
        moved = RoundRow.game_id == game_id, RoundRow.number < 0
        query = update(RoundRow).where(*moved).values(number=-RoundRow.number)
        session.execute(query, execution_options=_UNSEEN)


def _insert(session: Session, game_id: str, rounds: Rounds) -> None:
    """Write rounds with their hands and adjustments as rows, under these numbers."""
    if not rounds:
        return
    inserted = session.scalars(
        insert(RoundRow).returning(RoundRow.id, sort_by_parameter_order=True),
        [write_round_row(game_id, number, entry) for number, entry in rounds.items()],
    )
    hands: list[dict[str, Any]] = []
    adjustments: list[dict[str, Any]] = []
    for row_id, entry in zip(inserted, rounds.values(), strict=True):
        round = entry.round
        hands += [
            {"round_id": row_id, "seat": seat, **write_hand_row(hand)}
            for seat, hand in enumerate(round.hands)
            if hand is not None
        ]
        adjustments += [
            {"round_id": row_id, "place": place, **write_adjustment_row(each)}
            for place, each in enumerate(round.adjustments)
        ]
    for table, rows in ((HandRow, hands), (AdjustmentRow, adjustments)):
        if rows:
            session.execute(insert(table), rows)
