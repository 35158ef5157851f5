"""Commands on the rounds of a tournament, from the draw to closing, and the command to end it."""

from __future__ import annotations

from scorekeeper import clock
from scorekeeper.tournament.document import read_adjustment
from scorekeeper.tournament.knock_out import winner
from scorekeeper.tournament.model import KNOCK_OUT, NO
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.rounds import check_done
from scorekeeper.tournaments.drawing import drawn, with_swapped, without_last_round
from scorekeeper.tournaments.parts import (
    ADJUSTMENT,
    THE_SETUP,
    Document,
    Parts,
    adjustment_part,
    round_part,
    seated_entrants,
)
from scorekeeper.tournaments.recorded import (
    RecordedTournament,
    check_goes_on,
    check_is_open,
    check_is_shown,
    check_not_begun,
)
from scorekeeper.tournaments.transaction import TournamentChangeKind as Kind
from scorekeeper.tournaments.transaction import changes_tournament
from scorekeeper.tournaments.undoing import undo_last as undo_last


@changes_tournament(Kind.DRAW)
def draw_round(
    recorded: RecordedTournament,
    movement: str,
    *,
    again: str = NO,
    step: int | None = None,
    lives: int | None = None,
) -> Parts:
    """Draw the next round, or redraw the last one if it is not shown yet. Raises `Refusal`."""
    check_goes_on(recorded)
    if recorded.latest and recorded.times[-1].shown is None:
        recorded = without_last_round(recorded)
    _check_closed(recorded)
    name, document = drawn(recorded, movement, again=again, step=step, lives=lives)
    return {**recorded.parts, name: document}


@changes_tournament(Kind.DRAW)
def draw_again(recorded: RecordedTournament) -> Parts:
    """Redraw the last round by the same movement, for example after a correction, and hide it.

    Raises `Refusal` if one of its tables has begun.
    """
    older = _round(recorded)[1]
    check_goes_on(recorded)
    check_not_begun(recorded)
    check_is_open(recorded, recorded.latest)
    before = without_last_round(recorded)
    # If the movement began in an earlier round, the draw takes its parameters from there.
    begins = older["since"] == recorded.latest
    how = {"step": older["step"], "lives": older["lives"]} if begins else {}
    name, document = drawn(before, older["movement"], again=older["again"], **how)
    return {**before.parts, name: document}


def _check_closed(recorded: RecordedTournament) -> None:
    for number, times in enumerate(recorded.times, start=1):
        if times.closed is None:
            raise Refusal(message("Close round {round} first.", round=number), "round")


@changes_tournament(Kind.SWAP)
def swap(recorded: RecordedTournament, one: int, other: int) -> Parts:
    """Swap two entrants in the last drawn round, before it is shown.

    See `broken_by_swap` for the rules of the draw that this breaks.
    """
    document = _round(recorded)[1]
    if document.get("shown"):
        text = message("Round {round} is shown to all.", round=recorded.latest)
        raise Refusal(text, "round")
    seated = {entrant for entrant, _table in seated_entrants(document)}
    for where, entrant in (("one", one), ("other", other)):
        if entrant not in seated:
            text = message(
                "Number {number} does not play in round {round}.",
                number=entrant,
                round=recorded.latest,
            )
            raise Refusal(text, where)
    swapped = with_swapped(document, one, other)
    return {**recorded.parts, round_part(recorded.latest): swapped}


@changes_tournament(Kind.SHOW)
def show_round(recorded: RecordedTournament) -> Parts:
    return _marked(recorded, *_round(recorded), "shown")


@changes_tournament(Kind.CLOCK)
def start_clock(recorded: RecordedTournament) -> Parts:
    """Start the clock of the last round, or restart it."""
    number, document = _round(recorded)
    check_is_shown(recorded, number)
    check_is_open(recorded, number)
    return _marked(recorded, number, document, "clock")


@changes_tournament(Kind.CLOSE)
def close_round(recorded: RecordedTournament, *, round: int | None = None) -> Parts:
    """Close a round, by default the last one. Every table must be done.

    Raises `Refusal`, for example if a table of a knock-out is level.
    """
    number, document = _round(recorded, round)
    check_is_shown(recorded, number)
    closing = recorded.round(number)
    try:
        check_done(closing)
        for table in closing.tables if closing.movement == KNOCK_OUT else ():
            winner(table, fewest_win=recorded.tournament.fewest_win)
    except Refusal as refusal:
        raise Refusal(refusal.sentence, "tables") from None
    return _marked(recorded, number, document, "closed")


def _marked(recorded: RecordedTournament, number: int, document: Document, time: str) -> Parts:
    marked = {**document, time: clock.now().isoformat()}
    return {**recorded.parts, round_part(number): marked}


@changes_tournament(Kind.REOPEN)
def reopen_round(recorded: RecordedTournament, *, round: int | None = None) -> Parts:
    number, document = _round(recorded, round)
    opened = {key: value for key, value in document.items() if key != "closed"}
    return {**recorded.parts, round_part(number): opened}


def _round(recorded: RecordedTournament, number: int | None = None) -> tuple[int, Document]:
    if not recorded.latest:
        raise Refusal(message("No round is drawn yet."), "round")
    if number is None:
        number = recorded.latest
    if not 1 <= number <= recorded.latest:
        raise Refusal(message("Round {round} is not drawn yet.", round=number), "round")
    return number, recorded.parts[round_part(number)]


@changes_tournament(Kind.ADJUST)
def adjust(
    recorded: RecordedTournament,
    entrant: int,
    round: int,
    *,
    points: int,
    score: int = 0,
    note: str = "",
) -> Parts:
    """Adjust an entrant's tournament points, and their `score` in the tie-break by difference.

    Positive numbers are added, negative numbers subtracted.
    """
    given = {"entrant": entrant, "round": round, "points": points, "score": score, "note": note}
    read_adjustment(given, recorded.tournament.entrants)
    _round(recorded, round)
    numbers = [name.number for name in recorded.parts if name.kind == ADJUSTMENT]
    part = adjustment_part(max(numbers, default=0) + 1)
    return {**recorded.parts, part: given}


@changes_tournament(Kind.END)
def end_tournament(recorded: RecordedTournament) -> Parts:
    """End the tournament and make its standings final. Raises `Refusal` if a round is open."""
    _check_closed(recorded)
    setup = {**recorded.setup, "ended": clock.now().isoformat()}
    return {**recorded.parts, THE_SETUP: setup}
