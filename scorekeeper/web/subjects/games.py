"""Games as lists show them, and summed up in a line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.sides import by_side, members
from scorekeeper.storage.mapping import listable_game
from scorekeeper.storage.models import GameRow, Scorer
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.shell.translation import total, translate


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCard:
    """A game in a list. An unreadable game has no name and no players.

    `is_imported`: only the totals are known. `scorers` are the names of the players, or of sides
    with `players_each` players. `winners` and `leaders` are indices of `scorers`: those who won, or
    who lead a game in play.
    """

    id: str
    variant: str
    version: int
    status: str
    played: int
    is_imported: bool
    changed_at: datetime
    deleted_at: datetime | None
    deleted_by: str | None
    name: Message | None = None
    scorers: Sequence[str] = ()
    players_each: int = 1
    totals: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    leaders: tuple[int, ...] = ()
    lowest_wins: bool = False

    @property
    def is_by_sides(self) -> bool:
        return self.players_each > 1

    @property
    def people_who_won(self) -> int:
        return len(self.winners) * self.players_each


def card_of(row: GameRow) -> GameCard:
    """The card of this game, without its players' faces."""
    card = GameCard(
        id=row.id,
        variant=row.variant,
        version=row.version,
        status=row.status,
        played=row.played,
        is_imported=row.imported is not None,
        changed_at=row.changed_at,
        deleted_at=row.deleted_at,
        deleted_by=row.deleted_by,
    )
    game = listable_game(row)
    if game is None:
        return card
    return replace(
        card,
        name=game.variant.name,
        scorers=game.names_of_sides,
        players_each=len(members(game.sides[0])),
        totals=tuple(row.totals),
        winners=tuple(row.winners),
        leaders=_leaders(game, row.totals) if row.status == "playing" else (),
        lowest_wins=game.variant.lowest_wins(game.rules),
    )


def _leaders(game: Game, totals: Sequence[int]) -> tuple[int, ...]:
    """The seats in the lead. Empty if all have 0, and in games with phases."""
    if not any(totals) or game.variant.phases is not None:
        return ()
    best = min(totals) if game.variant.lowest_wins(game.rules) else max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == best)


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in a list with its players or sides in order of play. An unreadable game has none."""

    card: GameCard
    scorers: tuple[Scorer, ...]
    played_on: date
    note: str

    @property
    def best(self) -> tuple[int, ...]:
        return self.card.leaders if self.card.status == "playing" else self.card.winners

    @property
    def ranked(self) -> list[int]:
        """The indices of `scorers`, the best total first."""
        towards = 1 if self.card.lowest_wins else -1
        return sorted(range(len(self.scorers)), key=lambda seat: towards * self.card.totals[seat])


def listed(row: GameRow) -> Listed:
    card = card_of(row)
    scorers = by_side(row.people) if card.name else ()
    return Listed(card, tuple(scorers), row.played_on, row.note)


TWO_TOTALS = 2
"""Two players have a score such as “132–88”. With more, only the winner's total is shown."""


def score_text(card: GameCard) -> str:
    """The totals of two players, the winner's first. With more players, the winner's total."""
    best = card.winners[0]
    if len(card.totals) > TWO_TOTALS:
        return total(card.totals[best])
    winner, loser = total(card.totals[best]), total(card.totals[1 - best])
    if min(card.totals) >= 0:
        return f"{winner}–{loser}"
    # A dash could look like a minus sign.
    return str(_("%(winner)s to %(loser)s", winner=winner, loser=loser))


def headline(card: GameCard) -> str:
    """The winner, the game and the score. Without a winner, only the game."""
    if card.name is None:
        return str(_("A game that cannot be read"))
    game = translate(card.name)
    if not card.winners:
        return game
    names = list_of(card.scorers[seat] for seat in card.winners)
    said = {"game": game, "score": score_text(card)}
    if card.is_by_sides and len(card.winners) == 1:
        return _headline_of_side(card, {"side": names, **said})
    said["names"] = names
    if len(card.totals) > TWO_TOTALS:
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


def _headline_of_side(card: GameCard, said: dict[str, str]) -> str:
    if len(card.totals) > TWO_TOTALS:
        return str(_("%(side)s won %(game)s with %(score)s", **said))
    return str(_("%(side)s won %(game)s, %(score)s", **said))
