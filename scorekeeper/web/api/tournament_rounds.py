"""The rounds of a tournament: who meets whom, and the results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from flask import Response, abort
from flask_babel import gettext as _

from scorekeeper.games.documents import written_moment
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.tournament.model import Round, Table
from scorekeeper.tournaments.recorded import RecordedTournament, recorded_tournament
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.etags import tournament_tag
from scorekeeper.web.api.operations import TOURNAMENT_ID, Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.api.tournaments import TAG, tournament_or_404, visible_rounds
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem

NUMBER = Parameter("number", "The number of a round, from 1.", {"type": "integer"})


@dataclass(slots=True, kw_only=True)
class EntrantAtTable(Answer):
    """An entrant by number and name."""

    entrant: int
    name: str


@dataclass(slots=True, kw_only=True)
class SideOfTable(Answer):
    """A side of a table, and its total once the table has one."""

    entrants: tuple[EntrantAtTable, ...]
    total: int | None


@dataclass(slots=True, kw_only=True)
class TableOfRound(Answer):
    """A table of a round. It is `done` once it has a result, or a reason to have none.

    `rounds` is the number of rounds in its game.
    """

    number: int
    sides: tuple[SideOfTable, ...]
    done: bool
    game: str | None = described("The id of the game at this table, once it has started.")
    rounds: int
    forfeit: int | None = described("The number of the entrant who did not come or gave up.")
    void: bool
    goes_on: int | None = described("The number of the entrant who goes on after a tie.")
    confirmed: int | None = described("The number of the entrant who agreed to the totals.")


@dataclass(slots=True, kw_only=True)
class RoundOfTournament(Answer):
    """A round of a tournament: its tables, the entrants who sit out, and its times."""

    number: int
    movement: str
    minutes: int = described("The length of the round in minutes; 0 for no limit.")
    drawn: str = described("Time of the draw.", format="date-time")
    shown: str | None = described("Time when the draw was shown to all.", format="date-time")
    clock: str | None = described("Time when the clock was started.", format="date-time")
    closed: str | None = described("Time when the round was closed.", format="date-time")
    tables: tuple[TableOfRound, ...]
    out: tuple[EntrantAtTable, ...]


@operation(
    "GET",
    "/tournaments/<tournament_id>/rounds/<int:number>",
    TAG,
    role=WATCHER,
    answers=(RoundOfTournament,),
    parameters=(TOURNAMENT_ID, NUMBER),
)
def tournament_round(tournament_id: str, number: int) -> Response:
    """One round: its tables, with the results so far."""
    row = tournament_or_404(tournament_id)
    recorded = recorded_tournament(row)
    check_round(number, visible_rounds(recorded))
    return answered(_round(recorded, recorded.round(number)), state=tournament_tag(row))


def check_round(number: int, last: int) -> None:
    """Abort with 404 for a round that is not among the first `last` rounds."""
    if not 1 <= number <= last:
        abort(problem(404, _("There is no such round in this tournament.")))


def _round(recorded: RecordedTournament, round: Round) -> RoundOfTournament:
    times = recorded.times[round.number - 1]
    return RoundOfTournament(
        number=round.number,
        movement=round.movement,
        minutes=recorded.setup.get("minutes", 0),
        tables=tuple(_table(recorded, round, table) for table in round.tables),
        out=_entrants(recorded, round.out),
        drawn=written_moment(times.drawn),
        shown=_written(times.shown),
        clock=_written(times.clock),
        closed=_written(times.closed),
    )


def _written(moment: datetime | None) -> str | None:
    return written_moment(moment) if moment else None


def _table(recorded: RecordedTournament, round: Round, table: Table) -> TableOfRound:
    game = recorded.games.get((round.number, table.number))
    totals: tuple[int | None, ...] = table.totals or (None,) * len(table.sides)
    return TableOfRound(
        number=table.number,
        sides=tuple(
            SideOfTable(entrants=_entrants(recorded, side), total=total)
            for side, total in zip(table.sides, totals, strict=True)
        ),
        done=table.is_done,
        game=table.game or None,
        rounds=game.played if game else 0,
        forfeit=table.forfeit,
        void=table.void,
        goes_on=table.goes_on,
        confirmed=table.confirmed.by if table.confirmed else None,
    )


def _entrants(recorded: RecordedTournament, numbers: Iterable[int]) -> tuple[EntrantAtTable, ...]:
    return tuple(EntrantAtTable(entrant=number, name=recorded.title(number)) for number in numbers)
