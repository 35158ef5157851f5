"""Reads a tournament from its line in a file, and writes it once its games are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.documents.names import LONGEST_PLACE, check_name
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.bulk import insert_many
from scorekeeper.storage.database import table
from scorekeeper.storage.models import GameRow, TableGameRow
from scorekeeper.tournament.document import CHOSEN_KEYS, read_setup, read_tournament
from scorekeeper.tournament.model import TIMES, Tournament
from scorekeeper.tournament.reading import read_object
from scorekeeper.tournament.writing import write_standings
from scorekeeper.tournaments.documents import parts_of_document
from scorekeeper.tournaments.parts import Document
from scorekeeper.tournaments.rule_errors import as_rule_errors
from scorekeeper.tournaments.setup import check_setup
from scorekeeper.tournaments.transaction import add_tournament
from scorekeeper.transfer.new_games import Calendar
from scorekeeper.transfer.sources import Location, SourceLine

MOST_ADJUSTMENTS = 4_000
"""The most adjustments in a tournament: more than ten per entrant in the largest tournament."""


@dataclass(frozen=True, slots=True)
class GameOfTable:
    """The game of a table, by its id in the file. `where` is its place in the document."""

    id: str
    round: int
    table: int
    sides: int
    where: tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament that was read, with the location of its line."""

    location: Location
    id: str
    document: Document
    setup: Document
    names: Mapping[int, tuple[str, ...]]
    games: tuple[GameOfTable, ...]

    @property
    def players(self) -> list[str]:
        """The names of all players, in the order of the entrants."""
        return [name for names in self.names.values() for name in names]


def read_new_tournament(line: SourceLine, calendar: Calendar) -> NewTournament:
    """Read a line. Raises `RuleError`."""
    with as_rule_errors():
        document = read_object(line.read(), None)
        setup = check_setup({key: document[key] for key in CHOSEN_KEYS if key in document})
        tournament = _read(document)
        write_standings(tournament)
    _check_names(tournament)
    _check_adjustments(tournament)
    return NewTournament(
        location=line.location,
        id=tournament.id,
        document=_with_existing_times(document, calendar),
        setup=setup,
        names={one.number: one.players for one in tournament.entrants},
        games=tuple(_games_of(tournament)),
    )


def _read(document: Document) -> Tournament:
    """The tournament, even without entrants. Raises `Refusal`."""
    if document.get("entrants") == [] and not document.get("rounds"):
        return read_setup(document)
    return read_tournament(document)


def _check_names(tournament: Tournament) -> None:
    if not tournament.id:
        raise RuleError(message("A tournament in an archive has an id."), "id")
    for place, one in enumerate(tournament.entrants):
        for seat, name in enumerate(one.players):
            check_name(name, "entrants", place, "players", seat)
        if one.name:
            check_name(one.name, "entrants", place, "name", most=LONGEST_PLACE)


def _check_adjustments(tournament: Tournament) -> None:
    if len(tournament.adjustments) > MOST_ADJUSTMENTS:
        text = message("A tournament has up to {most} adjustments.", most=MOST_ADJUSTMENTS)
        raise RuleError(text, "adjustments")


def _games_of(tournament: Tournament) -> Iterator[GameOfTable]:
    for place, round in enumerate(tournament.rounds):
        for number, seated in enumerate(round.tables):
            where = ("rounds", place, "tables", number)
            if seated.game:
                sides = len(seated.sides)
                yield GameOfTable(seated.game, round.number, seated.number, sides, (*where, "game"))
            elif seated.totals is not None:
                text = message("In an archive the totals are those of a game: name it.")
                raise RuleError(text, *where, "totals")


def _with_existing_times(document: Document, calendar: Calendar) -> dict[str, Any]:
    """The document with valid times, none of them in the future. Raises `RuleError`."""
    found = dict(document)
    if "ended" in found:
        found["ended"] = _moment(found["ended"], calendar, "ended")
    found["rounds"] = [
        _with_times(round, calendar, "rounds", place)
        for place, round in enumerate(found.get("rounds", []))
    ]
    return found


def _with_times(round: Document, calendar: Calendar, *where: str | int) -> dict[str, Any]:
    times = {time: _moment(round[time], calendar, *where, time) for time in TIMES if time in round}
    tables = []
    for place, seated in enumerate(round["tables"]):
        told, at = dict(seated), (*where, "tables", place)
        if "at" in told:
            told["at"] = _moment(told["at"], calendar, *at, "at")
        if "confirmed" in told:
            agreed = told["confirmed"]
            moment = _moment(agreed["at"], calendar, *at, "confirmed", "at")
            told["confirmed"] = {"by": agreed["by"], "at": moment}
        tables.append(told)
    return {"drawn": calendar.now.isoformat(), **round, **times, "tables": tables}


def _moment(text: str, calendar: Calendar, *where: str | int) -> str:
    return calendar.moment_of(text, *where).isoformat()


@dataclass(slots=True)
class GamesOfTables:
    """The games of a file that can be at tables of tournaments.

    - `sides`: the number of sides of each game, by the id of the game
    - `taken`: the ids of the games that are already at a table
    """

    sides: Mapping[str, int]
    taken: set[str] = field(default_factory=set)

    def check(self, new: NewTournament) -> None:
        """Check that the games of the tables exist and fit, and take them. Raises `RuleError`."""
        for game in new.games:
            if game.id not in self.sides:
                raise RuleError(message("There is no game “{game}”.", game=game.id), *game.where)
            if self.sides[game.id] != game.sides:
                text = message(
                    "This game is not between the sides of table {table}.", table=game.table
                )
                raise RuleError(text, *game.where)
            if game.id in self.taken:
                text = message("“{game}” is the game of another table.", game=game.id)
                raise RuleError(text, *game.where)
            self.taken.add(game.id)


def write_tournament(
    session: Session,
    club_id: int,
    tournament_id: str,
    new: NewTournament,
    players: Sequence[int],
    games: Mapping[str, str],
) -> None:
    """Write a tournament to a locked club.

    `players` are the ids of all players, in the order of the entrants. `games` maps ids of games in
    the file to their ids in the club.
    """
    ids = iter(players)
    seated = {number: [next(ids) for _name in names] for number, names in new.names.items()}
    parts = parts_of_document(new.document, new.setup, seated)
    add_tournament(session, club_id, tournament_id, parts, new_key())
    _write_games(session, tournament_id, new, games)


def _write_games(
    session: Session, tournament_id: str, new: NewTournament, games: Mapping[str, str]
) -> None:
    of_another = select(TableGameRow.game_id).where(TableGameRow.game_id.in_(games.values()))
    taken = set(session.scalars(of_another))
    at_tables = [
        {
            "game_id": games[game.id],
            "tournament_id": tournament_id,
            "round": game.round,
            "table": game.table,
        }
        for game in new.games
        if game.id in games and games[game.id] not in taken
    ]
    insert_many(session.connection(), table(TableGameRow), at_tables)
    theirs = GameRow.id.in_([row["game_id"] for row in at_tables])
    kept = {"tournament_id": tournament_id, "updated_at": GameRow.updated_at}
    session.execute(update(GameRow).where(theirs).values(kept))
