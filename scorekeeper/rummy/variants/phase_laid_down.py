"""The phase that a Phase 10 player laid down, from the entered phase or from the cards left."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import PHASE, Count, Hand, Parts, Unmatched
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.phases import Phases, told_phase
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants.phase_10_rules import HIGHEST, LOWEST
from scorekeeper.rummy.variants.phase_list import HAND_SIZE, phases_of


def _laid_down(
    rules: Any, column: Column, seat: Seat, hand: Hand | None, goes_out: bool
) -> int | None:
    told = _told(rules, column, seat, hand)
    left = _left(hand)
    if goes_out:
        if told == 0:
            raise RuleError(message("Nobody goes out without their phase."), "hands", seat)
        if told is None and PHASES.is_chosen(rules, column):
            raise RuleError(message("Say which phase {player} laid down.", player=seat), *_at(seat))
        return told or PHASES.of(rules, column, seat)
    if left is None:
        raise RuleError(message("{player}’s hand is missing.", player=seat), "hands", seat)
    numbers = (told,) if told else PHASES.open_to(rules, column, seat)
    most = HAND_SIZE - min(PHASES.listed(rules)[number - 1].size for number in numbers)
    found = _found(seat, left, most)
    if told is not None and found is not None and bool(told) is not found:
        raise RuleError(_contradiction(seat, left, most, laid_down=found), "hands", seat)
    if told is None and PHASES.is_chosen(rules, column):
        text = message("Say which phase {player} laid down, or that it was none.", player=seat)
        raise RuleError(text, *_at(seat))
    if told is None and found is None:
        points = left.points if isinstance(left, Count) else 0
        text = message(
            "{count}: say whether {player} laid the phase down.", count=points, player=seat
        )
        raise RuleError(text, *_at(seat))
    return numbers[0] if told or (told is None and found) else None


def _left(hand: Hand | None) -> Count | Unmatched | None:
    """The cards left in a hand, or their count. `None` for other kinds of hands."""
    left = hand.left if isinstance(hand, Parts) else hand
    return left if isinstance(left, Count | Unmatched) else None


def _at(seat: Seat) -> tuple[str | int, ...]:
    return "hands", seat, PHASE


def _told(rules: Any, column: Column, seat: Seat, hand: Hand | None) -> int | None:
    """The number of the phase laid down, as the user entered it in the hand.

    0 if the user entered that the player laid down no phase. `None` if the user entered neither.
    """
    told = told_phase(hand)
    if told is None or told is False:
        return told if told is None else 0
    if told is True:
        if not PHASES.is_chosen(rules, column):
            return PHASES.of(rules, column, seat)
        own = message("Say which phase {player} laid down.", player=seat)
    elif not PHASES.any_order(rules):
        own = message(
            "Phases come in order here: say just whether {player} laid it down.", player=seat
        )
    elif told in PHASES.open_to(rules, column, seat):
        return int(told)
    elif told in column.phases_of(seat) and not column.play_off:
        own = message("{player} has laid down phase {number} before.", player=seat, number=told)
    else:
        own = message(
            "There is no phase {number} for {player} to lay down.", player=seat, number=told
        )
    raise RuleError(own, *_at(seat))


def _found(seat: Seat, left: Count | Unmatched, most: int) -> bool | None:
    """Check by the cards left whether a player laid a phase down.

    `most` is the most cards left after laying down a phase. `None` if the cards left do not show
    whether the player laid down a phase.
    """
    if isinstance(left, Count):
        if left.points < HAND_SIZE * LOWEST:
            return True
        return False if left.points > HIGHEST * most else None
    number = len(left.cards)
    if number == HAND_SIZE:
        return False
    if number > most:
        text = message(
            "{player} cannot have {number} cards: ten without the phase, at most {most} after it.",
            player=seat,
            number=number,
            most=most,
        )
        raise RuleError(text, "hands", seat)
    return True


def _contradiction(seat: Seat, left: Count | Unmatched, most: int, *, laid_down: bool) -> Message:
    if isinstance(left, Count) and laid_down:
        return message(
            "With {count} left {player} has laid the phase down: ten cards count 50 or more.",
            count=left.points,
            player=seat,
        )
    if isinstance(left, Count):
        return message(
            "With {count} left {player} has not laid the phase down: {most} cards at most are left "
            "after it.",
            count=left.points,
            player=seat,
            most=most,
        )
    if laid_down:
        return message(
            "With {cards} left {player} has laid the phase down.", cards=left.cards, player=seat
        )
    return message("With ten cards left {player} has not laid the phase down.", player=seat)


PHASES = Phases(
    listed=lambda rules: phases_of(rules.phases),
    any_order=lambda rules: bool(rules.order == "any"),
    laid_down=_laid_down,
)

PHASE_PART = HandPart(key=PHASE, name=message("phase laid down"))


def check_hand(_rules: Any, _deal: Deal, seat: Seat, hand: Hand | None, goes_out: bool) -> None:
    """Check that the cards left in a hand are possible. Raises `RuleError` at the hand."""
    left = _left(hand)
    if goes_out or left is None:
        return
    if isinstance(left, Count) and left.points % LOWEST:
        text = message("{count} cannot be: cards count 5, 10, 15 or 25.", count=left.points)
        below = left.points - left.points % LOWEST
        raise RuleError(text, "hands", seat, nearest=(below, below + LOWEST))
    if left in (Count(0), Unmatched(())):
        text = message(
            "{player} has a card left at least: who has no card left has gone out.", player=seat
        )
        raise RuleError(text, "hands", seat)
