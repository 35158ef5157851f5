"""Check hands and lay them on the table, before any lay-offs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.hand import (
    Count,
    Declared,
    Groups,
    Hand,
    Laid,
    Parts,
    Unmatched,
    Whole,
    tells_why_not,
    unopened,
)
from scorekeeper.rummy.judging.hand_validation import check_copies, check_hand
from scorekeeper.rummy.judging.put_down import shown_points
from scorekeeper.rummy.melds.arrange import best_arrangement
from scorekeeper.rummy.melds.declaration import best_declaration, declaration
from scorekeeper.rummy.messages import SEATS, Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.sides import are_partners, members, side_of
from scorekeeper.rummy.variant import Variant


def with_presumed_hands(variant: Variant, played: Round, seats: tuple[Seat, ...]) -> Round:
    """Return the round after adding the facts that its ending presumes.

    Some endings presume that only the side that ended the round has opened.
    """
    rule = variant.ending_rules.get(played.ending)
    if rule is None or not rule.presumes_unopened:
        return played
    hands = [played.hand(seat) for seat in SEATS[: seats[-1] + 1]]
    for seat in seats:
        if played.by not in members(seat):
            hands[seat] = unopened(hands[seat])
    return replace(played, hands=tuple(hands))


def lay_hands(
    rule: EndingRule, deal: Deal, played: Round, seats: tuple[Seat, ...]
) -> Mapping[Seat, Laid]:
    """Lay every hand that counts on the table. `seats` are the owners of these hands.

    Raises `RuleError` at a missing or impossible hand.
    """
    given = dict(zip(SEATS, played.hands, strict=False))
    hands = {seat: given.get(seat) for seat in seats}
    # The partner of a player who goes out still has cards.
    partners = are_partners(seats)
    has_no_cards = rule.leaves_none and not partners
    by = None if played.by is None else side_of(played.by, seats)
    for seat, hand in hands.items():
        ended = seat == by
        if hand is not None:
            check_hand(deal, seat, hand, more=ended and rule.melds_drawn, ended=ended)
        elif not (has_no_cards and ended):
            raise RuleError(message("{player}’s hand is missing.", player=seat), "hands", seat)
    check_copies(deal, played.hands, seats)
    out = by if has_no_cards else None
    laid = {seat: lay_hand(deal, hand, goes_out=seat == out) for seat, hand in hands.items()}
    if out is not None and not laid[out].is_empty and laid[out].net is None:
        if not rule.shows_deal:
            raise _cards_left(deal, out, laid[out])
        laid[out] = lay_hand(deal, hands[out])
    return MappingProxyType(laid)


def _cards_left(deal: Deal, seat: Seat, hand: Laid) -> RuleError:
    if deal.needs_runs:
        text = message(
            "{player}’s hand is not a valid declaration: leave it out, or enter it as a wrong "
            "declaration.",
            player=seat,
        )
    elif hand.melds and hand.unmatched:
        text = message(
            "{player} ended the round but would still have {cards}.",
            player=seat,
            cards=hand.unmatched,
        )
    else:
        text = message("{player} ended the round, so nothing can be left.", player=seat)
    return RuleError(text, "hands", seat)


def lay_hand(deal: Deal, hand: Hand | None, *, goes_out: bool = False) -> Laid:
    """Return a checked hand as laid on the table, before any lay-offs.

    If melds still in a hand count as deadwood, only the player who `goes_out` lays melds down.
    """
    if hand is None:
        return Laid(0, ())
    if isinstance(hand, Parts):
        left = lay_hand(deal, hand.left, goes_out=goes_out)
        return _lay_parts(deal, hand, left, goes_out=goes_out)
    if isinstance(hand, Count):
        return Laid(hand.points, None)
    if isinstance(hand, Unmatched) or not (deal.spares_melds or goes_out):
        return Laid(deal.points_of(hand.cards), hand.cards)
    if deal.needs_runs:
        return _lay_declaration(deal, hand)
    if isinstance(hand, Declared):
        return Laid(deal.points_of(hand.unmatched), hand.unmatched, hand.melds)
    best = best_arrangement(hand.cards, deal)
    return Laid(best.deadwood, best.unmatched, best.melds)


def _lay_declaration(deal: Deal, hand: Whole | Declared) -> Laid:
    """Return a whole hand with the cards that count, and the melds that do not count."""
    spares = deal.spares_one_run
    if isinstance(hand, Whole):
        found = best_declaration(hand.cards, deal, spares_one_run=spares)
    else:
        found = declaration(hand.melds, hand.unmatched, deal, spares_one_run=spares)
    in_hand = Counter() if found.has_needed_runs else Counter(found.counting)
    spared = [meld.cards for meld in found.melds if not Counter(meld.cards) <= in_hand]
    return Laid(found.points, found.counting, tuple(spared))


def _lay_parts(deal: Deal, hand: Parts, left: Laid, *, goes_out: bool = False) -> Laid:
    """Return a checked hand of several parts as laid on the table. `left` is the cards left in it.

    A player who `goes_out` counts as opened, even if `hand.opened` is false.
    """
    opened = hand.opened or goes_out
    none_left = opened and not tells_why_not(hand.own)
    unmatched = left.unmatched if none_left or hand.left is not None else None
    groups: Groups = ()
    shown: int | None = None
    if isinstance(hand.shown, Count):
        shown = hand.shown.points
    elif hand.shown is not None:
        groups, shown = hand.shown, sum(shown_points(deal, group) for group in hand.shown)
    return Laid(left.deadwood, unmatched, left.melds, opened, shown, groups, hand.own)
