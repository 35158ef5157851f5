"""Recorded rounds as drafts, and drafts without facts that their endings imply."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.round import Round
from scorekeeper.web.entering.facts import facts_of
from scorekeeper.web.entering.hand_in_progress import without_implied


def draft_of(played: Round, game: Game) -> Draft:
    """A complete round of this game as a draft, without its `x-` keys."""
    hands = {side: played.hand(side) for side in game.givers}
    return Draft(
        ending=played.ending,
        by=played.by,
        hands={side: GivenHand(hand) for side, hand in hands.items() if hand is not None},
        upcard=played.upcard,
        dealer=played.dealer,
        own_facts=played.own_facts,
        allow=played.allow,
        adjustments=tuple(replace(agreed, extras=()) for agreed in played.adjustments),
        note=played.note,
    )


def only_given(draft: Draft, game: Game) -> Draft:
    """The draft without parts of hands that the ending implies."""
    ending = facts_of(draft, game).ending
    hands = {seat: without_implied(hand, seat, ending) for seat, hand in draft.hands.items()}
    return replace(draft, hands={seat: hand for seat, hand in hands.items() if hand})
