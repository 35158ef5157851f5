"""What the sheet asks when a round is over: who ended it, and how."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.storage.models import Player
from scorekeeper.web.rounds.form import EndingChoice, ending_choices


@dataclass(frozen=True, slots=True)
class Ender:
    """Somebody at the table, `None` for nobody, and the ways in which they can end a round."""

    player: Player | None
    choices: tuple[EndingChoice, ...]


def who_can_end(game: Game, players: Sequence[Player]) -> list[Ender]:
    """Everybody in order of play, and nobody at last: rounds that end by themselves or are void."""
    each = [choice for group in ending_choices(game, None) for choice in group]
    people = [*enumerate(players), (None, None)]
    enders = [
        Ender(player, tuple(choice for choice in each if choice.by == seat))
        for seat, player in people
    ]
    return [ender for ender in enders if ender.choices]
