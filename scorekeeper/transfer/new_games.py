"""Reads a line as a game to record: its judged facts, and its history.

Dates and times are rejected if no game can have been played then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from hashlib import sha256

from scorekeeper.evenings import evening_of
from scorekeeper.games.commands import FULL_SHEET, MOST_ROUNDS
from scorekeeper.games.details import check_day
from scorekeeper.games.history import ChangedEntries, round_number
from scorekeeper.rummy.documents.about import About
from scorekeeper.rummy.documents.game import read_document, written_entries
from scorekeeper.rummy.documents.history import HISTORY, ChangeKind, HistoryStep, Written
from scorekeeper.rummy.documents.reading import NOT_KNOWN, Entered
from scorekeeper.rummy.documents.round import in_other_seats
from scorekeeper.rummy.game.entries import seats_joining
from scorekeeper.rummy.game.facts import Game, stating_every_rule
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.messages import SEATS, Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.storage.mapping import RecordedEntry, RecordedGame
from scorekeeper.transfer.sources import SourceLine

_NO_DAY = message("That date does not exist.")
_ELSEWHERE = timedelta(days=1)
"""The difference allowed for another time zone: where the file was made, it can be tomorrow."""

_EVENING = time(20, tzinfo=UTC)
"""The assumed start of a game if only its date is known."""

_CHANGES_THE_SHEET = frozenset(ChangeKind) - {
    ChangeKind.DELETE,
    ChangeKind.RESTORE,
    ChangeKind.DETAILS,
    ChangeKind.PLAYER,
}


@dataclass(frozen=True, slots=True)
class Calendar:
    """The current time and the time zone of the score book, to check dates."""

    now: datetime
    zone: tzinfo

    def day_of(self, text: str, *where: str | int) -> date:
        """The day in a text. Raises `RuleError` at `where`."""
        day = self.existing_day(text, *where)
        self._check(day, *where)
        return day

    def existing_day(self, text: str, *where: str | int) -> date:
        """The day in a text, even in the future. Raises `RuleError` at `where`."""
        try:
            return date.fromisoformat(text)
        except ValueError:
            raise RuleError(_NO_DAY, *where) from None

    def moment_of(
        self, text: str, *where: str | int, otherwise: datetime | None = None
    ) -> datetime:
        """The time in a text with a time zone, in UTC. Raises `RuleError` at `where`.

        An empty text means `otherwise`. A time in the future becomes the current time, because a
        machine with a wrong clock wrote it. The users of such a machine can correct only the dates
        of its games, not the times.
        """
        if not text and otherwise is not None:
            return otherwise
        try:
            moment = datetime.fromisoformat(text).astimezone(UTC)
        except (ValueError, OverflowError):
            raise RuleError(_NO_DAY, *where) from None
        if moment > self.now + _ELSEWHERE:
            return self.now
        self._check(moment.date(), *where)
        return moment

    def _check(self, day: date, *where: str | int) -> None:
        check_day(day, self.last_day, *where)

    @property
    def last_day(self) -> date:
        return self.now.astimezone(self.zone).date() + _ELSEWHERE


@dataclass(frozen=True, slots=True)
class NewChange:
    """A step of the history in a document, with its time and its entries as stored.

    `late_seats` are the seats taken after the start, each with its player's index among all players
    in the document.
    """

    step: HistoryStep
    at: datetime
    entries: ChangedEntries
    round_number: int | None
    late_seats: dict[int, int]
    called_before: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game that was read.

    `id` is the id in its document. If the document has no id, `id` is a hash of its content.
    """

    id: str
    about: About
    recorded: RecordedGame
    sheet: Sheet
    started: datetime
    played_on: date
    deleted_at: datetime | None
    changes: tuple[NewChange, ...]

    @property
    def changed(self) -> datetime:
        return max(change.at for change in self.changes if change.step.kind in _CHANGES_THE_SHEET)


def read_new_game(line: SourceLine, calendar: Calendar) -> NewGame:
    """Read a line or a whole document. Raises `RuleError`."""
    game, about = read_document(line.read())
    if len(game.entries) > MOST_ROUNDS:
        raise RuleError(FULL_SHEET, "rounds")
    written = written_entries(game, about)
    started = _start(about, written, calendar)
    entries = tuple(
        _entry(one, started, calendar, "rounds", index) for index, one in enumerate(written)
    )
    recorded = RecordedGame(stating_every_rule(game), ()).with_entries(entries)
    deleted_at = None
    if about.deleted is not None:
        deleted_at = calendar.moment_of(about.deleted.at, "deleted", "at", otherwise=calendar.now)
    return NewGame(
        id=about.id or sha256(line.content.strip()).hexdigest(),
        about=about,
        recorded=recorded,
        sheet=fold(recorded.game),
        started=started,
        played_on=_evening(about, started, calendar),
        deleted_at=deleted_at,
        changes=changes_of(about, recorded, started, calendar),
    )


def changes_of(
    about: About, recorded: RecordedGame, started: datetime, calendar: Calendar
) -> tuple[NewChange, ...]:
    steps = about.history or _likely_history(about, recorded)
    return tuple(_changes(steps, recorded.game, started, calendar))


def _start(about: About, written: Sequence[Written], calendar: Calendar) -> datetime:
    if about.started:
        return calendar.moment_of(about.started, "started")
    for index, round in enumerate(written):
        if round.entered.at:
            return calendar.moment_of(round.entered.at, "rounds", index, "entered", "at")
    if about.date:
        return datetime.combine(calendar.day_of(about.date, "date"), _EVENING)
    return calendar.now


def _evening(about: About, started: datetime, calendar: Calendar) -> date:
    """The evening of a game. If a wrong clock wrote the date, the start decides the evening."""
    is_dated = about.date and not (
        started == calendar.now and about.started and about.date > calendar.last_day.isoformat()
    )
    if is_dated:
        return calendar.day_of(about.date, "date")
    return evening_of(started, calendar.zone)


def _entry(
    written: Written, started: datetime, calendar: Calendar, *where: str | int
) -> RecordedEntry:
    at = calendar.moment_of(written.entered.at, *where, "entered", "at", otherwise=started)
    entry = replace(written.entry, on_sheet=True)
    return RecordedEntry(entry, at, written.entered.by or None)


def _likely_history(about: About, recorded: RecordedGame) -> list[HistoryStep]:
    called = recorded.game.called
    written = written_entries(recorded.game, about)
    steps = [HistoryStep(kind=ChangeKind.START, entered=NOT_KNOWN)]
    for number, round in enumerate(written, 1):
        entered = round.entered
        steps.append(
            HistoryStep(
                kind=ChangeKind.RECORD, entered=entered, number=number, on=((number, round),)
            )
        )
    last = written[-1].entered.at if written else ""
    if called:
        steps.append(HistoryStep(kind=ChangeKind.CALL, entered=Entered(last), called=True))
    if about.deleted is not None:
        steps.append(HistoryStep(kind=ChangeKind.DELETE, entered=about.deleted, called=called))
    return steps


class _ReplayedSeating:
    """The seats of players while the history of a game is replayed.

    Players keep their seats in the document. A player whose join was undone has no seat in the
    document, and gets the next seat that was free at that time.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seats: dict[Seat, Seat] = {}

    def late_seats(self, before: Sequence[Written], after: Sequence[Written]) -> dict[int, int]:
        """The seats taken after the start on both sheets, each with its player’s index."""
        there, then = (
            seats_joining([written.entry for written in sheet]) for sheet in (before, after)
        )
        taken = len(self._game.starters) + len(there)
        for player in sorted(then - there):
            if player >= len(self._game.players):
                self._seats[player] = Seat(taken)
            taken += 1
        late = {int(self._seats.get(player, player)): int(player) for player in there | then}
        if len(late) < len(there | then) or not late.keys() <= set(SEATS):
            raise RuleError(message("More players join than there are seats."), "on")
        return late

    def seated(self, entry: RecordedEntry) -> RecordedEntry:
        if not self._seats:
            return entry
        everybody = range(max(self._seats) + 1)
        seats = [self._seats.get(Seat(player), Seat(player)) for player in everybody]
        stored = in_other_seats(entry.entry, seats, self._game.variant.pieces)
        return replace(entry, entry=replace(stored, on_sheet=True))


def _changes(
    steps: Sequence[HistoryStep], game: Game, started: datetime, calendar: Calendar
) -> list[NewChange]:
    changes: list[NewChange] = []
    sheet: list[Written] = []
    called, seating = False, _ReplayedSeating(game)
    # Most games have only rounds: an entry's place is its number.
    only_rounds = all(isinstance(written.entry, Round) for step in steps for _n, written in step.on)
    for index, step in enumerate(steps):
        where = (HISTORY, index)
        at = calendar.moment_of(step.entered.at, *where, "at", otherwise=started)
        _check_days(step, calendar, *where, "details", "played_on")
        after = step.apply(sheet)
        late: dict[int, int] = {}
        number = step.number
        if not only_rounds:
            try:
                late = seating.late_seats(sheet, after)
            except RuleError as error:
                raise error.under(*where) from None
            number = round_number(
                number, *([written.entry for written in of] for of in (sheet, after))
            )
        off = {number: _entry(sheet[number - 1], started, calendar, *where) for number in step.off}
        on = {number: _entry(round, started, calendar, *where, "on") for number, round in step.on}
        entries = ChangedEntries(
            *({number: seating.seated(entry) for number, entry in of.items()} for of in (off, on))
        )
        changes.append(NewChange(step, at, entries, number, late, called))
        sheet, called = after, step.called
    return changes


def _check_days(step: HistoryStep, calendar: Calendar, *where: str | int) -> None:
    for name, *days in step.details:
        if name == "played_on":
            for day in days:
                calendar.existing_day(day, *where)
