"""The evenings of a club, and one evening with its results and games."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

from flask import Response, abort, request, url_for
from flask_babel import gettext as _

from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.reading import read_day
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.evenings import EveningInBrief, EveningResult, evenings_of_club
from scorekeeper.storage.game_lists import last_entered
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.figures import Person, page_of, person, written_day
from scorekeeper.web.api.games import ListedGame, listed_game
from scorekeeper.web.api.operations import Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.parts.money import SettledUp
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.evenings import evening_name, shown_evening

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)

BEFORE = Parameter(
    "before", "A date. Find only earlier evenings.", {"type": "string", "format": "date"}
)
DAY = Parameter(
    "day", "The date of an evening, such as 2026-11-21.", {"type": "string", "format": "date"}
)


@dataclass(slots=True, kw_only=True)
class GamesWon(Answer):
    """The number of games that a player won on an evening."""

    player: Person
    won: int


@dataclass(slots=True, kw_only=True)
class ListedEvening(Answer):
    """An evening, the number of its games, and how many finished games each player won."""

    date: str = described("The date of the evening.", format="date")
    name: str = described("The date in words, in the requested language.")
    page: str = described(
        "The address of the evening’s page, for members of the club.", format="uri"
    )
    games: int
    finished: int = described("The number of finished games.")
    won: tuple[GamesWon, ...]


@dataclass(slots=True, kw_only=True)
class ListedEvenings(Answer):
    """A page of evenings, the latest first."""

    evenings: tuple[ListedEvening, ...]
    next: str | None = described(
        "The address of the next page. Null on the last page.", format="uri-reference"
    )


@dataclass(slots=True, kw_only=True)
class PlayerOfEvening(Answer):
    """A player’s games of an evening. Only finished games count."""

    player: Person
    games: int
    won: int
    shared: int = described("The number of shared wins among `won`.")
    undercuts: int


@dataclass(slots=True, kw_only=True)
class Owed(Answer):
    """A debt of one player to another."""

    payer: str = described("The player who pays.")
    payee: str = described("The player who is paid.")
    amount: str = described("The amount as on the pages.")


@dataclass(slots=True, kw_only=True)
class SettledEvening(Answer):
    """The debts after all games of an evening that were played for this currency."""

    currency: str
    words: str
    payments: tuple[Owed, ...]


@dataclass(slots=True, kw_only=True)
class WholeEvening(Answer):
    """An evening: its games, the wins of each player, and the payments."""

    date: str = described("The date of the evening.", format="date")
    name: str = described("The date in words, in the requested language.")
    page: str = described(
        "The address of the evening’s page, for members of the club.", format="uri"
    )
    places: tuple[str, ...]
    players: tuple[PlayerOfEvening, ...] = described("The players of the evening, most wins first.")
    games: tuple[ListedGame, ...] = described("The games, in the order of their start.")
    settled: tuple[SettledEvening, ...]
    summary: str = described("A text about the evening, to send.")
    before: str | None = described(
        "The date of the previous evening, if there is one.", format="date"
    )
    after: str | None = described("The date of the next evening, if there is one.", format="date")


@operation(
    "GET", "/evenings", "evenings", role=WATCHER, answers=(ListedEvenings,), parameters=(BEFORE,)
)
def evenings() -> Response:
    """The evenings with games, the latest first, 30 to a page."""
    before = None
    if "before" in request.args:
        before = _day(read_day(request.args["before"], "before"))
        if before is None:
            raise RuleError(message("That date does not exist."), "before")
    found, more = evenings_of_club(current_club(), before)
    last = found[-1].played_on if more else None
    following = url_for(".evenings", before=last.isoformat()) if last else None
    listed = ListedEvenings(evenings=tuple(map(_listed, found)), next=following)
    return answered(listed, next_page=following)


def _listed(found: EveningInBrief) -> ListedEvening:
    return ListedEvening(
        date=found.played_on.isoformat(),
        name=evening_name(found.played_on),
        page=_page(found.played_on),
        games=found.games,
        finished=found.finished,
        won=tuple(GamesWon(player=person(player), won=won) for player, won in found.wins),
    )


def _page(played_on: date) -> str:
    return page_of("history.evening", day=played_on.isoformat())


@operation(
    "GET", "/evenings/<day>", "evenings", role=WATCHER, answers=(WholeEvening,), parameters=(DAY,)
)
def evening(day: str) -> Response:
    """One evening, by its date. An evening without games is possible."""
    played_on = _day(day) or abort(problem(404, _("That date does not exist.")))
    shown = shown_evening(current_club(), played_on)
    rows = shown.evening.games
    ends = last_entered(rows)
    return answered(
        WholeEvening(
            date=played_on.isoformat(),
            name=evening_name(played_on),
            page=_page(played_on),
            places=tuple(shown.places),
            players=tuple(map(_result, shown.evening.table)),
            games=tuple(listed_game(row, ends) for row in rows),
            settled=tuple(map(_settled, shown.settled)),
            summary=shown.summary,
            before=written_day(shown.before),
            after=written_day(shown.after),
        )
    )


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        return None


def _result(result: EveningResult) -> PlayerOfEvening:
    return PlayerOfEvening(
        player=person(result.player),
        games=result.games,
        won=result.won,
        shared=result.shared,
        undercuts=result.undercuts,
    )


def _settled(debts: SettledUp) -> SettledEvening:
    return SettledEvening(
        currency=debts.currency,
        words=debts.text,
        payments=tuple(
            Owed(payer=payment.payer.name, payee=payment.payee.name, amount=payment.amount)
            for payment in debts.payments
        ),
    )
