"""What was won: who won which games this evening, and a finished game in one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rummy.messages import Message
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.web.games.listed import PAIR, GameCard, listed, score_text
from scorekeeper.web.parts.formatting import listed as list_of
from scorekeeper.web.shell.translation import translate


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


def headline(card: GameCard) -> str:
    """Who won which game by which score; only the game if nobody won it."""
    if card.name is None:
        return str(_("A game that cannot be read"))
    game = translate(card.name)
    if not card.winners:
        return game
    said = {
        "game": game,
        "names": list_of(card.players[seat] for seat in card.winners),
        "score": score_text(card),
    }
    if len(card.totals) > PAIR:
        return str(
            ngettext(
                "%(names)s won %(game)s with %(score)s",
                "%(names)s won %(game)s with %(score)s each",
                len(card.winners),
                **said,
            )
        )
    return str(
        ngettext(
            "%(names)s won %(game)s, %(score)s",
            "%(names)s shared %(game)s, %(score)s",
            len(card.winners),
            **said,
        )
    )
