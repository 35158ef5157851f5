"""Common parts of answers about players: the person, their wins, figures in words."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from flask import request, url_for

from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answers import PointsByName
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.statistics.fairness import Wins
from scorekeeper.statistics.totals import Span, Totals
from scorekeeper.storage.models import COUNTERS, Player
from scorekeeper.web.api.operations import Parameter
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.subjects import figures
from scorekeeper.web.subjects.figures import few_words

KEYS = [variant.key for variant in VARIANTS]

GAME = Parameter("game", "The key of a kind of game. Only these games count.", {"enum": KEYS})
YEAR = Parameter(
    "year",
    "Only games played in this year count.",
    {"type": "integer", "minimum": 1000, "maximum": 9999},
)
SPAN = (GAME, YEAR)
"""The parameters that filter the games to count."""

_YEAR = re.compile(r"[1-9][0-9]{3}", re.ASCII)


def game_asked() -> str:
    return request.args.get("game", "")


def span_asked() -> Span:
    """The span in the query. Raises `RuleError` for an invalid year."""
    year = request.args.get("year", "")
    if year and not _YEAR.fullmatch(year):
        raise RuleError(message("A year has four digits."), "year")
    return Span(game_asked(), int(year) if year else None)


@dataclass(slots=True, kw_only=True)
class Person(Answer):
    """A player of the club."""

    id: int
    name: str
    archived: bool = described("True if the club has archived the player. Their games stay.")
    page: str = described(
        "The address of the player’s page, for members of the club.", format="uri"
    )


def person(player: Player) -> Person:
    return Person(
        id=player.id,
        name=player.name,
        archived=player.archived_at is not None,
        page=page_of("players.show", player_id=player.id),
    )


def page_of(endpoint: str, **values: Any) -> str:
    """The address of a page, for members of the club."""
    return address_to_send().base + url_for(endpoint, **values)


def written_day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


@dataclass(slots=True, kw_only=True)
class WonGames(Answer):
    """Games won, and the wins expected of equal players, such as one in four at tables of four.

    Nineteen times in twenty the true rate is between `low` and `high`. If you look after every
    game, the rate is outside these bounds more often.
    """

    games: int
    won: int
    expected: float = described("Par: the fair number of wins.")
    times_par: float | None = described("Games won divided by par. Null without games.")
    low: float | None = described("The lower bound of the true rate of wins.")
    high: float | None = described("The upper bound of the true rate of wins.")
    few: str | None = described("A sentence if there are too few games to judge, else null.")


def won_games(wins: Wins) -> WonGames:
    return WonGames(
        games=wins.games,
        won=wins.won,
        expected=rounded(wins.expected),
        times_par=rounded(wins.times_expected) if wins.parts else None,
        low=rounded(wins.range.low) if wins.range else None,
        high=rounded(wins.range.high) if wins.range else None,
        few=few_words(wins) or None,
    )


def rounded(number: object) -> float:
    return round(float(number), 4)  # type: ignore[arg-type]  # fractions and floats


@dataclass(slots=True, kw_only=True)
class Figure(Answer):
    """A number in words, as pages show it, and the `game` and `round` that it comes from."""

    label: str
    text: str
    game: str | None = None
    round: int | None = None


def shown(found: Iterable[figures.Figure]) -> tuple[Figure, ...]:
    return tuple(map(shown_figure, found))


def shown_figure(figure: figures.Figure) -> Figure:
    return Figure(
        label=figure.words,
        text=figure.text,
        game=figure.of.game_id if figure.of else None,
        round=figure.of.number if figure.of else None,
    )


def counted(totals: Totals) -> PointsByName:
    return {name: getattr(totals, name) for name in COUNTERS}
