"""Games as the history lists them, by evening: read once from their rows into values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from scorekeeper.statistics.book import Wins
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.web.games.card import GameCard, card_of


@dataclass(frozen=True, slots=True)
class Listed:
    """A game with who sat in it, in order of play; nobody if it cannot be read."""

    card: GameCard
    players: tuple[Player, ...]
    played_on: date
    note: str

    @property
    def best(self) -> tuple[int, ...]:
        """The seats that won, or that lead a game in play."""
        return self.card.leaders if self.card.status == "playing" else self.card.winners


def listed(row: GameRow) -> Listed:
    """This game as the history lists it."""
    card = card_of(row)
    players = row.people if card.name else ()
    return Listed(card, players, row.played_on, row.note)


@dataclass(frozen=True, slots=True)
class ListedEvening:
    """Games of one evening on a page; `goes_on` if the page before it has others."""

    played_on: date
    goes_on: bool
    places: list[str]
    wins: Wins
    games: list[Listed]


def by_evening(
    rows: Iterable[GameRow], wins: Mapping[date, Wins], before: date | None
) -> Iterator[ListedEvening]:
    """The games by evening; `before` is the last evening on the page before this one."""
    for played_on, group in groupby(rows, key=lambda row: row.played_on):
        found = list(group)
        yield ListedEvening(
            played_on=played_on,
            goes_on=before == played_on,
            places=places_of(found),
            wins=wins.get(played_on, []),
            games=[listed(row) for row in found],
        )


def places_of(rows: Iterable[GameRow]) -> list[str]:
    """Where these games were played; the rows come with the latest first."""
    return list(dict.fromkeys(row.place for row in reversed(list(rows)) if row.place))
