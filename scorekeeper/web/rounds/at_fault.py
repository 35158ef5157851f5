"""The hands to change so that a rejected round can be recorded."""

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
"""The most cards to draw for a number at fault. The page also shows the number."""


def shares_at_fault(played: GivenRound) -> list[Seat]:
    """The hands, or shares of hands, that are at fault in a round, in order of play."""
    at = {share for fault in played.whole.faults for share in _shares_of(fault, played)}
    return [share for share in played.shares if share in at]


def number_at_fault(played: GivenRound, share: Seat) -> int | None:
    """The number at fault in this share, such as its number of red threes. `None` without one."""
    numbers = (_number(played, share, part) for part in map(_part, played.whole.faults) if part)
    return next((number for number in numbers if number is not None), None)


def cards_at_fault(played: GivenRound, share: Seat) -> tuple[Card, ...]:
    """The cards to draw for the number at fault, such as three red threes.

    Empty if the number does not count cards.
    """
    number = number_at_fault(played, share) or 0
    kinds = [OWN_PARTS[part].cards for part in map(_part, played.whole.faults) if part in OWN_PARTS]
    cards = next(filter(None, kinds), ())
    return tuple(islice(cycle(cards), min(number, MOST_DRAWN)))


def _shares_of(fault: RuleError, played: GivenRound) -> list[Seat]:
    if fault.where[:1] != ("hands",):
        return []
    given = played.given_shares
    named = [value for _key, value in fault.message.arguments if isinstance(value, Seat)]
    # A sentence without a name is about all shares together.
    if named:
        named += [step for step in fault.where if isinstance(step, Seat)]
        players = {player for seat in named for player in members(seat)}
        given = [share for share in given if players.intersection(members(share))]
    part = _part(fault)
    return [share for share in given if _number(played, share, part)] or _shares_with(
        given, part, played
    )


def _shares_with(given: list[Seat], part: str, played: GivenRound) -> list[Seat]:
    """The shares that give this part of a hand, or all if `part` is empty or none gives it."""
    if not part:
        return given
    held = {part.key for part in played.sheet.game.variant.own_parts if part.is_held}
    is_held = part in held or part == LEFT
    return [share for share in given if isinstance(share, Holder) is is_held] or given


def _part(fault: RuleError) -> str:
    match fault.where:
        case ("hands", _seat, str() as part, *_):
            return part
    return ""


def _number(played: GivenRound, share: Seat, part: str) -> int | None:
    hand = played.by_share.hands[share].hand
    number = dict(hand.own).get(part) if isinstance(hand, Parts) else None
    return number if type(number) is int else None
