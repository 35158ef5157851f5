"""A hand while it is being typed: what it counts, what is wrong with it, what is still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.judging.validation import check_copies, check_hand, lay_hand, whole_size
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Declared, Hand, RuleError, Whole
from scorekeeper.web.rounds.ending_text import ReadEnding
from scorekeeper.web.rounds.hands import DrawnHand, draw_declared, draw_laid
from scorekeeper.web.rounds.read_round import ReadRound


@dataclass(frozen=True, slots=True)
class HandPreview:
    """What can be said of one hand while it is typed.

    `points` is its deadwood, `None` while it cannot be counted, and `shown` what its player put
    down, where that counts; `fault` is what is wrong with it,
    `lack` what is still to be given. `cards` are how many of a whole hand there are and must be;
    `drawn` is a whole hand laid out.
    """

    points: int | None = None
    shown: int | None = None
    fault: RuleError | None = None
    lack: RuleError | None = None
    cards: tuple[int, int] | None = None
    drawn: DrawnHand | None = None


def preview_hands(read: ReadRound, players: Sequence[str], deal: Deal) -> tuple[HandPreview, ...]:
    """Look at every hand, by itself and for cards that others already hold."""
    checked: list[Hand | None] = []
    looked = []
    for seat, given in zip(map(Seat, range(len(players))), read.hands, strict=True):
        preview = HandPreview(fault=given.fault)
        if given.fault is None:
            preview = _look(read.ending, seat, deal, given.hand, checked)
        looked.append(preview)
        checked.append(None if preview.fault else given.hand)
    return tuple(_with_names(each, players) for each in looked)


def _with_names(looked: HandPreview, names: Sequence[str]) -> HandPreview:
    return replace(
        looked,
        fault=looked.fault and looked.fault.under(names=names),
        lack=looked.lack and looked.lack.under(names=names),
    )


def _look(
    ending: ReadEnding, seat: Seat, deal: Deal, hand: Hand | None, others: Sequence[Hand | None]
) -> HandPreview:
    """Look at one hand and the `others` before it; it is counted if it is complete and right."""
    preview = HandPreview()
    try:
        preview = _check(ending, seat, deal, hand)
        check_copies(deal, (*others, None if preview.fault else hand))
    except RuleError as error:
        return replace(preview, fault=error)
    goes_out = ending.leaves_none and ending.by == seat
    return _lay(preview, seat, deal, hand, goes_out=goes_out)


def _check(ending: ReadEnding, seat: Seat, deal: Deal, hand: Hand | None) -> HandPreview:
    """What is wrong with a hand by itself, and what is still to come."""
    ended = ending.by == seat
    if hand is None:
        needed = ending.scores and not (ending.leaves_none and ended and not ending.asks_own)
        missing = RuleError(message("{player}’s hand is missing.", player=seat), "hands", seat)
        return HandPreview(lack=missing if needed else None)
    more = ended and ending.rule is not None and ending.rule.melds_drawn
    if not isinstance(hand, Whole | Declared):
        check_hand(deal, seat, hand, more=more)
        return HandPreview()
    checked = _check_whole(deal, seat, hand, more, ended)
    return checked if ending.scores else replace(checked, lack=None)


def _check_whole(
    deal: Deal, seat: Seat, hand: Whole | Declared, more: bool, ended: bool
) -> HandPreview:
    size = whole_size(deal, more=more) if deal.exact else None
    looked = HandPreview(
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
    """What is already wrong with a whole hand that is not complete yet."""
    try:
        check_hand(replace(deal, exact=False), seat, hand)
    except RuleError as error:
        return error
    return None


def _lay(
    looked: HandPreview, seat: Seat, deal: Deal, hand: Hand | None, *, goes_out: bool
) -> HandPreview:
    """Add the count if the hand is complete and right."""
    if hand is None or looked.fault or looked.lack:
        return looked
    laid = lay_hand(deal, hand, goes_out=goes_out)
    if laid.is_unknown:
        return looked
    if not isinstance(hand, Whole | Declared):
        return replace(looked, points=laid.deadwood, shown=laid.shown)
    return replace(looked, points=laid.deadwood, drawn=draw_laid(seat, laid, deal))
