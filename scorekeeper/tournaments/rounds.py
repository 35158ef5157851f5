"""The rounds of a tournament: drawn, changed by hand, shown, timed, closed; and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import SystemRandom
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.storage.models import Club, TournamentChange, TournamentRow
from scorekeeper.tournament.model import NO, Round, Tournament
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.rounds import draw
from scorekeeper.tournaments.parts import (
    ADJUSTMENT,
    THE_SETUP,
    Document,
    adjustment_part,
    round_part,
    with_parts,
)
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.tournaments.transaction import (
    TournamentChangeKind,
    TournamentEdit,
    change_tournament,
)

Kind = TournamentChangeKind


def draw_round(
    club: Club,
    tournament_id: str,
    movement: str,
    *,
    again: str = NO,
    step: int | None = None,
    lives: int | None = None,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Draw the next round, or draw the last one again if it is not shown yet. Raises `Refusal`."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        parts = dict(recorded.parts)
        tournament, latest = recorded.tournament, recorded.latest
        if latest and recorded.times[-1].shown is None:
            tournament = without_last_round(recorded)
            del parts[round_part(latest)]
            latest -= 1
        elif latest and recorded.times[-1].closed is None:
            text = message("Close round {round} first.", round=latest)
            raise Refusal(text, "round")
        shuffled = [one.number for one in tournament.entrants]
        SystemRandom().shuffle(shuffled)
        drawn = draw(tournament, movement, again=again, step=step, lives=lives, shuffled=shuffled)
        parts[round_part(drawn.number)] = {
            **_document(drawn),
            "drawn": clock.now().isoformat(),
        }
        return TournamentEdit(parts)

    return change_tournament(Kind.DRAW, tournament_id, club.id, version, key, entered_by, edit)


def without_last_round(recorded: RecordedTournament) -> Tournament:
    """The tournament before its last round was drawn."""
    return replace(recorded.tournament, rounds=recorded.tournament.rounds[:-1])


def _document(round: Round) -> dict[str, Any]:
    return {
        "movement": round.movement,
        "again": round.again,
        "step": round.step,
        "since": round.since,
        "lives": round.lives,
        "order": list(round.order),
        "out": list(round.out),
        "tables": [
            {"number": table.number, "sides": [list(side) for side in table.sides]}
            for table in round.tables
        ],
    }


def swap(
    club: Club,
    tournament_id: str,
    one: int,
    other: int,
    *,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Let two entrants change places in the round drawn last, before it is shown."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        document = _last_round(recorded)
        if document.get("shown"):
            text = message("Round {round} is shown to all.", round=recorded.latest)
            raise Refusal(text, "round")
        place = {one: other, other: one}

        def seated(entrant: int) -> int:
            return place.get(entrant, entrant)

        tables = [
            {**table, "sides": [[seated(entrant) for entrant in side] for side in table["sides"]]}
            for table in document["tables"]
        ]
        changed = {
            **document,
            "tables": tables,
            "out": [seated(entrant) for entrant in document["out"]],
        }
        return TournamentEdit({**recorded.parts, round_part(recorded.latest): changed})

    return change_tournament(Kind.SWAP, tournament_id, club.id, version, key, entered_by, edit)


def show_round(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """Show the draw of the last round to all."""
    return _mark(Kind.SHOW, "shown", club, tournament_id, version, key, entered_by)


def start_clock(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """Start the clock of the last round. Pressed again, it begins anew."""
    return _mark(Kind.CLOCK, "clock", club, tournament_id, version, key, entered_by)


def close_round(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """Close the last round, of which every table must be done. Raises `Refusal`."""

    def check(recorded: RecordedTournament) -> None:
        open_tables = recorded.round(recorded.latest).open_tables
        if open_tables:
            text = message(
                "Table {table} of round {round} is not done. Type its totals, "
                "or say what became of it.",
                table=open_tables[0],
                round=recorded.latest,
            )
            raise Refusal(text, "tables")

    return _mark(Kind.CLOSE, "closed", club, tournament_id, version, key, entered_by, check)


def reopen_round(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """Open the last round again, so that its tables can enter rounds."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        document = {key: value for key, value in _last_round(recorded).items() if key != "closed"}
        return TournamentEdit({**recorded.parts, round_part(recorded.latest): document})

    return change_tournament(Kind.REOPEN, tournament_id, club.id, version, key, entered_by, edit)


def _mark(
    kind: TournamentChangeKind,
    time: str,
    club: Club,
    tournament_id: str,
    version: int,
    key: str,
    entered_by: str | None,
    check: Callable[[RecordedTournament], None] = lambda _recorded: None,
) -> TournamentRow:
    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        document = {**_last_round(recorded), time: clock.now().isoformat()}
        check(recorded)
        return TournamentEdit({**recorded.parts, round_part(recorded.latest): document})

    return change_tournament(kind, tournament_id, club.id, version, key, entered_by, edit)


def _last_round(recorded: RecordedTournament) -> Document:
    if not recorded.latest:
        raise Refusal(message("No round is drawn yet."), "round")
    return recorded.parts[round_part(recorded.latest)]


def adjust(
    club: Club,
    tournament_id: str,
    entrant: int,
    round: int,
    *,
    points: int,
    score: int = 0,
    note: str = "",
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Give an entrant tournament points, or take some."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        numbers = [name.number for name in recorded.parts if name.kind == ADJUSTMENT]
        given = {
            "entrant": entrant,
            "round": round,
            "points": points,
            "score": score,
            "note": note,
        }
        part = adjustment_part(max(numbers, default=0) + 1)
        return TournamentEdit({**recorded.parts, part: given})

    return change_tournament(Kind.ADJUST, tournament_id, club.id, version, key, entered_by, edit)


def end_tournament(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """End the tournament; its standing is final."""

    def edit(_session: Session, recorded: RecordedTournament) -> TournamentEdit:
        setup = {**recorded.setup, "ended": clock.now().isoformat()}
        return TournamentEdit({**recorded.parts, THE_SETUP: setup})

    return change_tournament(Kind.END, tournament_id, club.id, version, key, entered_by, edit)


def undo_last(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """Take back the last change that is not taken back. Raises `Refusal` if it cannot be."""

    def edit(session: Session, recorded: RecordedTournament) -> TournamentEdit:
        change = last_change(session, tournament_id)
        if change is None or change.kind == Kind.CREATE:
            raise Refusal(message("There is nothing to take back."))
        _check_not_begun(recorded, change)
        return TournamentEdit(with_parts(recorded.parts, change.before), change.id)

    return change_tournament(Kind.UNDO, tournament_id, club.id, version, key, entered_by, edit)


def last_change(session: Session, tournament_id: str) -> TournamentChange | None:
    """The last change that is neither an undo nor taken back."""
    undone = select(TournamentChange.undoes_id).where(
        TournamentChange.tournament_id == tournament_id, TournamentChange.undoes_id.is_not(None)
    )
    query = select(TournamentChange).where(
        TournamentChange.tournament_id == tournament_id,
        TournamentChange.kind != Kind.UNDO.value,
        TournamentChange.id.not_in(undone),
    )
    return session.scalar(query.order_by(TournamentChange.id.desc()).limit(1))


def _check_not_begun(recorded: RecordedTournament, change: TournamentChange) -> None:
    if change.kind != Kind.DRAW:
        return
    begun = sorted(table for round, table in recorded.games if round == recorded.latest)
    if begun:
        text = message(
            "Table {table} has begun round {round}. Take its game back first.",
            table=begun[0],
            round=recorded.latest,
        )
        raise Refusal(text, "round")
