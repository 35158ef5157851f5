"""Sentences of the leaderboard, and its content while no player has enough games for a place."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.games.transaction import new_key
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.statistics.book import Filters, book_page
from scorekeeper.statistics.fairness import ENOUGH
from scorekeeper.statistics.leaderboard import LeaderboardEntry, deals_of
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.faults import UnreadableGameError
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import WHOLE_WIN, Club
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.shell.translation import total, translate
from scorekeeper.web.subjects.figures import share
from scorekeeper.web.subjects.games import Listed, listed, score_text

MOST_SHOWN = 5
"""The number of latest games shown, and of players listed with the games they still need."""

MOST_TOTALS = 3
"""The most totals that `totals_text` lists."""

STEPS = range(1, ENOUGH + 1)
"""The numbers from 1 to the games needed for a place."""


def dealer_words(club: Club, span: Span) -> str:
    """The share of rounds that dealers win in the game of `span`. Empty if it may be luck."""
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
    """The number of games that a player still needs for a place. Empty for ranked players."""
    if not entry.missing:
        return ""
    return str(
        ngettext("%(num)d more game to be ranked", "%(num)d more games to be ranked", entry.missing)
    )


# The first games of a club


@dataclass(frozen=True, slots=True)
class Beginning:
    """The latest games of a new club, each player's wins, and the games missing for a ranking.

    `most` is the largest number of games that a player has played. `last` is the sheet of the last
    game, or `None` if no game can be read. `key` is the key of the form for a rematch of that game.
    """

    title: str
    games: list[Listed]
    players: list[LeaderboardEntry]
    most: int
    missing: str
    last: Sheet | None
    last_id: str
    key: str


def beginning_of(club: Club, entries: Sequence[LeaderboardEntry]) -> Beginning | None:
    """The content for a club with too few games for places.

    `None` before anybody has played a game, and as soon as a player has a place.
    """
    played = [entry for entry in entries if entry.wins.games]
    if not played or any(not entry.missing for entry in entries):
        return None
    found = book_page(club, Filters(status="finished"), most=MOST_SHOWN, counts=True)
    last = None
    with suppress(UnreadableGameError):
        last = sheet_of(found.games[0]) if found.games else None
    order = sorted(entries, key=lambda entry: (-entry.wins.won, entry.wins.games or ENOUGH))
    return Beginning(
        title=_title(found.found or len(found.games)),
        games=[listed(row) for row in found.games],
        players=[entry for entry in order if not entry.player.archived_at],
        most=max(entry.wins.games for entry in played),
        missing=_missing_words(played),
        last=last,
        last_id=found.games[0].id if found.games else "",
        key=new_key(),
    )


def _title(games: int) -> str:
    words = {1: _("One game"), 2: _("Two games"), 3: _("Three games"), 4: _("Four games")}
    return words.get(games) or str(ngettext("%(num)d game", "%(num)d games", games))


def _missing_words(played: Sequence[LeaderboardEntry]) -> str:
    """The number of games that players still need: `3 more games: Camille and Léa.`."""
    shown = sorted(played, key=lambda entry: entry.missing)[:MOST_SHOWN]
    return " ".join(
        ngettext(
            "%(num)d more game: %(names)s.",
            "%(num)d more games: %(names)s.",
            missing,
            names=list_of(entry.player.name for entry in group),
        )
        for missing, group in groupby(shown, key=lambda entry: entry.missing)
    )


def winner_words(game: Listed) -> str:
    """The winner of a listed game: `Camille wins`. Without a winner, the game's name."""
    card = game.card
    if card.name is None:
        return str(_("A game that cannot be read"))
    if not card.winners:
        return translate(card.name)
    names = list_of(card.scorers[seat] for seat in card.winners)
    return str(ngettext("%(names)s wins", "%(names)s win", card.people_who_won, names=names))


def totals_text(game: Listed) -> str:
    """The totals, the winner's first: `0–34–61`. Empty without a winner.

    With more than `MOST_TOTALS` totals or a negative one, the shorter `score_text`.
    """
    card = game.card
    if not card.winners:
        return ""
    if len(card.totals) > MOST_TOTALS or min(card.totals) < 0:
        return score_text(card)
    order = sorted(game.ranked, key=lambda seat: seat not in card.winners)
    return "–".join(total(card.totals[seat]) for seat in order)
