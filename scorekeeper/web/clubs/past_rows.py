"""The games of a file as they will be recorded, in tables with a column for each player."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from scorekeeper.rummy.sides import players_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.models import Player
from scorekeeper.transfer.past.kinds import USUAL, is_won_either_way, kind_called, lowest_wins
from scorekeeper.transfer.past.preview import ImportPreview, PreviewedGame

MOST_ROWS = 200
"""The most games to show before the import."""


@dataclass(frozen=True, slots=True)
class PreviewRow:
    """A game: its day, and in each player's column the total and whether they won.

    A cell is `None` if the player did not play this game.
    """

    day: date
    cells: Sequence[tuple[int, bool] | None]


@dataclass(frozen=True, slots=True)
class Rows:
    """A table of the games with the same name in the file.

    `was` is this name if the program calls the game differently. `turns` is the form field that
    chooses which total wins, or empty if the game decides it.
    """

    variant: Variant
    was: str
    lowest_wins: bool
    turns: str
    players: Sequence[Player]
    games: Sequence[PreviewRow]


def tables_of(preview: ImportPreview) -> Iterator[Rows]:
    """Tables of the first `MOST_ROWS` games to import, in the order of the file."""
    shown = preview.games[:MOST_ROWS]
    for index, kind in enumerate(preview.past.kinds):
        games = [game for game in shown if game.past.kind == kind]
        played_as = preview.kinds[kind]
        if games and played_as:
            variant, written = played_as.variant, kind.removesuffix(USUAL)
            called = kind_called(kind)
            names = dict.fromkeys(name for game in games for name in _players(game))
            yield Rows(
                variant,
                "" if called and called.variant is variant else written,
                lowest_wins(played_as),
                f"wins-{index}" if is_won_either_way(variant) else "",
                [preview.face(name) for name in names],
                [_row(game, [*names]) for game in games],
            )


def _players(game: PreviewedGame) -> Sequence[str]:
    return game.read.recorded.game.players


def _row(game: PreviewedGame, names: Sequence[str]) -> PreviewRow:
    document = json.loads(game.line)
    totals = dict(document["imported"])
    for side, partners in document.get("sides", {}).items():
        totals |= dict.fromkeys(partners, totals.get(side))
    players = _players(game)
    winners = {players[seat] for seat in players_of(game.read.sheet.winners)}
    return PreviewRow(
        game.read.played_on,
        [(totals[name], name in winners) if name in players else None for name in names],
    )
