"""The round that was just taken back: the form of the next one comes filled with it."""

from __future__ import annotations

from flask import request

from scorekeeper.games import commands
from scorekeeper.storage.models import GameRow
from scorekeeper.web.rounds.typed_round import TypedRound, typed_again

AFRESH = "afresh"
"""What asks for an empty form although a round was just taken back."""


def typed_before(row: GameRow, entered_by: str) -> TypedRound | None:
    """The round to be entered again as it was typed; `None` where there is none, or not wanted."""
    round = None if AFRESH in request.values else commands.taken_back(row)
    return None if round is None else typed_again(round, len(row.seats), entered_by)


def draft_name(row: GameRow) -> str:
    """Whose draft a browser keeps: a round that was taken back is not mixed with another."""
    return f"{row.id}.again" if typed_before(row, "") else row.id
