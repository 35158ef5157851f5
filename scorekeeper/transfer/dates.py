"""The dates and times of a file to import: only those at which a game can have been played."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo

from scorekeeper.games.details import check_day
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError

_NO_DAY = message("There was no such day.")
_ELSEWHERE = timedelta(days=1)
"""Where the file was made it may be a day later already."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days until now, in the time zone of the score book."""

    now: datetime
    zone: tzinfo

    def day_of(self, text: str, *where: str | int) -> date:
        """The day that a text states; raises `RuleError` at `where`."""
        try:
            day = date.fromisoformat(text)
        except ValueError:
            raise RuleError(_NO_DAY, *where) from None
        self._check(day, *where)
        return day

    def moment_of(
        self, text: str, *where: str | int, otherwise: datetime | None = None
    ) -> datetime:
        """The time that a text states with its time zone, in UTC; raises `RuleError` at `where`.

        If it states none, it is the other one.
        """
        if not text and otherwise is not None:
            return otherwise
        try:
            moment = datetime.fromisoformat(text).astimezone(UTC)
        except (ValueError, OverflowError):
            raise RuleError(_NO_DAY, *where) from None
        self._check(moment.date(), *where)
        return moment

    def _check(self, day: date, *where: str | int) -> None:
        check_day(day, self.now.astimezone(self.zone).date() + _ELSEWHERE, *where)
