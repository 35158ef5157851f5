"""Check that a round is possible: its ending, its players and its other facts."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.hand import Parts
from scorekeeper.rummy.judging.hand_validation import check_parts
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Round, RuleError, seats_of
from scorekeeper.rummy.sides import Holder, are_partners, numbered, shares_of, side_of
from scorekeeper.rummy.variant import Variant


def check_ending(
    variant: Variant, rules: Any, played: Round, seats: tuple[Seat, ...]
) -> EndingRule:
    """Return the variant’s rule for this ending. Raises `RuleError` if the round is invalid."""
    rule = variant.ending_rules.get(played.ending)
    if rule is None:
        raise RuleError(
            message("A round of this game cannot end with “{ending}”.", ending=played.ending.value),
            "ending",
        )
    if rule.needs_player and played.by is None:
        raise RuleError(message("Choose who ended the round."), "by")
    if not rule.needs_player and played.by is not None:
        raise RuleError(
            message("Nobody ends a round like this, not even {player}.", player=played.by), "by"
        )
    if not rule.scores and any(hand is not None for hand in played.hands):
        raise RuleError(
            message("Nobody scores in a round like this, so leave out the hands."), "hands"
        )
    if rule.scores and not played.hands:
        raise RuleError(message("Enter every player’s hand."), "hands")
    for slug in played.allow:
        if slug not in variant.allowable:
            known = "”, “".join(variant.allowable)
            text = message("All that can be allowed is “{known}”.", known=known)
            raise RuleError(text, "allow")
    if played.upcard is not None and not variant.takes_upcard:
        raise RuleError(message("The upcard does not count in this game."), "upcard")
    counting = {fact.key: fact for fact in variant.own_facts if fact.counts(rules)}
    for key, value in played.own_facts:
        if key not in counting:
            raise RuleError(message("“{name}” does not count in this game.", name=key), key)
        for seat in seats_of(value) if not rule.scores else ():
            text = message("Nobody scores in a round like this, not even {player}.", player=seat)
            raise RuleError(text, key)
    for key, fact in counting.items() if rule.scores else ():
        if fact.missing and key not in dict(played.own_facts):
            raise RuleError(fact.missing, key)
    for number, hand in enumerate(played.hands):
        if isinstance(hand, Parts):
            check_parts(variant, rules, numbered(number, seats), hand)
    return rule


def check_holders(played: Round, seats: tuple[Seat, ...], holders: tuple[Seat, ...]) -> None:
    """Reject a side’s hand if its players have separate hands.

    Reject a player’s hand if the side has one hand.
    """
    if not are_partners(seats):
        return
    for share in shares_of(seats):
        if share in holders or played.hand(share) is None:
            continue
        text = have_own_hands(share)
        if isinstance(share, Holder):
            text = has_a_partner(share, side_of(share.player, seats))
        raise RuleError(text, "hands", share)


def have_own_hands(side: Seat) -> Message:
    """Return the error for a side in place of one of its players."""
    return message("Partners have their own hands: name a player of “{side}”.", side=side)


def has_a_partner(player: Seat, side: Seat) -> Message:
    """Return the error for a player in place of the side."""
    return message("{player} has a partner: name the side, “{side}”.", player=player, side=side)


def check_all_in(played: Round, seats: tuple[Seat, ...]) -> None:
    """Reject facts about players who are not in the round. Raises `RuleError` at the first fact."""
    if are_partners(seats):
        return
    for seat, where in played.named:
        check_in(seat, seats, *where)


def check_in(seat: Seat, seats: tuple[Seat, ...], *where: str | int) -> None:
    if seat not in seats:
        raise RuleError(message("{player} is not in the game now.", player=seat), *where)
