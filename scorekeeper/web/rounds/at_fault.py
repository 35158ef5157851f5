"""The hands to change so that a rejected round can be recorded."""

from __future__ import annotations

from itertools import cycle, islice

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.hand import Parts
from scorekeeper.rummy.judging.hand_validation import copies_in
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
    numbers = (_number(played, share, fault) for fault in played.whole.faults)
    return next((number for number in numbers if number is not None), None)


def cards_at_fault(played: GivenRound, share: Seat) -> tuple[Card, ...]:
    """The cards to draw for the number at fault, such as three red threes.

    Empty if the number does not count cards.
    """
    number = number_at_fault(played, share) or 0
    cards = next(filter(None, map(_cards_of_part, played.whole.faults)), ())
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
    at = [share for share in given if _number(played, share, fault) or _holds(played, share, fault)]
    return at or _shares_with(given, _part(fault), played)


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


def _cards_of_part(fault: RuleError) -> tuple[Card, ...]:
    part = OWN_PARTS.get(_part(fault))
    return part.cards if part else ()


def _holds(played: GivenRound, share: Seat, fault: RuleError) -> bool:
    """Check whether a share has one of the cards that a fault is about."""
    named = [value for _key, value in fault.message.arguments if isinstance(value, Card)]
    hand = played.by_share.hands[share].hand
    return any(copies_in(hand, card) for card in named or _cards_of_part(fault))


def _number(played: GivenRound, share: Seat, fault: RuleError) -> int | None:
    """The number in the part at fault, or in the part that counts the same cards as held."""
    part, hand = _part(fault), played.by_share.hands[share].hand
    own = dict(hand.own) if part and isinstance(hand, Parts) else {}
    numbers = (
        number
        for key, number in own.items()
        if part in (key, OWN_PARTS[key].counted_with) and type(number) is int
    )
    return next(numbers, None)
