"""What home shows above its games: who won tonight, and what to play next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS, find_variant
from scorekeeper.storage.game_lists import last_of_each_variant
from scorekeeper.storage.mapping import is_listable
from scorekeeper.storage.models import Club, GameRow, Player
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.web.games.listed import listed


@dataclass(frozen=True, slots=True)
class Winner:
    """A player with what they won: each game and how often, in the order of the evening."""

    player: Player
    games: tuple[tuple[Message, int], ...]

    @property
    def won(self) -> int:
        """How many games they won."""
        return sum(times for _game, times in self.games)


def winners_of(rows: Iterable[GameRow]) -> list[Winner]:
    """Who won these games, the most first; a game in play counts for nobody yet."""
    won: dict[Player, Counter[Message]] = {}
    for row in rows:
        game = listed(row)
        name = game.card.name
        for seat in game.card.winners if name else ():
            won.setdefault(game.players[seat], Counter()).update([name] if name else [])
    found = [Winner(player, tuple(games.items())) for player, games in won.items()]
    return sorted(found, key=lambda each: (-each.won, alphabetical(each.player.name)))


@dataclass(frozen=True, slots=True)
class Tile:
    """A game to play next: at once with the players of its last game, if there was one.

    `last` is the id of that game, else of the last game whose players can play this one.
    """

    variant: Variant
    players: tuple[Player, ...]
    last: str
    key: str


MOST_TILES = 6


def next_games(club: Club, on_the_table: Collection[str]) -> list[Tile]:
    """The games that were played last, then the others, without those in play."""
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
