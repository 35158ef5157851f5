"""The rounds of a tournament: drawn, changed by hand, shown, timed, closed; and its end."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.storage.models import Club, TournamentRow
from scorekeeper.tournament.document import MOST_ROUNDS
from scorekeeper.tournament.knock_out import winner
from scorekeeper.tournament.model import KNOCK_OUT, NO
from scorekeeper.tournament.reading import read_text, read_whole
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.rounds import check_done
from scorekeeper.tournaments.drawing import drawn, with_swapped, without_last_round
from scorekeeper.tournaments.parts import (
    ADJUSTMENT,
    THE_SETUP,
    Document,
    adjustment_part,
    entrant_part,
    round_part,
    seats_of,
)
from scorekeeper.tournaments.recorded import (
    RecordedTournament,
    check_is_open,
    check_is_shown,
    check_not_begun,
)
from scorekeeper.tournaments.transaction import (
    EditedTournament,
    TournamentChangeKind,
    change_tournament,
)
from scorekeeper.tournaments.undoing import last_change as last_change
from scorekeeper.tournaments.undoing import undo_last as undo_last

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

    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        _check_goes_on(recorded)
        if recorded.latest and recorded.times[-1].shown is None:
            recorded = without_last_round(recorded)
        _check_closed(recorded)
        name, document = drawn(recorded, movement, again=again, step=step, lives=lives)
        return EditedTournament({**recorded.parts, name: document})

    return change_tournament(Kind.DRAW, tournament_id, club.id, version, key, entered_by, edit)


def draw_again(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """Draw the last round again in the same way, as after a correction, and show it to nobody yet.

    Raises `Refusal` if one of its tables has begun.
    """

    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        older = _last_round(recorded)
        _check_goes_on(recorded)
        check_not_begun(recorded)
        check_is_open(recorded, recorded.latest)
        before = without_last_round(recorded)
        # A movement that began earlier goes on as it does.
        begins = older["since"] == recorded.latest
        how = {"step": older["step"], "lives": older["lives"]} if begins else {}
        name, document = drawn(before, older["movement"], again=older["again"], **how)
        return EditedTournament({**before.parts, name: document})

    return change_tournament(Kind.DRAW, tournament_id, club.id, version, key, entered_by, edit)


def _check_closed(recorded: RecordedTournament) -> None:
    for number, times in enumerate(recorded.times, start=1):
        if times.closed is None:
            raise Refusal(message("Close round {round} first.", round=number), "round")


def _check_goes_on(recorded: RecordedTournament) -> None:
    if recorded.setup.get("ended"):
        raise Refusal(message("This tournament is over."), "round")


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
    """Let two entrants change places in the round drawn last, before it is shown.

    `broken_by_swap` says which rules of the draw that breaks.
    """

    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        document = _last_round(recorded)
        if document.get("shown"):
            text = message("Round {round} is shown to all.", round=recorded.latest)
            raise Refusal(text, "round")
        seated = {entrant for entrant, _table in seats_of(document)}
        for where, entrant in (("one", one), ("other", other)):
            if entrant not in seated:
                text = message(
                    "Number {number} does not play in round {round}.",
                    number=entrant,
                    round=recorded.latest,
                )
                raise Refusal(text, where)
        swapped = with_swapped(document, one, other)
        return EditedTournament({**recorded.parts, round_part(recorded.latest): swapped})

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

    def check(recorded: RecordedTournament, round: int) -> None:
        check_is_shown(recorded, round)
        check_is_open(recorded, round)

    return _mark(Kind.CLOCK, "clock", club, tournament_id, version, key, entered_by, check)


def close_round(
    club: Club,
    tournament_id: str,
    *,
    round: int | None = None,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Close a round, the last one unless it is named. Every table must be done.

    Raises `Refusal`, also if a table of a knock-out is level.
    """

    def check(recorded: RecordedTournament, number: int) -> None:
        check_is_shown(recorded, number)
        closing = recorded.round(number)
        try:
            check_done(closing)
            for table in closing.tables if closing.movement == KNOCK_OUT else ():
                winner(table, fewest_win=recorded.tournament.fewest_win)
        except Refusal as refusal:
            raise Refusal(refusal.sentence, "tables") from None

    return _mark(Kind.CLOSE, "closed", club, tournament_id, version, key, entered_by, check, round)


def reopen_round(
    club: Club,
    tournament_id: str,
    *,
    round: int | None = None,
    version: int,
    key: str,
    entered_by: str | None = None,
) -> TournamentRow:
    """Open a round again, the last one unless it is named, so that its tables can be corrected."""

    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        number, document = _round(recorded, round)
        opened = {key: value for key, value in document.items() if key != "closed"}
        return EditedTournament({**recorded.parts, round_part(number): opened})

    return change_tournament(Kind.REOPEN, tournament_id, club.id, version, key, entered_by, edit)


def _mark(
    kind: TournamentChangeKind,
    time: str,
    club: Club,
    tournament_id: str,
    version: int,
    key: str,
    entered_by: str | None,
    check: Callable[[RecordedTournament, int], None] = lambda _recorded, _round: None,
    round: int | None = None,
) -> TournamentRow:
    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        number, document = _round(recorded, round)
        check(recorded, number)
        marked = {**document, time: clock.now().isoformat()}
        return EditedTournament({**recorded.parts, round_part(number): marked})

    return change_tournament(kind, tournament_id, club.id, version, key, entered_by, edit)


def _last_round(recorded: RecordedTournament) -> Document:
    return _round(recorded, None)[1]


def _round(recorded: RecordedTournament, number: int | None) -> tuple[int, Document]:
    """A round with its number, the last one unless it is named. Raises `Refusal`."""
    if not recorded.latest:
        raise Refusal(message("No round is drawn yet."), "round")
    if number is None:
        number = recorded.latest
    if not 1 <= number <= recorded.latest:
        raise Refusal(message("Round {round} is not drawn yet.", round=number), "round")
    return number, recorded.parts[round_part(number)]


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

    given = {
        "entrant": entrant,
        "round": read_whole(round, "round", least=1, most=MOST_ROUNDS),
        "points": read_whole(points, "points"),
        "score": read_whole(score, "score"),
        "note": read_text(note, "note"),
    }

    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        numbers = [name.number for name in recorded.parts if name.kind == ADJUSTMENT]
        if entrant_part(entrant) not in recorded.parts:
            raise Refusal(message("There is no number {number}.", number=entrant), "entrant")
        _round(recorded, round)
        part = adjustment_part(max(numbers, default=0) + 1)
        return EditedTournament({**recorded.parts, part: given})

    return change_tournament(Kind.ADJUST, tournament_id, club.id, version, key, entered_by, edit)


def end_tournament(
    club: Club, tournament_id: str, *, version: int, key: str, entered_by: str | None = None
) -> TournamentRow:
    """End the tournament; its standing is final. Raises `Refusal` while a round is open."""

    def edit(_session: Session, recorded: RecordedTournament) -> EditedTournament:
        _check_closed(recorded)
        setup = {**recorded.setup, "ended": clock.now().isoformat()}
        return EditedTournament({**recorded.parts, THE_SETUP: setup})

    return change_tournament(Kind.END, tournament_id, club.id, version, key, entered_by, edit)
