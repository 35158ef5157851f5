"""The round that was just taken back: the form of the next one comes filled with it."""

from __future__ import annotations

from flask import request

from scorekeeper.games import commands
from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.rounds.typed_round import TypedRound, typed_again

AFRESH = "afresh"
"""What asks for an empty form although a round was just taken back."""


def typed_before(state: GameState, entered_by: str) -> TypedRound | None:
    """The round to be entered again as it was typed; `None` where there is none, or not wanted."""
    round = None if AFRESH in request.values else commands.taken_back(state.row)
    return None if round is None else typed_again(round, len(state.players), entered_by)


def draft_of(state: GameState, *, again: bool) -> str:
    """The name of a browser's draft: that of a round to be entered `again` has its own."""
    return f"{state.id}.again" if again else state.id
