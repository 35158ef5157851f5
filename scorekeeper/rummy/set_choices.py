"""The ways in which cards of one rank can make sets, with or without wild cards."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import NamedTuple

SUITED = 4
"""The lanes with a suit; one more holds the cards whose suit nobody told, which make sets only."""
LARGEST_SET = 4
"""Of a set in which no suit may come twice."""

Counts = tuple[int, ...]
"""Copies of a rank by lane: the four suits, then the cards without suit."""


class SetChoice(NamedTuple):
    """Cards of one rank that make sets: how many of each lane, and what it takes.

    `sizes` are the natural cards of each set, `needed` the wild cards that complete them, `room`
    how many more wild cards they can take; `None` is any number.
    """

    counts: Counts
    sizes: tuple[int, ...]
    needed: int
    room: int | None


NO_SET = SetChoice((0,) * (SUITED + 1), (), 0, 0)


@lru_cache(maxsize=1 << 14)
def set_choices(
    counts: Counts, forced: tuple[bool, ...], wilds: int, repeats: bool
) -> tuple[SetChoice, ...]:
    """Every choice of sets from a rank's cards with at most so many wild cards, no set the last.

    `forced` says by lane whether its cards join a set wherever there is one, since no run can take
    them; it is heeded only where a set may repeat a suit, for only there is a set never full.
    """
    choices = []
    for taken in product(*(range(count, -1, -1) for count in counts)):
        if repeats and any(
            must and took < count for must, took, count in zip(forced, taken, counts, strict=True)
        ):
            continue
        choice = _choice(taken, repeats)
        if choice is not None and choice.needed <= wilds:
            choices.append(choice)
    return (*choices, NO_SET)


def _choice(taken: Counts, repeats: bool) -> SetChoice | None:
    """The sets that exactly these cards make, if they make any worth their wild cards."""
    cards = sum(taken)
    # A single card with a suit and two wild cards is the shortest run: lane_runs has it.
    if cards == 0 or (cards == 1 and not taken[SUITED]):
        return None
    if repeats:
        return SetChoice(taken, (cards,), max(0, 3 - cards), None)
    twice = sum(1 for count in taken[:SUITED] if count > 1)
    if max(taken[:SUITED]) > 2:
        return None
    if not twice:
        return _without_repeats(taken, (cards,))
    # Two sets: every suit that comes twice is in both, so each has at least that many cards.
    splits = [(cards - less, less) for less in range(twice, cards // 2 + 1)]
    fitting = [choice for split in splits if (choice := _without_repeats(taken, split))]
    return min(fitting, key=lambda choice: (choice.needed, -(choice.room or 0)), default=None)


def _without_repeats(taken: Counts, sizes: tuple[int, ...]) -> SetChoice | None:
    if max(sizes) > LARGEST_SET:
        return None
    needed = sum(max(0, 3 - size) for size in sizes)
    return SetChoice(taken, sizes, needed, sum(LARGEST_SET - max(3, size) for size in sizes))
