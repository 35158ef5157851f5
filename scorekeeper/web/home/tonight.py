"""How the evening stands: who won which games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.rummy.messages import Message
from scorekeeper.storage.models import GameRow, Player
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
    return sorted(found, key=lambda each: (-each.won, each.player.name.casefold()))
