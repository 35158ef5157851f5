"""The words for the parts of a tournament: points, tie-breaks, movements, rounds."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flask_babel import format_decimal, lazy_gettext
from flask_babel import gettext as _

from scorekeeper.tournament.model import (
    KNOCK_OUT,
    LAST,
    LOT,
    MITCHELL,
    NO,
    ROUND_ROBIN,
    STANDING,
    YES,
)
from scorekeeper.tournament.points import Number
from scorekeeper.tournaments.drawing import corrected_since_drawn
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.shell.translation import total

POINTS_WORDS = {
    "victory": lazy_gettext("Victory Points"),
    "wins": lazy_gettext("Tables won"),
    "total": lazy_gettext("Totals of the games"),
    "places": lazy_gettext("Places at the table"),
    "deals": lazy_gettext("Every hand"),
}
"""The ways to score tables, as organisers choose them."""

BREAK_WORDS = {
    "direct": lazy_gettext("their own meetings"),
    "difference": lazy_gettext("difference"),
    "score": lazy_gettext("score"),
    "won": lazy_gettext("tables won"),
    "opponents": lazy_gettext("opponents’ points"),
    "best": lazy_gettext("the best round"),
    "lot": lazy_gettext("lot"),
}
"""The tie-breaks."""

CLOCK_WORDS = {
    "lap": lazy_gettext("The lap is finished and counted"),
    "void": lazy_gettext("The hand does not count"),
    "played-out": lazy_gettext("The hand is played out"),
}
"""The rules for a hand in play when time is up."""

MOVEMENT_WORDS = {
    LOT: lazy_gettext("By lot"),
    STANDING: lazy_gettext("By standing"),
    MITCHELL: lazy_gettext("Mitchell: East-West moves up"),
    ROUND_ROBIN: lazy_gettext("Everybody meets everybody"),
    KNOCK_OUT: lazy_gettext("Knock-out"),
}

AGAIN_WORDS = {
    NO: lazy_gettext("Swiss: nobody meets again"),
    LAST: lazy_gettext("Danish: never twice in a row"),
    YES: lazy_gettext("Danish: first against second"),
}


def points_text(points: Number | None) -> str:
    """Tournament points, fractions with up to two decimals: `31`, `2.25`. Empty without points."""
    if points is None:
        return ""
    if isinstance(points, Fraction):
        return str(format_decimal(round(float(points), 2)))
    return total(points)


def scores_text(totals: Sequence[int]) -> str:
    """The totals of a table: `1,345–580`. A minus sign needs spaces around the dash: `20 – −5`."""
    dash = "–" if min(totals, default=0) >= 0 else "\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}"
    return dash.join(map(total, totals))


def round_words(recorded: RecordedTournament, number: int) -> str:
    """A round within a sentence: `round 2 of 4`."""
    planned = recorded.setup.get("planned", 0)
    if planned >= number:
        return str(_("round %(round)d of %(last)d", round=number, last=planned))
    return str(_("round %(round)d", round=number))


def corrected_words(recorded: RecordedTournament, number: int) -> str:
    """A note that a round was drawn before the correction of an earlier result, or empty.

    `Drawn before a correction at table 3 of round 1.`
    """
    changed = corrected_since_drawn(recorded).get(number, ())
    if not changed:
        return ""
    round, table = changed[-1]
    return str(
        _(
            "Drawn before a correction at table %(table)d of round %(round)d.",
            table=table,
            round=round,
        )
    )
