"""A finished game in one line: `Rob won Gin Rummy, 132–88`."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.web.games.listed import GameCard
from scorekeeper.web.parts.formatting import listed, total
from scorekeeper.web.shell.translation import translate

PAIR = 2
"""So many players have a score; of more players, the winner's total says enough."""


def headline(card: GameCard) -> str:
    """Who won which game by which score; only the game if nobody won it."""
    if card.name is None:
        return str(_("A game that cannot be read"))
    game = translate(card.name)
    if not card.winners:
        return game
    said = {
        "game": game,
        "names": listed(card.players[seat] for seat in card.winners),
        "score": _score(card),
    }
    if len(card.totals) > PAIR:
        return str(
            ngettext(
                "%(names)s won %(game)s with %(score)s",
                "%(names)s won %(game)s with %(score)s each",
                len(card.winners),
                **said,
            )
        )
    return str(
        ngettext(
            "%(names)s won %(game)s, %(score)s",
            "%(names)s shared %(game)s, %(score)s",
            len(card.winners),
            **said,
        )
    )


def _score(card: GameCard) -> str:
    """Both totals of two players, the winner's first; the winner's alone of more players."""
    best = card.winners[0]
    if len(card.totals) > PAIR:
        return total(card.totals[best])
    winner, loser = total(card.totals[best]), total(card.totals[1 - best])
    if min(card.totals) >= 0:
        return f"{winner}–{loser}"
    # A dash would be taken for one minus sign more.
    return str(_("%(winner)s to %(loser)s", winner=winner, loser=loser))
