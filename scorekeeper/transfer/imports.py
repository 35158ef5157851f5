"""Imports a file into a club: checks the whole file, then writes some games at a time.

A game is identified by the id in its document. A game that the club already has stays unchanged. So
the same file can be imported again, for example to finish a stopped import.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, tzinfo
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple, TypeAlias

from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.clubs import add_first_club
from scorekeeper.clubs.devices import lock_club
from scorekeeper.games.news import lock_news
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.projection import lock_results
from scorekeeper.storage.bulk import Report
from scorekeeper.storage.database import db, write
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.models import Club, Player, TournamentRow
from scorekeeper.tournaments.parts import Document
from scorekeeper.transfer.exports import PLAYERS
from scorekeeper.transfer.ids import ids_here, new_ids
from scorekeeper.transfer.new_games import Calendar, read_new_game
from scorekeeper.transfer.new_leagues import NewLeagues
from scorekeeper.transfer.new_tournaments import (
    GamesOfTables,
    NewTournament,
    read_new_tournament,
    write_tournament,
)
from scorekeeper.transfer.roster import Roster, TooManyPlayersError, read_face
from scorekeeper.transfer.sources import (
    MOST_FAULTS,
    FaultyFileError,
    FileFault,
    Location,
    Source,
    SourceLine,
    StoppedError,
    faulty_file,
)
from scorekeeper.transfer.writing import NewRow, ReadyGame, ready, write_games

AT_ONCE = 25
"""The number of games written in one transaction, while other writers wait."""

PAUSE = 0.02
"""Seconds for other writers before the next games are written."""

NO_CLUB = 0
"""A club id that no row has. It stands for a club that does not exist yet."""


@dataclass(slots=True)
class Imported:
    """The numbers of added rows. `already_there` is the number of games that were not new."""

    games: int = 0
    rounds: int = 0
    players: int = 0
    already_there: int = 0
    tournaments: int = 0
    leagues: int = 0


class ImportStoppedError(Exception):
    """The import ended with this `fault` after some games. `done` counts what was written."""

    def __init__(
        self, done: Imported, fault: DatabaseFaultError | DBAPIError | StoppedError
    ) -> None:
        super().__init__(f"{done.games} games were imported, then: {fault!r}")
        self.done, self.fault = done, fault


def import_file(club_id: int, source: Source, zone: tzinfo, report: Report) -> Imported:
    """Add the games, players, tournaments and leagues of a file to a club, with statistics.

    Raises `FaultyFileError` with up to `MOST_FAULTS` faults; then nothing was changed. Raises
    `ImportStoppedError` if only a part of the file was written.
    """
    with TemporaryFile() as file:
        work = _Import(club_id, source, Calendar(clock.now(), zone), report, file)
        work.check()
        return work.write()


def import_club(source: Source, zone: tzinfo, report: Report) -> tuple[Club, Imported]:
    """Create the club of a file, with everything in the file, in a score book without clubs.

    Raises `FaultyFileError`, or `ClubExistsConflict`; then nothing was changed. Raises
    `ImportStoppedError` if only a part of the file was written.
    """
    now = clock.now()
    with TemporaryFile() as file:
        work = _Import(NO_CLUB, source, Calendar(now, zone), report, file)
        work.check()
        with write() as session:
            club = add_first_club(session, source.club_name, now)
            work.club_id = club.id
        return club, work.write()


class _CheckedGame(NamedTuple):
    """A checked game. `begins` is its position in the file of checked games.

    `others` are the names that appear only in its history.
    """

    location: Location
    id: str
    names: tuple[str, ...]
    others: tuple[str, ...]
    played_on: date
    started: datetime
    sides: int
    begins: int


class _CheckedTournament(NamedTuple):
    """A checked tournament. `begins` is its position in the file of checked games."""

    location: Location
    id: str
    setup: Document
    players: list[str]
    begins: int


_Seated: TypeAlias = tuple[_CheckedGame, list[int], list[int]]
"""A game, the ids of its players, and the ids of the other players in its history."""

_Entered: TypeAlias = tuple[_CheckedTournament, list[int]]
"""A tournament with the ids of its players, in the order of its entrants."""


@dataclass(slots=True)
class _Import:
    """The import of one file into one club. `faults` are the faults found so far.

    Reading and judging the games takes half of the time, and other writers do not wait for it.
    Ready games are pickled to a file, because in memory they would need twenty times the space.
    """

    club_id: int
    source: Source
    calendar: Calendar
    report: Report
    checked: BinaryIO
    games: list[_CheckedGame] = field(default_factory=list)
    tournaments: list[_CheckedTournament] = field(default_factory=list)
    leagues: NewLeagues = field(default_factory=NewLeagues)
    faults: list[FileFault] = field(default_factory=list)

    def check(self) -> None:
        """Read the whole file, and raise `FaultyFileError` if it has faults."""
        roster = self._roster(db.session(), writes=False)
        self._read_games(roster)
        self._read_tournaments(roster)
        self.leagues = NewLeagues({one.id: one.setup for one in self.tournaments})
        self._read_lines(self.source.leagues(), self.leagues.read)
        with self._fault_at(Location(PLAYERS)):
            roster.add_others()
        found = (self.games, roster.faces, self.tournaments, self.leagues, self.faults)
        if not any(found):
            raise faulty_file(message("There is no game in this file."), Location(self.source.name))
        self._raise_faults()

    def _read_games(self, roster: Roster) -> None:
        # Checking takes one half of the time, writing the other.
        lines, everything = dict[str, int](), 2 * self.source.size

        def read(line: SourceLine) -> None:
            game = read_new_game(line, self.calendar)
            first = lines.setdefault(game.id, line.location.line)
            if first != line.location.line:
                raise RuleError(message("This game is in line {line} already.", line=first), "id")
            roster.saw(roster.seats(game.recorded.game.players), game.started)
            roster.others(game.about.others)
            self._store(line.location, ready(game))
            self.report(self.source.done, everything)

        self._read_lines(self.source.games(), read)

    def _store(self, location: Location, game: ReadyGame) -> None:
        day: date = game.columns["played_on"]
        begins, sides = self.checked.tell(), len(game.columns["totals"])
        checked = _CheckedGame(
            location, game.id, game.names, game.others, day, game.started, sides, begins
        )
        self.games.append(checked)
        pickle.dump(game, self.checked)

    def _read_tournaments(self, roster: Roster) -> None:
        tables = GamesOfTables({game.id: game.sides for game in self.games})
        lines = dict[str, int]()

        def read(line: SourceLine) -> None:
            new = read_new_tournament(line, self.calendar)
            first = lines.setdefault(new.id, line.location.line)
            if first != line.location.line:
                text = message("This tournament is in line {line} already.", line=first)
                raise RuleError(text, "id")
            tables.check(new)
            roster.seats(new.players)
            begins = self.checked.tell()
            self.tournaments.append(
                _CheckedTournament(line.location, new.id, new.setup, new.players, begins)
            )
            pickle.dump(new, self.checked)

        self._read_lines(self.source.tournaments(), read)

    def write(self) -> Imported:
        """Write the players, then some games at a time, so that other writers wait only briefly.

        Raises `ImportStoppedError`, and `FaultyFileError` if the file no longer fits the club.
        """
        done = Imported()
        seated, entered = self._write_players(done)
        # In the order of play, so that no standings are computed twice.
        seated.sort(key=lambda game: (game[0].played_on, game[0].started))
        read = self.source.done
        try:
            for begins in range(0, len(seated), AT_ONCE):
                time.sleep(PAUSE)  # Otherwise other writers would never get the lock.
                self.source.watch()
                self._write_games(seated[begins : begins + AT_ONCE], done)
                self.report(read + read * begins // len(seated), 2 * read)
            for tournament, players in entered:
                self.source.watch()
                self._write_tournament(tournament, players, done)
            if self.leagues:
                with self._club_locked() as session:
                    done.leagues = self.leagues.write(session, self.club_id)
        except (DatabaseFaultError, DBAPIError, StoppedError) as error:
            raise ImportStoppedError(done, error) from error
        return done

    @contextmanager
    def _club_locked(self) -> Iterator[Session]:
        with write() as session:
            lock_club(session, self.club_id)
            yield session

    def _write_players(self, done: Imported) -> tuple[list[_Seated], list[_Entered]]:
        with self._club_locked() as session:
            roster = self._roster(session, writes=True)
            new = new_ids(session, self.club_id, [game.id for game in self.games])
            done.already_there = len(self.games) - len(new)
            seated: list[tuple[_CheckedGame, list[Player], list[Player]]] = []
            for game in self.games:
                if game.id in new:
                    with self._fault_at(game.location):
                        players = roster.seats(game.names)
                        roster.saw(players, game.started)
                        seated.append((game, players, roster.others(game.others)))
            entered: list[tuple[_CheckedTournament, list[Player]]] = []
            ids = [tournament.id for tournament in self.tournaments]
            new_tournaments = new_ids(session, self.club_id, ids, TournamentRow)
            for tournament in self.tournaments:
                if tournament.id in new_tournaments:
                    with self._fault_at(tournament.location):
                        entered.append((tournament, roster.seats(tournament.players)))
            if not done.already_there:
                # Only at the first import: later, a player without a game could be renamed.
                roster.add_others()
            self._raise_faults()
            roster.write_seen()
            session.flush()  # One statement makes the ids of all new players.
            done.players = len(roster.added)
            return (
                [
                    (game, [player.id for player in players], [player.id for player in others])
                    for game, players, others in seated
                ],
                [(one, [player.id for player in players]) for one, players in entered],
            )

    def _write_tournament(
        self, checked: _CheckedTournament, players: Sequence[int], done: Imported
    ) -> None:
        new: NewTournament = self._loaded(checked.begins)
        with self._club_locked() as session:
            ids = new_ids(session, self.club_id, [new.id], TournamentRow)
            if new.id in ids:
                of_tables = [game.id for game in new.games]
                games = ids_here(session, self.club_id, of_tables)
                write_tournament(session, self.club_id, ids[new.id], new, players, games)
                done.tournaments += 1

    def _write_games(self, some: Sequence[_Seated], done: Imported) -> None:
        games: list[tuple[ReadyGame, list[int], list[int]]] = [
            (self._loaded(game.begins), players, others) for game, players, others in some
        ]
        with self._club_locked() as session:
            lock_news(session.connection(), self.club_id)
            lock_results(session.connection(), self.club_id)
            ids = new_ids(session, self.club_id, [game.id for game, _players, _others in games])
            new = [
                NewRow(ids[game.id], game, players, others)
                for game, players, others in games
                if game.id in ids
            ]
            write_games(session, self.club_id, new)
        done.games += len(new)
        done.rounds += sum(row.game.columns["played"] for row in new)
        done.already_there += len(some) - len(new)

    def _loaded(self, begins: int) -> Any:
        self.checked.seek(begins)
        return pickle.load(self.checked)  # noqa: S301 - only we write to this file

    def _roster(self, session: Session, *, writes: bool) -> Roster:
        roster = Roster(session, self.club_id, writes=writes)
        self._read_lines(
            self.source.players(), lambda line: roster.expect(read_face(line, self.calendar))
        )
        return roster

    def _read_lines(self, lines: Iterable[SourceLine], read: Callable[[SourceLine], None]) -> None:
        for line in lines:
            with self._fault_at(line.location):
                read(line)
            if len(self.faults) >= MOST_FAULTS:
                break

    @contextmanager
    def _fault_at(self, location: Location) -> Iterator[None]:
        """Note a fault at this location and go on, unless there are too many players."""
        try:
            yield
        except RuleError as error:
            self.faults.append(FileFault(location, error))
            if isinstance(error, TooManyPlayersError):
                self._raise_faults()

    def _raise_faults(self) -> None:
        if self.faults:
            raise FaultyFileError(self.faults[:MOST_FAULTS])
