"""What the phones gave of a round, and a round that was recorded, as drafts to compare."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round
from scorekeeper.web.rounds.ending import ReadEnding
from scorekeeper.web.rounds.hand_in_progress import Entered, as_said


def said_hands(
    givers: Sequence[Seat], entered: Sequence[Entered], ending: ReadEnding
) -> dict[Seat, GivenHand]:
    """The hands of a draft: those that were given, without what follows from the ending."""
    given = zip(givers, entered, strict=False)
    said = {
        seat: as_said(hand, seat, ending) for seat, hand in given if isinstance(hand, GivenHand)
    }
    return {seat: hand for seat, hand in said.items() if hand}


def draft_of(played: Round, game: Game) -> Draft:
    """A whole round of this game as a draft."""
    ending = ReadEnding(played.ending, game.variant.ending_rules.get(played.ending), played.by)
    hands = [GivenHand(hand) if hand else None for hand in played.hands]
    return Draft(
        ending=played.ending,
        by=played.by,
        hands=said_hands(game.sides, hands, ending),
        upcard=played.upcard,
        dealer=played.dealer,
        own_facts=played.own_facts,
        allow=played.allow,
        adjustments=played.adjustments,
        note=played.note,
    )
