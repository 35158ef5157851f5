"""Commands on the tables of a round: begin a game, type totals, take a game back, set a result.

The game of a table is an ordinary game, and changes like any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from typing import Any

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.evenings import evening_of, zone
from scorekeeper.games.commands import start_as_written
from scorekeeper.games.deletion import delete
from scorekeeper.games.transaction import key_of, new_key, touch_tournament
from scorekeeper.rummy.documents.game import read_game, read_total
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.documents.names import skeleton
from scorekeeper.rummy.documents.sides import shown_names
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.sides import opposite
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club, GameRow, TableGameRow
from scorekeeper.tournament.model import KNOCK_OUT, TWO_SIDES, Table
from scorekeeper.tournament.points import DealPoints, winners
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.parts import Parts, table_part
from scorekeeper.tournaments.recorded import (
    RecordedTournament,
    check_is_open,
    check_is_shown,
    make_recorded,
)
from scorekeeper.tournaments.rule_errors import as_refusals
from scorekeeper.tournaments.transaction import TournamentChangeKind as Kind
from scorekeeper.tournaments.transaction import changes_tournament, guarded, lock_tournament


def begin(
    club: Club, tournament_id: str, round: int, table: int, *, entered_by: str | None = None
) -> GameRow:
    """Start the game of a table, or return the game that another phone has started.

    Raises `Refusal` if the round is hidden or closed, or the table has a result.
    """
    with _at_table(club, tournament_id, round, table) as (session, recorded, seated):
        if game := recorded.games.get((round, table)):
            return session.get_one(GameRow, game.id)
        _check_is_played(recorded, round)
        if seated.is_done:
            text = message("Table {table} has a result without a game.", table=table)
            raise Refusal(text, "table")
        ready = _game(recorded, seated)
        return _start(session, club, recorded, round, seated, ready, entered_by)


def type_totals(
    club: Club,
    tournament_id: str,
    round: int,
    table: int,
    totals: Sequence[int],
    *,
    entered_by: str | None = None,
) -> GameRow:
    """Set the totals of a table from its paper slip, in the order of its sides.

    They replace totals typed before. Raises `Refusal`, for example if rounds are entered by phone.
    """
    with _at_table(club, tournament_id, round, table) as (session, recorded, seated):
        _check_is_played(recorded, round)
        older = recorded.games.get((round, table))
        if older and not older.is_imported and older.played:
            text = message(
                "Table {table} enters its hands by phone. Correct its game, or take it back first.",
                table=table,
            )
            raise Refusal(text, "totals")
        if isinstance(recorded.tournament.points, DealPoints):
            text = message(
                "Points by deals need the rounds of the game at table {table}.", table=table
            )
            raise Refusal(text, "totals")
        if len(seated.sides) < TWO_SIDES or seated.void or seated.forfeit is not None:
            text = message("Table {table} has a result without a game.", table=table)
            raise Refusal(text, "table")
        if len(totals) != len(seated.sides):
            raise Refusal(message("Give a total for every side."), "totals")
        with as_refusals():
            typed = tuple(read_total(one, "totals", side) for side, one in enumerate(totals))
        if older:
            _take_back(session, older.id, entered_by)
        played = replace(_game(recorded, seated), imported=typed)
        return _start(session, club, recorded, round, seated, played, entered_by)


def take_back_game(
    club: Club, tournament_id: str, round: int, table: int, *, entered_by: str | None = None
) -> None:
    """Delete the game of a table, which can then begin again.

    Until the table begins again, the deleted game can be restored. Raises `Refusal` if the round is
    closed.
    """
    with _at_table(club, tournament_id, round, table) as (session, recorded, _seated):
        if game := recorded.games.get((round, table)):
            check_is_open(recorded, round)
            _take_back(session, game.id, entered_by)
            touch_tournament(session, tournament_id)


@changes_tournament(Kind.RESULT)
def say_result(
    recorded: RecordedTournament,
    round: int,
    table: int,
    *,
    forfeit: int | None = None,
    void: bool = False,
    goes_on: int | None = None,
) -> Parts:
    """Set the result of a table without a score, or who goes on after a tie.

    `forfeit` is the entrant who did not come, or who gave up. If no result is given, remove an
    earlier one. Raises `Refusal`.
    """
    said = {"forfeit": forfeit, "void": void, "goes_on": goes_on, "at": clock.now().isoformat()}
    seated = _table(recorded, round, table)
    _check_is_played(recorded, round)
    for key, entrant in (("forfeit", forfeit), ("goes_on", goes_on)):
        if entrant is not None and entrant not in seated.entrants:
            text = message("Number {number} does not sit at this table.", number=entrant)
            raise Refusal(text, key)
    if void and forfeit is not None:
        raise Refusal(message("A void table has no totals and no forfeit."), "void")
    if len(seated.sides) < TWO_SIDES:
        text = message("Nobody else sits at table {table}.", table=table)
        raise Refusal(text, "table")
    if goes_on is not None:
        _check_level(recorded, round, seated)
    return _with_table(recorded, round, table, said)


def _check_level(recorded: RecordedTournament, round: int, table: Table) -> None:
    """Raise `Refusal` unless the table is in a knock-out and has no winner by its totals."""
    fewest_win = recorded.tournament.fewest_win
    level = not table.totals or len(winners(table.totals, fewest_win=fewest_win)) > 1
    if recorded.round(round).movement != KNOCK_OUT or not level:
        text = message("Table {table} is no tie in a knock-out.", table=table.number)
        raise Refusal(text, "goes_on")


@changes_tournament(Kind.CONFIRM)
def confirm(
    recorded: RecordedTournament,
    round: int,
    table: int,
    entrant: int,
    totals: Sequence[int],
) -> Parts:
    """Agree to the totals that were shown for a table. Raises `Refusal` if they have changed."""
    seated = _table(recorded, round, table)
    if seated.totals is None or entrant not in seated.entrants:
        raise Refusal(message("Table {table} is not done.", table=table), "table")
    if tuple(totals) != seated.totals:
        raise Refusal(message("The score changed. Is it right as it is now?"), "totals")
    confirmed = {"by": entrant, "at": clock.now().isoformat(), "totals": list(totals)}
    return _with_table(recorded, round, table, {"confirmed": confirmed})


def _with_table(
    recorded: RecordedTournament, round: int, table: int, said: Mapping[str, Any]
) -> Parts:
    name = table_part(round, table)
    document = {**recorded.parts.get(name, {}), **said}
    kept = {key: value for key, value in document.items() if value not in (None, False)}
    return {**recorded.parts, name: kept}


@contextmanager
def _at_table(
    club: Club, tournament_id: str, round: int, table: int
) -> Iterator[tuple[Session, RecordedTournament, Table]]:
    """A transaction that changes the game of a table. Raises `Refusal` for an unknown table.

    The game is locked before the tournament, in the same order as for other changes of games.
    """
    at = TableGameRow.round == round, TableGameRow.table == table
    with guarded(tournament_id), write() as session:
        lock_club(session, club.id)
        begun = select(TableGameRow.game_id).where(TableGameRow.tournament_id == tournament_id, *at)
        if game_id := session.scalar(begun):
            session.get(GameRow, game_id, with_for_update=True, populate_existing=True)
        recorded = make_recorded(session, lock_tournament(session, club.id, tournament_id))
        yield session, recorded, _table(recorded, round, table)


def _table(recorded: RecordedTournament, round: int, number: int) -> Table:
    for table in recorded.round(round).tables if 1 <= round <= recorded.latest else ():
        if table.number == number:
            return table
    text = message("Round {round} has no table {table}.", round=round, table=number)
    raise Refusal(text, "table")


def _check_is_played(recorded: RecordedTournament, round: int) -> None:
    check_is_shown(recorded, round)
    check_is_open(recorded, round)


def _start(
    session: Session,
    club: Club,
    recorded: RecordedTournament,
    round: int,
    table: Table,
    game: Game,
    entered_by: str | None,
) -> GameRow:
    """Start the game of a table. Its day is the tournament's, or today if that is earlier."""
    known = {person.name: person for one in table.entrants for person in recorded.people[one]}
    today = evening_of(clock.now(), zone(current_app.config.get("TIME_ZONE", "")))
    row = start_as_written(
        club,
        game,
        key=key_of(ChangeKind.START, new_key()),
        details={
            "tournament_id": recorded.id,
            "played_on": min(date.fromisoformat(recorded.setup["date"]), today),
            "place": recorded.setup["place"],
        },
        entered_by=entered_by,
        people=[known[name] for name in game.players],
    )
    session.add(
        TableGameRow(game_id=row.id, tournament_id=recorded.id, round=round, table=table.number)
    )
    touch_tournament(session, recorded.id)
    return row


def _game(recorded: RecordedTournament, table: Table) -> Game:
    """The game of a table before its first round, with partners opposite each other.

    Raises `Refusal` if these players cannot play it.
    """
    names = [
        [name for entrant in side for name in recorded.entrant(entrant).players]
        for side in table.sides
    ]
    players = [name for side in names for name in side]
    game = {key: value for key, value in recorded.setup["game"].items() if key != "wins"}
    partners = {}
    if len(players) > len(names):
        for side, seats in zip(names, opposite(len(players), len(names)), strict=True):
            for name, seat in zip(side, seats.players, strict=True):
                players[seat] = name
        partners = {"sides": dict(zip(_titles(recorded, table, players), names, strict=True))}
    with as_refusals("game"):
        return read_game({"format": 1, **game, "players": players, **partners})


def _titles(recorded: RecordedTournament, table: Table, players: Sequence[str]) -> list[str]:
    """The names of the sides: a pair's own name, unless names would be too similar."""
    chosen = [recorded.entrant(side[0]).name if len(side) == 1 else "" for side in table.sides]
    shown = shown_names(chosen, players)
    alike = len({skeleton(name) for name in shown}) < len(shown)
    return shown_names([""] * len(shown), players) if alike else shown


def _take_back(session: Session, game_id: str, entered_by: str | None) -> None:
    row = session.get_one(GameRow, game_id)
    at_table = session.get(TableGameRow, game_id)
    if at_table is not None:
        session.delete(at_table)
    session.flush()
    delete(game_id, version=row.version, key=new_key(), entered_by=entered_by)
