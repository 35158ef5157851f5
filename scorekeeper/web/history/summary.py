"""An evening in a few lines of text, to send to those who were there."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.statistics.evenings import Evening
from scorekeeper.web.games.card import GameCard
from scorekeeper.web.history.listed import Listed, listed, places_of
from scorekeeper.web.parts.formatting import listed as list_of
from scorekeeper.web.parts.formatting import total
from scorekeeper.web.shell.translation import translate


def summary_text(evening: Evening, name: str) -> str:
    """The evening as text: its name and places, the games won, and a line for each game."""
    places = places_of(evening.games[::-1])
    games = map(game_line, map(listed, evening.finished))
    return "\n".join([", ".join([name, *places]), wins_line(evening), "", *games])


def wins_line(evening: Evening) -> str:
    """Who won how many games: `Games won: Maud 2, Rob 1`."""
    wins = ", ".join(f"{each.player.name} {each.won}" for each in evening.table if each.won)
    return str(_("%(label)s: %(value)s", label=_("Games won"), value=wins))


def game_line(game: Listed) -> str:
    """A finished game in a line: `Gin Rummy: Maud wins (Maud 103, Rob 19)`."""
    card = game.card
    if card.name is None:
        return str(_("A game that cannot be read"))
    names = list_of(card.players[seat] for seat in card.winners)
    wins = ngettext("%(names)s wins", "%(names)s win", len(card.winners), names=names)
    told = f"{wins} ({scores_of(card)})"
    return str(_("%(label)s: %(value)s", label=translate(card.name), value=told))


def short_game_line(game: Listed) -> str:
    """The same without words: `Gin Rummy: Maud 103, Rob 19`."""
    card = game.card
    if card.name is None:
        return str(_("A game that cannot be read"))
    return str(_("%(label)s: %(value)s", label=translate(card.name), value=scores_of(card)))


def scores_of(card: GameCard) -> str:
    """The totals of a game, the winners' first and then the best: `Maud 103, Rob 19`."""
    sense = 1 if card.lowest_wins else -1
    order = sorted(
        range(len(card.players)),
        key=lambda seat: (seat not in card.winners, sense * card.totals[seat]),
    )
    return ", ".join(f"{card.players[seat]} {total(card.totals[seat])}" for seat in order)
