"""What a game is remembered by: the date of its evening, where it was played, and a note."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import date

from scorekeeper.games.history import ChangedDetails, Kind
from scorekeeper.games.transaction import Edit, change_game
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.mapping import RecordedGame
from scorekeeper.storage.models import GameRow

EARLIEST = date(1900, 1, 1)


@dataclass(frozen=True, slots=True)
class Details:
    """The date of a game's evening, its place and a note; both texts may be empty."""

    played_on: date
    place: str
    note: str


def check_day(day: date, today: date, *where: str | int) -> None:
    """Refuse a day in the future, or too long ago; raises `RuleError` at `where`."""
    if day > today:
        raise RuleError(message("That day has not come yet."), *where)
    if day < EARLIEST:
        raise RuleError(message("That is too long ago."), *where)


def details_of(row: GameRow) -> Details:
    """The details of a game as they are."""
    return Details(row.played_on, row.place, row.note)


def change_details(
    game_id: str, details: Details, *, version: int, key: str, entered_by: str | None = None
) -> GameRow:
    """Change the details of a game; no point depends on them. Raises like `change_game`."""

    def write_down(row: GameRow, recorded: RecordedGame) -> Edit:
        changed = _changed(details_of(row), details)
        row.played_on, row.place, row.note = details.played_on, details.place, details.note
        return Edit(recorded, details=changed)

    return change_game(Kind.DETAILS, game_id, version, key, entered_by, write_down, details)


def _changed(before: Details, after: Details) -> ChangedDetails:
    old, new = asdict(before), asdict(after)
    return {name: [str(old[name]), str(new[name])] for name in old if old[name] != new[name]}
