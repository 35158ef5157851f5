"""The clock of a round, by the server's time, and the rule for its end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

from flask import Response, make_response, render_template, request
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext

from scorekeeper import clock
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.tournaments.changes import tournament_or_404
from scorekeeper.web.tournaments.hall import blueprint

WHEN_UP = {
    "lap": lazy_gettext("Finish the lap. The hand counts."),
    "void": lazy_gettext("Stop. The hand in play does not count."),
    "played-out": lazy_gettext("Play the hand to its end. Begin no other."),
}
"""The rule for the end of the time, by its key in the setup."""

SAID_AT = (10, 5, 2, 0)
"""The minutes left at which screen readers announce the time."""


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of the round shown last. `started` is `None` before it starts."""

    round: int
    minutes: int
    started: datetime | None
    is_closed: bool
    when_up: str

    @property
    def is_running(self) -> bool:
        return self.started is not None and not self.is_closed and self.minutes > 0

    @property
    def now(self) -> datetime:
        return clock.now()

    @property
    def ends(self) -> datetime:
        return (self.started or self.now) + timedelta(minutes=self.minutes)

    @property
    def seconds_left(self) -> int:
        return max(0, ceil((self.ends - self.now).total_seconds()))

    @property
    def minutes_left(self) -> int:
        """The minutes left, rounded up. 0 once the time is up."""
        return ceil(self.seconds_left / 60)

    @property
    def face(self) -> str:
        """The time left as on a wall clock: `24:10`."""
        return f"{self.seconds_left // 60}:{self.seconds_left % 60:02}"

    @property
    def words(self) -> dict[str, str]:
        """The announcements, by minutes left."""
        return {str(minute): left_text(minute) for minute in SAID_AT if minute <= self.minutes}


def left_text(minutes: int) -> str:
    if not minutes:
        return str(_("Time is up"))
    return str(ngettext("%(num)d minute left", "%(num)d minutes left", minutes))


def clock_of(recorded: RecordedTournament) -> RoundClock:
    """The clock of the round shown last, or of round 0 if none is shown yet."""
    times = recorded.times[recorded.shown - 1] if recorded.shown else None
    return RoundClock(
        round=recorded.shown,
        minutes=int(recorded.setup.get("minutes", 0)),
        started=times.clock if times else None,
        is_closed=times is not None and times.closed is not None,
        when_up=str(WHEN_UP[recorded.setup.get("at_the_clock", "lap")]),
    )


@blueprint.get("/tournaments/<tournament_id>/clock", endpoint="clock")
def show_clock(tournament_id: str) -> Response:
    """The clock. 204 if the page has `seen` this version of the tournament."""
    recorded = tournament_or_404(tournament_id)
    if request.args.get("seen") == str(recorded.version):
        return make_response("", 204)
    page = render_template("hall/clock.html", recorded=recorded, clock=clock_of(recorded))
    return make_response(page)


blueprint.add_app_template_filter(left_text, "minutes_left")
