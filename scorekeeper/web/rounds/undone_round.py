"""A round that was just undone: the form of the next round is filled in with it."""

from __future__ import annotations

from flask import request

from scorekeeper.games import commands
from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.rounds.typed_round import TypedRound, typed_again

AFRESH = "afresh"
"""The parameter that asks for an empty form although a round was just undone."""


def typed_before(state: GameState, entered_by: str) -> TypedRound | None:
    """The undone round as it was typed; `None` if there is none or an empty form was asked for."""
    round = None if AFRESH in request.values else commands.taken_back(state.row)
    return None if round is None else typed_again(round, state.sheet.game, entered_by)


def draft_of(state: GameState, *, again: bool) -> str:
    """The name of the browser's draft; an undone round that is entered `again` has its own."""
    return f"{state.id}.again" if again else state.id
