"""A hand while it is being typed: what it counts, what is wrong with it, what is still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.forms.round import TypedRound
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.facts import check_copies, check_hand, lay_hand, whole_size
from scorekeeper.rummy.scoring import Declared, Ending, Hand, RuleError, Whole
from scorekeeper.rummy.texts import Seat, say
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.views.drawn_hands import DrawnHand, draw_declared, draw_laid


@dataclass(frozen=True, slots=True)
class HandSoFar:
    """One hand so far.

    `points` is its deadwood, `None` while it cannot be counted; `fault` is what is wrong with it,
    `lack` what is still to be given. `cards` are how many of a whole hand there are and must be;
    `drawn` is a whole hand laid out.
    """

    points: int | None = None
    fault: RuleError | None = None
    lack: RuleError | None = None
    cards: tuple[int, int] | None = None
    drawn: DrawnHand | None = None


def hands_so_far(
    typed: TypedRound, players: Sequence[str], deal: Deal, rule: EndingRule | None
) -> tuple[HandSoFar, ...]:
    """Look at every hand, by itself and for cards that others hold already."""
    read: list[Hand | None] = []
    looked = []
    for seat in map(Seat, range(len(players))):
        try:
            hand = typed.read_hand(seat, players)
            check_copies(deal, (*read, hand))
            looked.append(_look(typed, seat, deal, rule, hand))
        except RuleError as error:
            hand = None
            looked.append(HandSoFar(fault=error))
        read.append(hand)
    return tuple(_with_names(each, players) for each in looked)


def _with_names(looked: HandSoFar, names: Sequence[str]) -> HandSoFar:
    return replace(
        looked,
        fault=looked.fault and looked.fault.under(names=names),
        lack=looked.lack and looked.lack.under(names=names),
    )


def _look(
    typed: TypedRound, seat: Seat, deal: Deal, rule: EndingRule | None, hand: Hand | None
) -> HandSoFar:
    scores = rule is None or rule.scores
    ending, _, by = typed.ending.partition(":")
    ended = by == str(int(seat))
    if hand is None:
        needed = scores and not (rule is not None and rule.leaves_none and ended)
        missing = RuleError(say("{player}'s hand is missing.", player=seat), "hands", seat)
        return HandSoFar(lack=missing if needed else None)
    more = ended and ending == Ending.BIG_GIN
    if not isinstance(hand, Whole | Declared):
        check_hand(deal, seat, hand, more=more)
        return HandSoFar(points=lay_hand(deal, hand).deadwood)
    looked = _look_at_whole(deal, seat, hand, more)
    return looked if scores else replace(looked, lack=None)


def _look_at_whole(deal: Deal, seat: Seat, hand: Whole | Declared, more: bool) -> HandSoFar:
    size = whole_size(deal, more=more) if deal.exact else None
    as_typed = draw_declared(seat, hand, deal) if isinstance(hand, Declared) else None
    cards = None if size is None else (len(hand.cards), size)
    try:
        check_hand(deal, seat, hand, more=more)
    except RuleError as error:
        looked = HandSoFar(cards=cards, drawn=as_typed)
        if size is None or len(hand.cards) >= size:
            return replace(looked, fault=error)
        return _look_at_part(deal, seat, hand, replace(looked, lack=error), more)
    laid = lay_hand(deal, hand)
    return HandSoFar(points=laid.deadwood, cards=cards, drawn=draw_laid(seat, laid, deal))


def _look_at_part(
    deal: Deal, seat: Seat, hand: Whole | Declared, looked: HandSoFar, more: bool
) -> HandSoFar:
    """A whole hand of which cards are still to come may be wrong already."""
    try:
        check_hand(replace(deal, exact=False), seat, hand, more=more)
    except RuleError as error:
        return replace(looked, fault=error, lack=None)
    return looked
