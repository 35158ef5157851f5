"""What to play next: a tile for each of the last games, with those who played it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage.mapping import is_listable
from scorekeeper.storage.models import Club, GameRow, Player
from scorekeeper.storage.queries import last_of_each_variant

MOST_TILES = 6


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to play next: at once with the players of its last game, if there was one.

    `last` is the id of that game, else of the last of any game whose players can play this one.
    """

    variant: Variant
    players: tuple[Player, ...]
    last: str
    key: str


def next_games(club: Club, on_the_table: Collection[str]) -> list[Tile]:
    """The games that were played last, then the others; without those on the table."""
    rows = [row for row in last_of_each_variant(club) if is_listable(row)]
    last = {row.variant: row for row in rows}
    others = [each.key for each in VARIANTS if each.key not in last]
    keys = [key for key in (*last, *others) if key not in on_the_table][:MOST_TILES]
    found = [variant for key in keys if (variant := find_variant(key))]
    return [_tile(variant, last.get(variant.key), rows) for variant in found]


def _tile(variant: Variant, last: GameRow | None, rows: list[GameRow]) -> Tile:
    if last is not None:
        players = last.people
        return Tile(variant, players, last.id, new_key())
    fitting = next((row.id for row in rows if _fits(variant, row)), "")
    return Tile(variant, (), fitting, "")


def _fits(variant: Variant, row: GameRow) -> bool:
    return variant.fewest <= len(row.seats) <= variant.most
