"""One hand of a round being entered: read, checked and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.case import GONE_OUT
from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.entering import GivenHand
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.hand import Declared, Hand, Laid, Parts, Unmatched, Whole, unopened
from scorekeeper.rummy.judging.hand_validation import (
    check_can_be_laid_out,
    check_copies,
    check_hand,
    check_parts,
    whole_size,
)
from scorekeeper.rummy.judging.laying import lay_hand
from scorekeeper.rummy.judging.validation import have_own_hands
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Holder, Side
from scorekeeper.web.entering.ending import ReadEnding
from scorekeeper.web.parts.drawn_hands import DrawnHand, draw_declared, draw_laid


@dataclass(frozen=True)
class HandInProgress:
    """A hand as typed.

    `hand` is `None` if the text is empty or unreadable. `laid_off` are the cards that the player
    claims to have laid off. `fault` is the error in the hand, `missing` the error for a part
    still to give. `size` is the number of cards of a whole hand, if known.
    """

    seat: Seat
    deal: Deal
    hand: Hand | None = None
    laid_off: tuple[Card, ...] = ()
    fault: RuleError | None = None
    missing: RuleError | None = None
    size: int | None = None
    goes_out: bool = False

    @cached_property
    def _laid(self) -> Laid | None:
        if self.hand is None or self.fault or self.missing:
            return None
        laid = lay_hand(self.deal, self.hand, goes_out=self.goes_out)
        return None if laid.is_unknown else laid

    @property
    def deadwood(self) -> int | None:
        """The deadwood. `None` if it cannot be counted."""
        return self._laid.deadwood if self._laid else None

    @property
    def shown(self) -> int | None:
        return self._laid.shown if self._laid else None

    @property
    def card_count(self) -> tuple[int, int] | None:
        """The number of cards in a whole hand, and the number it must have."""
        if self.size is None or not isinstance(self.hand, Whole | Declared):
            return None
        return len(self.hand.cards), self.size

    @property
    def drawn(self) -> DrawnHand | None:
        """A whole hand laid out, with any invalid melds."""
        if self._laid and isinstance(self.hand, Whole | Declared):
            return draw_laid(self.seat, self._laid, self.deal)
        if isinstance(self.hand, Declared):
            return draw_declared(self.seat, self.hand, self.deal)
        return None


Entered: TypeAlias = GivenHand | RuleError | None
"""A hand as read, the error if it is unreadable, or `None` if it is missing."""


def check_given(hand: Hand, share: Seat, game: Game) -> None:
    """Reject a hand or share that no ending allows. Raises `RuleError` at the hand."""
    check_can_be_laid_out(share, hand)
    if isinstance(share, Side) and share not in game.owners:
        raise RuleError(have_own_hands(share), "hands", share)
    if isinstance(hand, Parts):
        check_parts(game.variant.asked_of(share), game.rules, share, hand)


def check_hands(
    entered: Sequence[Entered],
    givers: Sequence[Seat],
    game: Game,
    seats: Sequence[Seat],
    deal: Deal,
    ending: ReadEnding,
    column: Column,
) -> Iterator[HandInProgress]:
    """Check each hand, by itself and with the hands before it.

    Players who are out need no hand. If they give one, the rules reject it. `column` is the state
    before the round.
    """
    others: list[Hand | None] = []
    for seat, given in zip(givers, entered, strict=True):
        blank = HandInProgress(seat, deal)
        if seat not in seats and given is None:
            others.append(None)
            yield blank
            continue
        if isinstance(given, RuleError):
            others.append(None)
            yield replace(blank, fault=given.under(names=game.players))
            continue
        read = as_it_ended(given, seat, ending)
        hand = replace(blank, hand=read.hand, laid_off=read.laid_off) if read else blank
        hand = _checked(hand, game, ending, column)
        if hand.hand is not None and not hand.fault:
            try:
                check_copies(deal, (*others, hand.hand), seats)
            except RuleError as error:
                hand = replace(hand, fault=error)
        others.append(None if hand.fault else hand.hand)
        yield _with_names(hand, game.players)


def as_share(checked: HandInProgress, game: Game) -> HandInProgress:
    """A checked share. The melds of a side are complete without the cards left.

    A holder's share has a fault if it is a whole hand or counts 0.
    """
    share, hand = checked.seat, checked.hand
    if not isinstance(share, Holder):
        if not isinstance(hand, Parts):
            return checked
        left = None if hand.left == Unmatched(()) else hand.left
        return replace(checked, hand=replace(hand, left=left), missing=None)
    if hand is None or checked.fault:
        return checked
    text = message(GONE_OUT.template, player=share)
    if isinstance(hand, Whole | Declared):
        text = message("For {player}, enter just the cards left.", player=share)
    elif checked.deadwood or (isinstance(hand, Parts) and any(dict(hand.own).values())):
        return replace(checked, missing=None)
    fault = RuleError(text, "hands", share).under(names=game.players)
    return replace(checked, fault=fault)


def as_it_ended(given: GivenHand | None, seat: Seat, ending: ReadEnding) -> GivenHand | None:
    """The hand of a seat, unopened if the ending implies that its player did not open."""
    if _may_have_opened(seat, ending):
        return given
    return replace(given, hand=unopened(given.hand)) if given else GivenHand(unopened(None))


def without_implied(given: GivenHand, seat: Seat, ending: ReadEnding) -> GivenHand | None:
    """The hand without facts that the ending implies. `None` if no other facts are left."""
    if not isinstance(given.hand, Parts) or _may_have_opened(seat, ending):
        return given
    hand = replace(given.hand, opened=True)
    return None if hand == Parts() else replace(given, hand=hand)


def _may_have_opened(seat: Seat, ending: ReadEnding) -> bool:
    return ending.rule is None or ending.rule.others_opened or ending.was_ended_by(seat)


def _checked(
    given: HandInProgress, game: Game, ending: ReadEnding, column: Column
) -> HandInProgress:
    seat, deal, hand = given.seat, given.deal, given.hand
    ended, goes_out = ending.was_ended_by(seat), ending.goes_out(seat)
    if hand is None or (isinstance(hand, Parts) and not hand.stands_alone):
        needed = ending.needs_hand(seat)
        missing = _not_given(seat, goes_out=goes_out) if needed else None
        if not needed and ending.scores:
            missing = _phase_not_told(given, game, column)
        return replace(given, missing=missing)
    more = ended and ending.rule is not None and ending.rule.melds_drawn
    size = whole_size(deal, more=more) if deal.exact else None
    given = replace(given, size=size, goes_out=goes_out)
    try:
        check_hand(deal, seat, hand, more=more, ended=ended)
        if isinstance(hand, Parts):
            check_parts(game.variant, game.rules, seat, hand)
        game.variant.check_hand(game.rules, deal, seat, hand, ended)
        if game.variant.phases is not None and ending.scores:
            game.variant.phases.laid_down(game.rules, column, seat, hand, ended)
    except RuleError as error:
        if given.card_count is None or given.card_count[0] >= given.card_count[1]:
            return replace(given, fault=error)
        missing = error if ending.scores else None
        return replace(given, missing=missing, fault=_fault_so_far(deal, seat, hand))
    return given


def _phase_not_told(given: HandInProgress, game: Game, column: Column) -> RuleError | None:
    phases = game.variant.phases
    if phases is None or not phases.is_chosen(game.rules, column):
        return None
    try:
        phases.laid_down(game.rules, column, given.seat, given.hand, True)
    except RuleError as error:
        return error
    return None


def _not_given(seat: Seat, *, goes_out: bool) -> RuleError:
    if goes_out:
        return RuleError(message("Enter what {player} put down.", player=seat), "hands", seat)
    return RuleError(message("{player}’s hand is missing.", player=seat), "hands", seat)


def _fault_so_far(deal: Deal, seat: Seat, hand: Hand) -> RuleError | None:
    try:
        check_hand(replace(deal, exact=False), seat, hand)
    except RuleError as error:
        return error
    return None


def _with_names(hand: HandInProgress, names: tuple[str, ...]) -> HandInProgress:
    return replace(
        hand,
        fault=hand.fault and hand.fault.under(names=names),
        missing=hand.missing and hand.missing.under(names=names),
    )
