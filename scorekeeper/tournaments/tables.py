"""The tables of a round: their games begin, are typed from paper, or are said not to be played.

A table's game is an ordinary game, and changes as any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.clubs.devices import lock_club
from scorekeeper.games.commands import start_as_written
from scorekeeper.games.deletion import delete
from scorekeeper.games.transaction import key_of, new_key, touch_tournament
from scorekeeper.rummy.documents.game import read_game
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.sides import opposite
from scorekeeper.storage.database import write
from scorekeeper.storage.models import Club, GameRow, TableGame, TournamentRow
from scorekeeper.tournament.model import Table
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.parts import Document, read_parts, table_part
from scorekeeper.tournaments.recorded import RecordedTournament, make_recorded
from scorekeeper.tournaments.transaction import (
    NoSuchTournamentError,
    TournamentChangeKind,
    TournamentEdit,
    change_tournament,
)


def begin(
    club: Club, tournament_id: str, round: int, table: int, *, entered_by: str | None = None
) -> GameRow:
    """Start the game of a table, or answer the one that another phone has started.

    Raises `Refusal` if the round is not shown, or closed, or the table has a result.
    """
    with write() as session:
        lock_club(session, club.id)
        recorded = _locked(session, club, tournament_id)
        seated = _table(recorded, round, table)
        if game := recorded.games.get((round, table)):
            return session.get_one(GameRow, game.id)
        _check_is_played(recorded, round)
        if seated.is_done:
            text = message("Table {table} has a result without a game.", table=table)
            raise Refusal(text, "table")
        return _start(session, club, recorded, round, seated, {}, entered_by)


def type_totals(
    club: Club,
    tournament_id: str,
    round: int,
    table: int,
    totals: Sequence[int],
    *,
    entered_by: str | None = None,
) -> GameRow:
    """Take the totals of a table from its paper slip, in the order of its sides.

    They replace those typed before. Raises `Refusal`, also if the table plays by phone.
    """
    with write() as session:
        lock_club(session, club.id)
        recorded = _locked(session, club, tournament_id)
        seated = _table(recorded, round, table)
        older = recorded.games.get((round, table))
        if older and not older.is_imported and older.played:
            text = message(
                "Table {table} enters its hands by phone. Correct its game, or take it back first.",
                table=table,
            )
            raise Refusal(text, "totals")
        if len(totals) != len(seated.sides):
            raise Refusal(message("Give a total for every side."), "totals")
        if older:
            _take_back(session, older.id, entered_by)
        sides = [_side_name(recorded, side) for side in seated.sides]
        imported = {"imported": dict(zip(sides, totals, strict=True))}
        return _start(session, club, recorded, round, seated, imported, entered_by)


def take_back_game(
    club: Club, tournament_id: str, round: int, table: int, *, entered_by: str | None = None
) -> None:
    """Delete the game of a table, which can then begin anew. The deleted game can be restored."""
    with write() as session:
        lock_club(session, club.id)
        recorded = _locked(session, club, tournament_id)
        if game := recorded.games.get((round, table)):
            _take_back(session, game.id, entered_by)
            touch_tournament(session, tournament_id)


def say_result(
    club: Club,
    tournament_id: str,
    round: int,
    table: int,
    *,
    forfeit: int | None = None,
    void: bool = False,
    goes_on: int | None = None,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Say what became of a table without a score, or who goes on after a tie.

    `forfeit` is the entrant who did not come or gave up. Nothing given takes it back.
    """
    said = {"forfeit": forfeit, "void": void, "goes_on": goes_on}

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        seated = _table(recorded, round, table)
        for entrant in (forfeit, goes_on):
            if entrant is not None and entrant not in seated.entrants:
                text = message("Number {number} does not sit at this table.", number=entrant)
                raise Refusal(text, "table")
        return _with_table(recorded, round, table, said)

    return change_tournament(
        TournamentChangeKind.RESULT, tournament_id, club.id, version, key, entered_by, edit
    )


def confirm(
    club: Club,
    tournament_id: str,
    round: int,
    table: int,
    entrant: int,
    totals: Sequence[int],
    *,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Agree to the totals of a table as they were shown. Raises `Refusal` if they changed."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        seated = _table(recorded, round, table)
        if seated.totals is None or entrant not in seated.entrants:
            raise Refusal(message("Table {table} is not done.", table=table), "table")
        if tuple(totals) != seated.totals:
            text = message(
                "The score changed: {totals}. Is that right?",
                totals=" – ".join(map(str, seated.totals)),
            )
            raise Refusal(text, "totals")
        confirmed = {"by": entrant, "at": clock.now().isoformat(), "totals": list(totals)}
        return _with_table(recorded, round, table, {"confirmed": confirmed})

    return change_tournament(
        TournamentChangeKind.CONFIRM, tournament_id, club.id, None, key, entered_by, edit
    )


def _with_table(
    recorded: RecordedTournament, round: int, table: int, said: Mapping[str, Any]
) -> TournamentEdit:
    name = table_part(round, table)
    document = {**recorded.parts.get(name, {}), **said}
    kept = {key: value for key, value in document.items() if value not in (None, False)}
    return TournamentEdit({**recorded.parts, name: kept})


def _locked(session: Session, club: Club, tournament_id: str) -> RecordedTournament:
    row = session.get(TournamentRow, tournament_id, with_for_update=True, populate_existing=True)
    if row is None or row.club_id != club.id:
        raise NoSuchTournamentError(tournament_id)
    return make_recorded(session, row, read_parts(session, row))


def _table(recorded: RecordedTournament, round: int, number: int) -> Table:
    for table in recorded.round(round).tables if 1 <= round <= recorded.latest else ():
        if table.number == number:
            return table
    text = message("Round {round} has no table {table}.", round=round, table=number)
    raise Refusal(text, "table")


def _check_is_played(recorded: RecordedTournament, round: int) -> None:
    times = recorded.times[round - 1]
    if times.shown is None:
        raise Refusal(message("Round {round} is not shown yet.", round=round), "round")
    if times.closed is not None:
        text = message("Round {round} is closed. An organiser can open it again.", round=round)
        raise Refusal(text, "round")


def _start(
    session: Session,
    club: Club,
    recorded: RecordedTournament,
    round: int,
    table: Table,
    more: Document,
    entered_by: str | None,
) -> GameRow:
    """Start the game of a table with the house rules of the tournament."""
    game = read_game({**_game_document(recorded, table), **more})
    row = start_as_written(
        club,
        game,
        key=key_of(ChangeKind.START, new_key()),
        details={
            "tournament_id": recorded.id,
            "played_on": date.fromisoformat(recorded.setup["date"]),
            "place": recorded.setup["place"],
        },
        entered_by=entered_by,
    )
    session.add(
        TableGame(game_id=row.id, tournament_id=recorded.id, round=round, table=table.number)
    )
    touch_tournament(session, recorded.id)
    return row


def _game_document(recorded: RecordedTournament, table: Table) -> dict[str, Any]:
    """The game document of a table before its first round: partners sit opposite each other."""
    names = [
        [name for entrant in side for name in recorded.entrant(entrant).players]
        for side in table.sides
    ]
    players = [""] * sum(map(len, names))
    if len(players) > len(names):
        for side, seats in zip(names, opposite(len(players), len(names)), strict=True):
            for name, seat in zip(side, seats.players, strict=True):
                players[seat] = name
    else:
        players = [name for side in names for name in side]
    game = {key: value for key, value in recorded.setup["game"].items() if key != "wins"}
    titles = [_side_name(recorded, side) for side in table.sides]
    partners = {"sides": dict(zip(titles, names, strict=True))} if len(players) > len(names) else {}
    return {"format": 1, **game, "players": players, **partners}


def _side_name(recorded: RecordedTournament, side: Sequence[int]) -> str:
    titles = [recorded.title(entrant) for entrant in side]
    return titles[0] if len(titles) == 1 else " & ".join(titles)


def _take_back(session: Session, game_id: str, entered_by: str | None) -> None:
    row = session.get_one(GameRow, game_id)
    at_table = session.get(TableGame, game_id)
    if at_table is not None:
        session.delete(at_table)
    row.tournament_id = None
    session.flush()
    delete(game_id, version=row.version, key=new_key(), entered_by=entered_by)
