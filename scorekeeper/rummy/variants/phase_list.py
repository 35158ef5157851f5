"""Lists of phases: their notation, their words, and the search for a phase in a hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from scorekeeper.rummy.cards import SKIP_RANK, WILD_RANK, Card
from scorekeeper.rummy.deal import MeldKind
from scorekeeper.rummy.house_rules import TextRule
from scorekeeper.rummy.list_steps import MeldLetter, MeldList
from scorekeeper.rummy.melds.meld import LaidMeld
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.own_facts import LAST_PHASE
from scorekeeper.rummy.phases import Phase
from scorekeeper.rummy.round import RuleError

CLASSIC = "classic"
CLASSIC_PHASES = "2s3, s3 r4, s4 r4, r7, r8, r9, 2s4, c7, s5 s2, s5 s3"
HIGHEST_NUMBER = 12
HAND_SIZE = 10

_KINDS = {"s": MeldKind.SET, "r": MeldKind.RUN, "c": MeldKind.COLOUR}
_SIZES = {"s": range(2, 9), "r": range(3, HIGHEST_NUMBER + 1), "c": range(3, HAND_SIZE + 1)}
_MELD = re.compile(r"([1-9])?\s*([src])\s*([0-9]{1,2})(?![0-9])")
_PHASE = re.compile(rf"(?:\s*{_MELD.pattern})+\s*")


@dataclass(frozen=True, slots=True)
class PhaseMeld:
    """A meld of a phase: a set, a run or cards of one colour. `size` is its number of cards."""

    kind: MeldKind
    size: int


Melds = tuple[PhaseMeld, ...]


def read_phases(text: str) -> str:
    """Return a list of phases in its stored form. Raises `RuleError` if it is invalid.

    >>> read_phases("S3 s3 ,R10")
    '2s3, r10'
    """
    written = text.strip().lower()
    phases = [_read_phase(part) for part in written.split(",")]
    if len(phases) > LAST_PHASE:
        raise RuleError(message("There are at most {most} phases.", most=LAST_PHASE))
    return ", ".join(phases)


def _read_phase(part: str) -> str:
    found = _MELD.findall(part) if _PHASE.fullmatch(part) else []
    melds: list[tuple[int, str]] = []
    for times, letter, size in found:
        number = int(times or 1)
        if int(size) not in _SIZES[letter]:
            found = []
        elif melds and melds[-1][1] == f"{letter}{int(size)}":
            melds[-1] = (melds[-1][0] + number, melds[-1][1])
        else:
            melds.append((number, f"{letter}{int(size)}"))
    if not found:
        text = message(
            "“{phase}” is no phase: a set of three is written s3, a run of four r4, seven cards of "
            "one colour c7.",
            phase=part.strip()[:20],
        )
        raise RuleError(text)
    if sum(number * int(meld[1:]) for number, meld in melds) > HAND_SIZE:
        text = message("“{phase}” takes more than ten cards.", phase=part.strip()[:20])
        raise RuleError(text)
    return " ".join(f"{number if number > 1 else ''}{meld}" for number, meld in melds)


@lru_cache(maxsize=256)
def melds_of(text: str) -> tuple[Melds, ...]:
    listed = CLASSIC_PHASES if text == CLASSIC else text
    return tuple(
        tuple(
            PhaseMeld(_KINDS[letter], int(size))
            for times, letter, size in _MELD.findall(phase)
            for _ in range(int(times or 1))
        )
        for phase in listed.split(",")
    )


@lru_cache(maxsize=256)
def phases_of(text: str) -> tuple[Phase, ...]:
    return tuple(Phase(_name(melds), sum(meld.size for meld in melds)) for melds in melds_of(text))


def words_of_list(text: str) -> Message:
    return message("{value}", value=tuple(phase.name for phase in phases_of(text)))


def _name(melds: Melds) -> Message:
    """The words for a phase: `set of 4, run of 4`."""
    names = [_name_of_melds(meld, melds.count(meld)) for meld in dict.fromkeys(melds)]
    return names[0] if len(names) == 1 else message("{value}", value=tuple(names))


def _name_of_melds(meld: PhaseMeld, number: int) -> Message:
    if meld.kind is MeldKind.SET:
        if number == 1:
            return message("set of {size}", size=meld.size)
        return message("{number} sets of {size}", number=number, size=meld.size)
    if meld.kind is MeldKind.RUN:
        if number == 1:
            return message("run of {size}", size=meld.size)
        return message("{number} runs of {size}", number=number, size=meld.size)
    if number == 1:
        return message("{size} of one colour", size=meld.size)
    return message("{number} × {size} of one colour", number=number, size=meld.size)


PHASE_TEXT = TextRule(
    read=read_phases,
    words=words_of_list,
    example="2s3, s3 r4, r7",
    pattern=r"^[sScCrR0-9\s,]+$",
    steps=MeldList(
        row=message("Phase {number}"),
        another_row=message("Another phase"),
        letters={
            "s": MeldLetter(message("sets"), message("Another set"), "s3"),
            "r": MeldLetter(message("runs"), message("Another run"), "r4"),
            "c": MeldLetter(message("colours"), message("Another colour"), "c4"),
        },
        read=read_phases,
        words=words_of_list,
    ),
    same_as={CLASSIC: CLASSIC_PHASES},
)

Held = tuple[Card, ...]


def lay_phase(melds: Melds, cards: Sequence[Card]) -> tuple[LaidMeld, ...] | None:
    """Lay the melds of a phase with these cards, such as `R3`. `None` if the cards do not fit."""
    naturals = tuple(card for card in cards if card.rank not in (WILD_RANK, SKIP_RANK))
    wilds = sum(card.rank == WILD_RANK for card in cards)
    return _lay(melds, naturals, wilds, {})


def _lay(
    melds: Melds, cards: Held, wilds: int, failed: dict[tuple[int, Held, int], None]
) -> tuple[LaidMeld, ...] | None:
    if not melds:
        return ()
    key = (len(melds), cards, wilds)
    if key in failed:
        return None
    for laid, used in _ways(melds[0], cards, wilds):
        left = list(cards)
        for card in used:
            left.remove(card)
        rest = _lay(melds[1:], tuple(left), wilds - melds[0].size + len(used), failed)
        if rest is not None:
            return (laid, *rest)
    failed[key] = None
    return None


def _ways(meld: PhaseMeld, cards: Held, wilds: int) -> Iterator[tuple[LaidMeld, Held]]:
    """Yield each way to lay a meld: the laid meld, and its cards that are not wild.

    Ways with the fewest wild cards come first. A meld has at least one card that is not wild.
    """
    least = max(1, meld.size - wilds)
    for size in range(meld.size, least - 1, -1):
        for used in dict.fromkeys(combinations(sorted(cards, key=_number), size)):
            for stands_for in _stands_for(meld, used):
                yield _laid(meld, used, stands_for), used


def _number(card: Card) -> int:
    return int(card.rank[1:])


def _stands_for(meld: PhaseMeld, used: Held) -> Iterator[tuple[str, ...]]:
    """Yield each possible list of values for the cards of a meld: numbers or colours.

    `used` are the cards of the meld that are not wild.
    """
    numbers = [_number(card) for card in used]
    if meld.kind is MeldKind.SET:
        if len(set(numbers)) == 1:
            yield (str(numbers[0]),) * meld.size
    elif meld.kind is MeldKind.COLOUR:
        if len({card.rank[0] for card in used}) == 1:
            yield (used[0].rank[0],) * meld.size
    elif len(set(numbers)) == len(numbers):
        last = min(numbers[0], HIGHEST_NUMBER + 1 - meld.size)
        for first in range(max(1, numbers[-1] + 1 - meld.size), last + 1):
            yield tuple(str(first + place) for place in range(meld.size))


def _laid(meld: PhaseMeld, used: Held, stands_for: tuple[str, ...]) -> LaidMeld:
    by_number: Mapping[str, Card] = {}
    if meld.kind is MeldKind.RUN:
        by_number = {card.rank[1:]: card for card in used}
        cards = tuple(by_number.get(number, Card(WILD_RANK)) for number in stands_for)
        others = tuple(
            card if card.rank != WILD_RANK else Card(number)
            for card, number in zip(cards, stands_for, strict=True)
        )
        return LaidMeld(kind=meld.kind, cards=cards, stands_for=others)
    cards = used + (Card(WILD_RANK),) * (meld.size - len(used))
    return LaidMeld(kind=meld.kind, cards=cards, stands_for=cards)
