"""Taking the better count that a warning offers: the hand in the form is replaced."""

from __future__ import annotations

from dataclasses import replace

from flask_babel import gettext as _

from scorekeeper.web.rounds.entry import RoundInProgress
from scorekeeper.web.rounds.hand_text import print_hand
from scorekeeper.web.rounds.typed_round import TypedRound


def take_better(entry: RoundInProgress, asked: str) -> tuple[TypedRound, str]:
    """Replace the hand of the seat `asked` with the better one; returns a sentence about it too.

    If that hand has no better count any more, nothing changes and the sentence is empty.
    """
    better = next((each for each in entry.better if str(int(each.seat)) == asked), None)
    if better is None:
        return entry.typed, ""
    hands = list(entry.typed.hands)
    was, now = hands[better.seat], print_hand(better.hand)
    hands[better.seat] = now
    said = {"name": entry.game.players[better.seat], "was": was, "now": now}
    if better.gives_whole:
        told = _("%(name)s’s hand was “%(was)s”. Now it is given whole.", **said)
    elif now == "0":
        told = _("%(name)s’s hand was “%(was)s”. Now nothing is left of it.", **said)
    else:
        told = _("%(name)s’s unmatched cards were “%(was)s”. Now they are “%(now)s”.", **said)
    return replace(entry.typed, hands=tuple(hands)), str(told)
