"""The cards and the house rules of Phase 10."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.cards import SKIP_RANK, WILD_RANK, Card, Pieces
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.house_rules import house_rule, values
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variants.phase_list import CLASSIC, HAND_SIZE, HIGHEST_NUMBER, PHASE_TEXT

COLOURS = "RBGY"
LOW, HIGH = "1-9", "10-12"
_NUMBERS = tuple(str(number) for number in range(1, HIGHEST_NUMBER + 1))
_FIRST_HIGH = 10
_OWN = {"W": WILD_RANK, "WILD": WILD_RANK, "SK": SKIP_RANK, "SKIP": SKIP_RANK}
_DECKS, _WILDS, _SKIPS = 2, 8, 4
LOWEST, HIGHEST = 5, 25
"""The points of the cheapest card, and of the dearest card."""

NUMBERED = Pieces(
    (*_NUMBERS, WILD_RANK, SKIP_RANK),
    "",
    {rank: Card(rank) for rank in (*_NUMBERS, LOW, HIGH)}
    | {written: Card(rank) for written, rank in _OWN.items()},
    unsuited=message(
        "Colours are not entered here: enter what {player} has left, or its count."
    ).template,
    keys=(LOW, HIGH, SKIP_RANK, WILD_RANK),
)
"""Cards from 1 to 12, wild cards and skips. Players enter them without colours."""

COLOURED = Pieces(
    (*_NUMBERS, WILD_RANK, SKIP_RANK),
    COLOURS,
    {colour + number: Card(colour + number) for colour in COLOURS for number in _NUMBERS}
    | {written: Card(rank) for written, rank in _OWN.items()},
    are_coloured=True,
)
"""The same cards with colours, such as `R7`. Questions about a phase need colours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase10Rules:
    """The house rules of Phase 10, each with its label."""

    phases: str = house_rule(
        CLASSIC,
        message("Phases"),
        choices=((CLASSIC, message("the ten printed ones")),),
        text=PHASE_TEXT,
    )
    order: str = house_rule(
        "fixed",
        message("Phases are laid down"),
        choices=(("fixed", message("in order")), ("any", message("in any order"))),
    )
    skip_value: int = house_rule(15, message("A skip counts"), choices=values(15, 25))
    wild_value: int = house_rule(25, message("A wild card counts"), choices=values(25))
    winner_by: str = house_rule(
        "phase",
        message("After the last phase the winner is"),
        choices=(
            ("phase", message("of those who laid it down, who has the fewest points")),
            ("points", message("whoever has the fewest points")),
        ),
    )
    tie_at_end: str = house_rule(
        "replay",
        message("The leaders are level at the end"),
        choices=(
            ("replay", message("they play the last phase again: the first to go out wins")),
            ("share", message("they share the win")),
        ),
    )


@lru_cache(maxsize=64)
def phase_10_deal(rules: Any) -> Deal:
    numbers = {rank: 5 if int(rank) < _FIRST_HIGH else 10 for rank in _NUMBERS}
    either = {LOW: _FIRST_HIGH - 1, HIGH: HIGHEST_NUMBER + 1 - _FIRST_HIGH}
    copies = len(COLOURS) * _DECKS
    return Deal(
        worth=numbers
        | {LOW: LOWEST, HIGH: 10, SKIP_RANK: rules.skip_value, WILD_RANK: rules.wild_value},
        hand_size=HAND_SIZE,
        suits=COLOURS,
        decks=_DECKS,
        spares_melds=False,
        copies={SKIP_RANK: _SKIPS, WILD_RANK: _WILDS}
        | {rank: number * copies for rank, number in either.items()},
    )
