"""The phase that a Phase 10 player laid down, from the entered phase or from the cards left."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import PHASE, Count, Hand, Parts, Unmatched
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.phases import Phases, phase_part
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants.phase_10_rules import HIGHEST, LOWEST
from scorekeeper.rummy.variants.phase_list import HAND_SIZE, phases_of


def _laid_down(
    rules: Any, column: Column, seat: Seat, hand: Hand | None, goes_out: bool
) -> int | None:
    """The number of the phase that a player laid down in a round. See `Phases.laid_down`."""
    entered = _entered(rules, column, seat, hand)
    left = _left(hand)
    if goes_out:
        if entered == 0:
            raise RuleError(message("Nobody goes out without their phase."), "hands", seat)
        if entered is None and PHASES.is_chosen(rules, column):
            raise RuleError(message("Say which phase {player} laid down.", player=seat), *_at(seat))
        return entered or PHASES.of(rules, column, seat)
    if left is None:
        raise RuleError(message("{player}’s hand is missing.", player=seat), "hands", seat)
    numbers = (entered,) if entered else PHASES.open_to(rules, column, seat)
    most = HAND_SIZE - min(PHASES.listed(rules)[number - 1].size for number in numbers)
    shown = _shown_by_cards(seat, left, most)
    if entered is not None and shown is not None and bool(entered) is not shown:
        raise RuleError(_contradiction(seat, left, most, laid_down=shown), "hands", seat)
    if entered is None and PHASES.is_chosen(rules, column):
        text = message("Say which phase {player} laid down, or that it was none.", player=seat)
        raise RuleError(text, *_at(seat))
    if entered is None and shown is None:
        points = left.points if isinstance(left, Count) else 0
        text = message(
            "{count}: say whether {player} laid the phase down.", count=points, player=seat
        )
        raise RuleError(text, *_at(seat))
    return numbers[0] if entered or shown else None


def _left(hand: Hand | None) -> Count | Unmatched | None:
    """The cards left in a hand, or their count. `None` for other kinds of hands."""
    left = hand.left if isinstance(hand, Parts) else hand
    return left if isinstance(left, Count | Unmatched) else None


def _at(seat: Seat) -> tuple[str | int, ...]:
    return "hands", seat, PHASE


def _entered(rules: Any, column: Column, seat: Seat, hand: Hand | None) -> int | None:
    """The number of the phase laid down, as the user entered it in the hand.

    0 if the user entered that the player laid down no phase. `None` if the user entered neither.
    """
    phase = phase_part(hand)
    if phase is None:
        return None
    if phase is False:
        return 0
    if phase is True:
        if not PHASES.is_chosen(rules, column):
            return PHASES.of(rules, column, seat)
        text = message("Say which phase {player} laid down.", player=seat)
    elif not PHASES.any_order(rules):
        text = message(
            "Phases come in order here: say only whether {player} laid the phase down.", player=seat
        )
    elif phase in PHASES.open_to(rules, column, seat):
        return phase
    elif phase in column.phases_of(seat) and not column.play_off:
        text = message("{player} has laid down phase {number} before.", player=seat, number=phase)
    else:
        text = message(
            "There is no phase {number} for {player} to lay down.", player=seat, number=phase
        )
    raise RuleError(text, *_at(seat))


def _shown_by_cards(seat: Seat, left: Count | Unmatched, most: int) -> bool | None:
    """Whether the cards left show that a player laid a phase down. `None` if they show neither.

    `most` is the most cards that can be left after a phase.
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
            "{player} cannot have {number} cards: a player has ten before the phase, and at most "
            "{most} after it.",
            player=seat,
            number=number,
            most=most,
        )
        raise RuleError(text, "hands", seat)
    return True


def _contradiction(seat: Seat, left: Count | Unmatched, most: int, *, laid_down: bool) -> Message:
    """The error if the cards left contradict the entered phase. `laid_down`: what they show."""
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
        text = message("{count} is impossible: cards count 5, 10, 15 or 25.", count=left.points)
        below = left.points - left.points % LOWEST
        raise RuleError(text, "hands", seat, nearest=(below, below + LOWEST))
    if left in (Count(0), Unmatched(())):
        text = message(
            "{player} has at least one card left: a player without cards has gone out.", player=seat
        )
        raise RuleError(text, "hands", seat)
