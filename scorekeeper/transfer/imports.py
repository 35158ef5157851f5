"""Imports a file into a club: all of it is checked first, then all of it is written or nothing.

A game is known by the id in its document: one that the club has is left as it is, so the same file
can be imported again.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from itertools import islice
from tempfile import TemporaryFile
from typing import BinaryIO

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.clubs import add_first_club
from scorekeeper.clubs.devices import lock_club
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.projection import lock_results
from scorekeeper.storage.database import ask_again, db, write
from scorekeeper.storage.models import Club, GameRow, Player
from scorekeeper.storage.tokens import id_after, is_id
from scorekeeper.transfer.exports import PLAYERS
from scorekeeper.transfer.new_games import Calendar, NewGame, read_new_game
from scorekeeper.transfer.roster import Roster, TooManyPlayersError, read_face
from scorekeeper.transfer.sources import MOST_FAULTS, Fault, FaultyFileError, Place, Source, fault
from scorekeeper.transfer.writing import AT_ONCE, ReadyGame, Writer, ready

Report = Callable[[int, int], None]
"""Called with the bytes that are done, and the bytes in all."""


@dataclass(slots=True)
class Imported:
    """What an import added; `known` is how many games of the file the club had already."""

    games: int = 0
    rounds: int = 0
    players: int = 0
    known: int = 0


def import_file(club_id: int, source: Source, zone: tzinfo, report: Report) -> Imported:
    """Add the games and players of a file to a club, with their statistics.

    Raises `FaultyFileError` with everything that is wrong; then nothing was changed.
    """
    with TemporaryFile() as file:
        work = _Import(club_id, source, Calendar(datetime.now(UTC), zone), report, file)
        work.check()
        with write() as session:
            lock_club(session, club_id)
            ask_again(session)
            lock_results(session.connection(), club_id)
            return work.write(session)


def import_club(source: Source, zone: tzinfo, report: Report) -> tuple[Club, Imported]:
    """Create the club of a file, with its games and players, in a score book without clubs.

    Raises `FaultyFileError` with everything that is wrong, `ClubExistsConflict`; then nothing was
    changed.
    """
    now = datetime.now(UTC)
    with TemporaryFile() as file, write() as session:
        club = add_first_club(session, source.club_name, now)
        lock_results(session.connection(), club.id)
        work = _Import(club.id, source, Calendar(now, zone), report, file)
        work.check()
        return club, work.write(session)


@dataclass(slots=True)
class _Import:
    """One file on its way into one club; `faults` are those found so far.

    To read and judge its games takes most of the time, and is done while others may write: the
    games are `kept` in a file as they will be written, as they need twenty times the memory.
    """

    club_id: int
    source: Source
    calendar: Calendar
    report: Report
    kept: BinaryIO
    faults: list[Fault] = field(default_factory=list)

    def check(self) -> None:
        """Read the whole file, and raise `FaultyFileError` if it has faults."""
        roster, games = self._roster(db.session(), writes=False), 0
        for place, game in self._games():
            games += 1
            with self._fault_at(place):
                roster.seats(game.recorded.game.players)
                pickle.dump((place, ready(game)), self.kept)
        with self._fault_at(Place(PLAYERS)):
            roster.add_others()
        if not (games or roster.faces or self.faults):
            raise fault(message("There is no game in this file."), Place(self.source.name))
        self._raise_faults()

    def write(self, session: Session) -> Imported:
        """Write everything; raises `FaultyFileError` if the club has changed meanwhile."""
        roster = self._roster(session, writes=True)
        writer, done = Writer(session, self.club_id), Imported()
        games = self._kept_games()
        while some := list(islice(games, AT_ONCE)):
            ids = _new_ids(session, self.club_id, [game.id for _place, game in some])
            seated: list[tuple[ReadyGame, list[Player]]] = []
            for place, game in some:
                if game.id in ids:
                    with self._fault_at(place):
                        seated.append((game, roster.seats(game.names)))
            session.flush()  # New players get their ids, all at once.
            for game, players in seated:
                roster.saw(players, game.started)
                writer.add(ids[game.id], game, players)
                done.games += 1
                done.rounds += len(game.entries)
            done.known += len(some) - len(ids)
        if not done.known:
            # Where games were imported before, players without one may have been renamed since.
            roster.add_others()
        self._raise_faults()
        roster.write_seen()
        session.flush()
        writer.finish()
        done.players = len(roster.added)
        return done

    def _kept_games(self) -> Iterator[tuple[Place, ReadyGame]]:
        """The games of the file as they will be written, with their places."""
        read, kept = self.source.done, self.kept.tell()
        self.kept.seek(0)
        while self.kept.tell() < kept:
            yield pickle.load(self.kept)  # noqa: S301 - nobody else could write to this file
            self.report(read + read * self.kept.tell() // kept, 2 * read)

    def _games(self) -> Iterator[tuple[Place, NewGame]]:
        """The faultless games of the file with their places; the faults of others are noted."""
        # To check it takes half of the time, to write it the other.
        places, everything = dict[str, Place](), 2 * self.source.size
        for line in self.source.games():
            with self._fault_at(line.place):
                game = read_new_game(line, self.calendar)
                first = places.setdefault(game.id, line.place).line
                if first != line.place.line:
                    text = message("This game is in line {line} already.", line=first)
                    raise RuleError(text, "id")
                yield line.place, game
            self.report(self.source.done, everything)
            if len(self.faults) >= MOST_FAULTS:
                break

    def _roster(self, session: Session, *, writes: bool) -> Roster:
        """The players of the club and of the file."""
        roster = Roster(session, self.club_id, writes=writes)
        for line in self.source.players():
            with self._fault_at(line.place):
                roster.expect(read_face(line, self.calendar))
            if len(self.faults) >= MOST_FAULTS:
                break
        return roster

    @contextmanager
    def _fault_at(self, place: Place) -> Iterator[None]:
        """Note what is wrong at a place, and go on, unless there are too many players."""
        try:
            yield
        except RuleError as error:
            self.faults.append(Fault(place, error))
            if isinstance(error, TooManyPlayersError):
                self._raise_faults()

    def _raise_faults(self) -> None:
        if self.faults:
            raise FaultyFileError(self.faults[:MOST_FAULTS])


def _new_ids(session: Session, club_id: int, ids: Sequence[str]) -> dict[str, str]:
    """The ids that new games get, by the ids in their documents.

    A game keeps its id unless it cannot be one in addresses, or a game of another club has it.
    """
    derived = {each: id_after(each, f"import into {club_id}") for each in ids}
    sought = [*filter(is_id, ids), *derived.values()]
    query = select(GameRow.id, GameRow.club_id).where(GameRow.id.in_(sought))
    clubs: dict[str, int] = {row.id: row.club_id for row in session.execute(query)}
    return {
        each: each if is_id(each) and each not in clubs else derived[each]
        for each in ids
        if clubs.get(each) != club_id and derived[each] not in clubs
    }
