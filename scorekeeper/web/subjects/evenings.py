"""An evening: its games, its winners, its payments, and a summary to send."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.statistics.evenings import Evening, evening_of_club, evenings_around
from scorekeeper.storage.faults import UnreadableGameError
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import UNKNOWN_DAY, Club, GameRow
from scorekeeper.web.parts.formatting import list_of, sides_told
from scorekeeper.web.parts.money import SettledUp, settled_games
from scorekeeper.web.shell.translation import day_text, total, translate
from scorekeeper.web.subjects.games import GameCard, Listed, listed


def evening_name(played_on: date) -> str:
    """The name of an evening, as a heading: `Saturday 21 November 2026`."""
    if played_on == UNKNOWN_DAY:
        return str(_("A date that cannot be read"))
    name = day_text(played_on, "full")
    return name[:1].upper() + name[1:]


@dataclass(frozen=True, slots=True)
class ShownEvening:
    """An evening as pages show it: its games with a stake, and the payments of finished games.

    `before` and `after` are the nearest evenings with games.
    """

    evening: Evening
    places: list[str]
    staked: list[Sheet]
    settled: list[SettledUp]
    summary: str
    before: date | None
    after: date | None


def shown_evening(club: Club, played_on: date) -> ShownEvening:
    found = evening_of_club(club, played_on)
    staked = staked_games(found)
    settled = settled_games(staked, [player for row in found.games for player in row.people])
    before, after = evenings_around(club, played_on)
    return ShownEvening(
        evening=found,
        places=places_of(found.games[::-1]),
        staked=staked,
        settled=settled,
        summary=summary_text(found, evening_name(played_on), settled),
        before=before,
        after=after,
    )


def staked_games(evening: Evening) -> list[Sheet]:
    sheets = []
    for row in evening.games:
        if row.stake:
            with suppress(UnreadableGameError):
                sheets.append(sheet_of(row))
    return sheets


MOST_PLACES, MOST_GAMES_TOLD = 6, 40
"""The most places and games in the summary of an evening."""


def places_of(rows: Iterable[GameRow]) -> list[str]:
    """The places of these games, the earliest game's first. `rows` has the latest game first."""
    return list(dict.fromkeys(row.place for row in reversed(list(rows)) if row.place))


def more_games(number: int) -> str:
    return str(ngettext("and %(num)d more game", "and %(num)d more games", number))


def summary_text(evening: Evening, name: str, settled: Iterable[SettledUp] = ()) -> str:
    places = places_of(evening.games[::-1])[:MOST_PLACES]
    finished = evening.finished
    games = [game_line(listed(row)) for row in finished[:MOST_GAMES_TOLD]]
    if left_out := len(finished) - len(games):
        games.append(more_games(left_out))
    owed = [debts.text for debts in settled if debts.payments]
    return "\n".join([", ".join([name, *places]), wins_line(evening), *owed, "", *games])


def wins_line(evening: Evening) -> str:
    """The winners with their number of games: `Games won: Maud 2, Rob 1`."""
    wins = ", ".join(f"{row.player.name} {row.won}" for row in evening.table if row.won)
    return str(_("%(label)s: %(value)s", label=_("Games won"), value=wins))


def game_line(game: Listed) -> str:
    """A finished game in a line: `Gin Rummy: Maud wins (Maud 103, Rob 19)`."""
    card = game.card
    if card.name is None:
        return str(_("A game that cannot be read"))
    names = list_of(card.scorers[seat] for seat in card.winners)
    wins = ngettext("%(names)s wins", "%(names)s win", card.people_who_won, names=names)
    outcome = " · ".join([f"{wins} ({scores_of(card)})", *sides_told(game.scorers)])
    return str(_("%(label)s: %(value)s", label=translate(card.name), value=outcome))


def short_game_line(game: Listed) -> str:
    """A finished game in a line without its winner: `Gin Rummy: Maud 103, Rob 19`."""
    card = game.card
    if card.name is None:
        return str(_("A game that cannot be read"))
    return str(_("%(label)s: %(value)s", label=translate(card.name), value=scores_of(card)))


def scores_of(card: GameCard) -> str:
    """The totals of a game, the winners' first, the others from the best: `Maud 103, Rob 19`."""
    sense = 1 if card.lowest_wins else -1
    order = sorted(
        range(len(card.scorers)),
        key=lambda seat: (seat not in card.winners, sense * card.totals[seat]),
    )
    return ", ".join(f"{card.scorers[seat]} {total(card.totals[seat])}" for seat in order)
