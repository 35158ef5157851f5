"""A table of a tournament as its players see it: who plays, and the progress of the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import bindparam, func, select

from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow, Partners, Scorer, TableGameRow, TournamentRow
from scorekeeper.tournament.model import KNOCK_OUT, Table
from scorekeeper.tournament.points import Number
from scorekeeper.tournament.standings import results_in
from scorekeeper.tournaments.games import GameAtTable
from scorekeeper.tournaments.recorded import RecordedTournament, RoundTimes
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.shell.translation import total
from scorekeeper.web.subjects.tournament_words import points_text


class Stage(StrEnum):
    """The progress of a table in the round that is shown."""

    NOT_SHOWN = "not-shown"
    EMPTY = "empty"
    TO_BEGIN = "to-begin"
    PLAYING = "playing"
    TO_CONFIRM = "to-confirm"
    CONFIRMED = "confirmed"
    FORFEIT = "forfeit"
    VOID = "void"
    CLOSED = "closed"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SideAtTable:
    """A side of a table: who it is, its total in the game, and its points before this round.

    `points` is `None` for partners who were drawn, because each has their own. `given` are the
    points from this round, `None` while they are unknown or if a mean replaces them.
    """

    entrant: int
    scorer: Scorer
    points: Number | None
    total: int | None
    given: Number | None

    @property
    def name(self) -> str:
        return self.scorer.name


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table in a round, usually the round shown last. `round` is 0 before the first one."""

    recorded: RecordedTournament
    number: int
    round: int
    table: Table | None

    @property
    def times(self) -> RoundTimes | None:
        return self.recorded.times[self.round - 1] if self.round else None

    @property
    def game(self) -> GameAtTable | None:
        return self.recorded.games.get((self.round, self.number))

    @property
    def stage(self) -> Stage:
        table, times = self.table, self.times
        if self.recorded.setup.get("ended"):
            return Stage.ENDED
        if times is None:
            return Stage.NOT_SHOWN
        if times.closed is not None:
            return Stage.CLOSED
        if table is None or len(table.sides) == 1:
            return Stage.EMPTY
        if table.void:
            return Stage.VOID
        if table.forfeit is not None:
            return Stage.FORFEIT
        if table.totals is not None:
            return Stage.CONFIRMED if table.confirmed else Stage.TO_CONFIRM
        return Stage.PLAYING if self.game else Stage.TO_BEGIN

    @property
    def is_last(self) -> bool:
        """Check whether no further round is planned. A knock-out goes on until it is won."""
        is_knock_out = self.recorded.round(self.round).movement == KNOCK_OUT
        return not is_knock_out and 0 < self.recorded.setup.get("planned", 0) <= self.round

    @property
    def hands(self) -> int:
        """The number of hands at a table, 0 if the game does not set it."""
        return int(self.recorded.setup["game"].get("rules", {}).get("rounds", 0))

    @property
    def sides(self) -> list[SideAtTable]:
        table, recorded = self.table, self.recorded
        if table is None:
            return []
        before = recorded.standing(self.round - 1)
        had = {line.entrant: line.points for line in before.lines}
        found = results_in(recorded.tournament, recorded.round(self.round))
        given = {entrant: result.points for entrant, result in found.items()}
        return [
            SideAtTable(
                entrant=side[0],
                scorer=scorer_of(recorded, side),
                points=had.get(side[0], 0) if len(side) == 1 else None,
                total=table.totals[place] if table.totals else None,
                given=given.get(side[0]),
            )
            for place, side in enumerate(table.sides)
        ]

    @property
    def deals(self) -> list[list[int]]:
        """The points of each hand for each side. Empty without a game and for a paper result."""
        if self.game is None or self.game.is_imported:
            return []
        sheet = sheet_of(db.session.get_one(GameRow, self.game.id))
        return [[one.points()[side] for side in sheet.game.sides] for one in sheet.rounds]

    @property
    def asked(self) -> SideAtTable:
        """The side that confirms the result: the side with the fewest points from this round."""
        return min(reversed(self.sides), key=lambda side: side.given or 0)

    @property
    def sits_out(self) -> list[str]:
        if not self.round:
            return []
        return [self.recorded.title(one) for one in self.recorded.round(self.round).without_game]


_PLAYED = (
    select(func.coalesce(func.sum(GameRow.played), 0))
    .join(TableGameRow, TableGameRow.game_id == GameRow.id)
    .where(TableGameRow.tournament_id == bindparam("tournament"))
)
_VERSION = select(TournamentRow.version).where(TournamentRow.id == bindparam("tournament"))


def etag_of_tournament(tournament_id: str, table: int | None = None) -> str:
    """The etag of a tournament or of a table, by one query. Pages poll until it changes."""
    hands_played = _PLAYED if table is None else _PLAYED.where(TableGameRow.table == table)
    query = _VERSION.add_columns(hands_played.scalar_subquery())
    version, hands = db.session.execute(query, {"tournament": tournament_id}).one()
    return f"{version}-{hands}"


def at_table(recorded: RecordedTournament, number: int, round: int | None = None) -> AtTable:
    """The table with this number in `round`, by default in the round shown last."""
    of_round = recorded.shown if round is None else round
    tables = recorded.round(of_round).tables if of_round else ()
    found = next((one for one in tables if one.number == number), None)
    return AtTable(recorded, number, of_round, found)


def scorer_of(recorded: RecordedTournament, side: tuple[int, ...]) -> Scorer:
    """The scorer at a table: a player, or partners with the titles of their entrants."""
    people = tuple(person for entrant in side for person in recorded.people[entrant])
    name = recorded.title(*side)
    return people[0] if len(people) == 1 and name == people[0].name else Partners(name, people)


def hands_text(number: int) -> str:
    return str(ngettext("%(num)d hand", "%(num)d hands", number))


def result_text(sides: list[SideAtTable]) -> str:
    """The result of a table: `1,345 to 580: 16–4 for Ann & Cem.`"""
    ranked = sorted(sides, key=lambda side: side.given or 0, reverse=True)
    totals = [total(side.total or 0) for side in ranked]
    points = "–".join(points_text(side.given or 0) for side in ranked)
    if len(ranked) != 2:
        told = (f"{side.name} {total(side.total or 0)}" for side in ranked)
        return str(_("%(sides)s: %(points)s.", sides=list_of(told), points=points))
    if ranked[0].given == ranked[1].given:
        return str(
            _("%(one)s to %(other)s: %(points)s.", one=totals[0], other=totals[1], points=points)
        )
    said = {"one": totals[0], "other": totals[1], "points": points, "name": ranked[0].name}
    return str(_("%(one)s to %(other)s: %(points)s for %(name)s.", **said))
