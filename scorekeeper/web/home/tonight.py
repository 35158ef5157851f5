"""How the evening stands: its name, and who won which games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo

from flask_babel import format_date
from flask_babel import gettext as _

from scorekeeper.evenings import evening_of
from scorekeeper.rummy.messages import Message
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.web.history.listed import listed

NOON, EVENING = 12, 17
"""The hours at which the afternoon and the evening begin."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A player with what they won: each game and how often, in the order of the evening."""

    player: Player
    games: tuple[tuple[Message, int], ...]

    @property
    def won(self) -> int:
        """How many games they won."""
        return sum(times for _game, times in self.games)


def greeting(now: datetime, time_zone: tzinfo) -> str:
    """The time of day as a heading: `Saturday evening`, until five in the morning."""
    evening, local = evening_of(now, time_zone), now.astimezone(time_zone)
    weekday = str(format_date(evening, "EEEE"))
    if local.date() != evening or local.hour >= EVENING:
        words = str(_("%(weekday)s evening", weekday=weekday))
    elif local.hour >= NOON:
        words = str(_("%(weekday)s afternoon", weekday=weekday))
    else:
        words = str(_("%(weekday)s morning", weekday=weekday))
    return words[:1].upper() + words[1:]


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
