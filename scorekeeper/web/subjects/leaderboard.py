"""What the leaderboard says besides the order of its players."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.statistics.leaderboard import LeaderboardEntry, deals_of
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import WHOLE_WIN, Club
from scorekeeper.web.subjects.figures import share


def dealer_words(club: Club, span: Span) -> str:
    """Whether dealers win more or fewer rounds of one game, if it is hardly luck."""
    deals = deals_of(club, span) if span.variant else None
    if deals is None or not deals.stand_out:
        return ""
    return str(
        _(
            "The dealer wins %(share)s of the rounds; %(fair)s would be par.",
            share=share(deals.won, deals.rounds),
            fair=share(deals.parts, WHOLE_WIN * deals.rounds),
        )
    )


def missing_words(entry: LeaderboardEntry) -> str:
    """How many more games a player needs for a place. Empty for who has one."""
    if not entry.missing:
        return ""
    return str(
        ngettext("%(num)d more game to be ranked", "%(num)d more games to be ranked", entry.missing)
    )
