"""Whose hands can be changed so that a round that was refused can be recorded."""

from __future__ import annotations

from itertools import cycle, islice

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.hand import Parts
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.sides import Holder, members
from scorekeeper.rummy.variants import OWN_PARTS
from scorekeeper.web.entering.given_round import GivenRound

LEFT = "left"

MOST_DRAWN = 8
"""No more cards of one kind are drawn. The number is told anyway."""


def shares_at_fault(played: GivenRound) -> list[Seat]:
    """The hands, or shares of them, that are at fault in a round, in order of play."""
    at = {share for fault in played.whole.faults for share in _shares_of(fault, played)}
    return [share for share in played.shares if share in at]


def number_at_fault(played: GivenRound, share: Seat) -> int | None:
    """The number of this share that is at fault, such as the red threes. `None` if it is none."""
    numbers = (_number(played, share, part) for part in map(_part, played.whole.faults) if part)
    return next((number for number in numbers if number is not None), None)


def cards_at_fault(played: GivenRound, share: Seat) -> tuple[Card, ...]:
    """The cards of the number at fault, such as three red threes. Empty if it counts no cards."""
    number = number_at_fault(played, share) or 0
    kinds = [OWN_PARTS[part].cards for part in map(_part, played.whole.faults) if part in OWN_PARTS]
    cards = next(filter(None, kinds), ())
    return tuple(islice(cycle(cards), min(number, MOST_DRAWN)))


def _shares_of(fault: RuleError, played: GivenRound) -> list[Seat]:
    if fault.where[:1] != ("hands",):
        return []
    given = played.given_shares
    named = [value for _key, value in fault.message.arguments if isinstance(value, Seat)]
    # A sentence that names nobody is about what all have together.
    if named:
        named += [step for step in fault.where if isinstance(step, Seat)]
        players = {player for seat in named for player in members(seat)}
        given = [share for share in given if players.intersection(members(share))]
    part = _part(fault)
    return [share for share in given if _number(played, share, part)] or _asked(given, part, played)


def _asked(given: list[Seat], part: str, played: GivenRound) -> list[Seat]:
    """Those of these shares that are asked for this part of a hand, or all for no part."""
    held = {part.key for part in played.sheet.game.variant.own_parts if part.is_held}
    if not part or not played.is_shared:
        return given
    is_held = part in held or part == LEFT
    return [share for share in given if isinstance(share, Holder) is is_held] or given


def _part(fault: RuleError) -> str:
    """Which part of a hand is at fault. Empty if it is the hand as a whole."""
    match fault.where:
        case ("hands", _seat, str() as part, *_):
            return part
    return ""


def _number(played: GivenRound, share: Seat, part: str) -> int | None:
    hand = played.by_share.hands[share].hand
    number = dict(hand.own).get(part) if isinstance(hand, Parts) else None
    return number if type(number) is int else None
