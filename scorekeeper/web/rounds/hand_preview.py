"""A hand while it is being typed: what it counts, what is wrong with it, what is still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.judging.validation import check_copies, check_hand, lay_hand, whole_size
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Declared, Hand, RuleError, Whole
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.web.rounds.hands import DrawnHand, draw_declared, draw_laid
from scorekeeper.web.rounds.typed_round import TypedRound


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
        hand, so_far = None, HandSoFar()
        try:
            hand = typed.read_hand(seat, players)
            so_far = _check(typed, seat, deal, rule, hand)
            check_copies(deal, (*read, None if so_far.fault else hand))
            goes_out = rule is not None and rule.leaves_none and _ended(typed, seat)
            so_far = _lay(so_far, seat, deal, hand, goes_out=goes_out)
        except RuleError as error:
            so_far = replace(so_far, fault=error)
        looked.append(so_far)
        read.append(None if so_far.fault else hand)
    return tuple(_with_names(each, players) for each in looked)


def _with_names(looked: HandSoFar, names: Sequence[str]) -> HandSoFar:
    return replace(
        looked,
        fault=looked.fault and looked.fault.under(names=names),
        lack=looked.lack and looked.lack.under(names=names),
    )


def _check(
    typed: TypedRound, seat: Seat, deal: Deal, rule: EndingRule | None, hand: Hand | None
) -> HandSoFar:
    """What is wrong with a hand by itself, and what is still to come."""
    scores = rule is None or rule.scores
    ended = _ended(typed, seat)
    if hand is None:
        needed = scores and not (rule is not None and rule.leaves_none and ended)
        missing = RuleError(message("{player}'s hand is missing.", player=seat), "hands", seat)
        return HandSoFar(lack=missing if needed else None)
    more = ended and rule is not None and rule.melds_drawn
    if not isinstance(hand, Whole | Declared):
        check_hand(deal, seat, hand, more=more)
        return HandSoFar()
    checked = _check_whole(deal, seat, hand, more, ended)
    return checked if scores else replace(checked, lack=None)


def _ended(typed: TypedRound, seat: Seat) -> bool:
    """Whether this player ended the round."""
    return typed.ending.partition(":")[2] == str(int(seat))


def _check_whole(
    deal: Deal, seat: Seat, hand: Whole | Declared, more: bool, ended: bool
) -> HandSoFar:
    size = whole_size(deal, more=more) if deal.exact else None
    looked = HandSoFar(
        cards=None if size is None else (len(hand.cards), size),
        drawn=draw_declared(seat, hand, deal) if isinstance(hand, Declared) else None,
    )
    try:
        check_hand(deal, seat, hand, more=more, ended=ended)
    except RuleError as error:
        if size is None or len(hand.cards) >= size:
            return replace(looked, fault=error)
        return replace(looked, lack=error, fault=_fault_of_part(deal, seat, hand))
    return looked


def _fault_of_part(deal: Deal, seat: Seat, hand: Whole | Declared) -> RuleError | None:
    """What is wrong already with a whole hand of which cards are still to come."""
    try:
        check_hand(replace(deal, exact=False), seat, hand)
    except RuleError as error:
        return error
    return None


def _lay(
    looked: HandSoFar, seat: Seat, deal: Deal, hand: Hand | None, *, goes_out: bool
) -> HandSoFar:
    """The same with its count, where the hand is all there and right."""
    if hand is None or looked.fault or looked.lack:
        return looked
    laid = lay_hand(deal, hand, goes_out=goes_out)
    if not isinstance(hand, Whole | Declared):
        return replace(looked, points=laid.deadwood)
    return replace(looked, points=laid.deadwood, drawn=draw_laid(seat, laid, deal))
