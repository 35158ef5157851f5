"""Additions of modern American Canasta: kinds of canastas, parts of a hand, special hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.endings import WENT_OUT
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.variants.canasta_parts import (
    BLACK_THREES,
    RED_THREES,
    RED_THREES_LEFT,
    SHORTEST_CANASTA,
    FamilyEnding,
    FamilyRule,
    FamilyTag,
    Kind,
    canastas,
)
from scorekeeper.rummy.variants.canasta_rules import BOTH_COLOURS, LEAGUE, NO_SPECIAL_HANDS, PAGAT

ACES = Kind(
    part=canastas(
        "aces", message("Aces"), "ace_canasta", FamilyRule.ACES, "red", needs=("ace_canasta",)
    ),
    name=message("a canasta of aces"),
    text=message("Canastas of aces: {number} × {each}"),
    wild=0,
    of={"A": SHORTEST_CANASTA},
    least=140,
)
SEVENS = Kind(
    part=canastas(
        "sevens",
        message("Sevens"),
        "seven_canasta",
        FamilyRule.SEVENS,
        "red",
        needs=("seven_canasta",),
    ),
    name=message("a canasta of sevens"),
    text=message("Canastas of sevens: {number} × {each}"),
    wild=0,
    of={"7": SHORTEST_CANASTA},
)
TWOS = Kind(
    part=canastas(
        "twos",
        message("Twos"),
        "two_canasta",
        FamilyRule.TWOS,
        "joker",
        needs=("wild_canasta", "two_canasta"),
    ),
    name=message("a canasta of twos"),
    text=message("Canastas of twos: {number} × {each}"),
    wild=SHORTEST_CANASTA,
    of={"2": SHORTEST_CANASTA},
)
ALL_JOKERS = 4
JOKERS = Kind(
    part=canastas(
        "jokers",
        message("Four jokers"),
        "joker_canasta",
        FamilyRule.JOKERS,
        "joker",
        needs=("wild_canasta", "joker_canasta"),
    ),
    name=message("a canasta with four jokers"),
    text=message("Canastas with four jokers: {number} × {each}"),
    wild=SHORTEST_CANASTA,
    of={JOKER_RANK: ALL_JOKERS},
    least=260,
)

LADDER = (100, 300, 500, 1000)
"""The points of one, two, three and four threes of the same colour."""


def lays_black(rules: Any) -> bool:
    """Check whether players lay out black threes like red threes."""
    return bool(rules.threes == BOTH_COLOURS)


def _ladder(rules: Any) -> Sequence[int]:
    return LADDER if lays_black(rules) else ()


LAID_RED_THREES = replace(RED_THREES, ladder=_ladder)
LAID_BLACK_THREES = HandPart(
    key=BLACK_THREES,
    name=message("Black threes"),
    most=len(LADDER),
    price=lambda _rules: LADDER[0],
    ladder=_ladder,
    rule=FamilyRule.BLACK_THREES,
    cards=(Card("3", "S"), Card("3", "C")),
    counts=lays_black,
)
HELD_RED_THREES = replace(RED_THREES_LEFT, counts=lambda rules: not lays_black(rules))


def open_prices(rules: Any) -> dict[str, int]:
    """The cost of each kind of open meld, by its name in documents."""
    wild = rules.open_wild if rules.wild_canasta else 0
    costs = {"aces": rules.open_special, "sevens": rules.open_special, "wild": wild}
    return {meld: cost for meld, cost in costs.items() if cost}


OPEN = HandPart(
    key="open",
    name=message("Open melds"),
    note=message("short of seven cards"),
    choices={
        "aces": message("aces"),
        "sevens": message("sevens"),
        "wild": message("wild cards"),
    },
    of_several=True,
    offers=lambda rules: list(open_prices(rules)),
    prices=lambda rules: {meld: -cost for meld, cost in open_prices(rules).items()},
    rule=FamilyRule.OPEN_MELDS,
    is_found=True,
    counts=lambda rules: bool(open_prices(rules)),
)
HELD = HandPart(
    key="held",
    name=message("Three aces or sevens held"),
    note=message("by one player, counted for each rank"),
    most=4,
    price=lambda rules: -int(rules.held_three),
    rule=FamilyRule.HELD_THREE,
    counts=lambda rules: bool(rules.held_three),
    is_held=True,
)

SPECIAL_HANDS = {
    "straight": message("Straight"),
    "pairs": message("Pairs"),
    "wild-pairs": message("Pairs with wild cards"),
    "miami-pairs": message("Miami pairs"),
    "zip-code": message("Zip code"),
    "garbage": message("Garbage"),
    "blast-off": message("Blast-off"),
    "triples": message("Triples"),
    "quads": message("Quads"),
    "dream-four": message("Dream hand (four)"),
    "dream-five": message("Dream hand (five)"),
}
DREAMS = ("dream-four", "dream-five")
"""The special hands that win the game at once."""

_OF_THE_LEAGUE = {
    "straight": 3000,
    "pairs": 2500,
    "wild-pairs": 2000,
    "miami-pairs": 2500,
    "zip-code": 2500,
    "garbage": 3000,
    "blast-off": 3000,
    "triples": 3500,
    "quads": 3500,
    **dict.fromkeys(DREAMS, 8500),
}
_OF_PAGAT = {"straight": 3000, "pairs": 2500, "wild-pairs": 2000, "garbage": 2000}
PRICES: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {NO_SPECIAL_HANDS: {}, PAGAT: _OF_PAGAT, LEAGUE: _OF_THE_LEAGUE}
)
"""The points of each special hand, for each value of the house rule on special hands."""


def plays_special(rules: Any) -> bool:
    return bool(PRICES[rules.special_hands])


SPECIAL = HandPart(
    key="special",
    name=message("Special hand"),
    choices=SPECIAL_HANDS,
    offers=lambda rules: list(PRICES[rules.special_hands]),
    prices=lambda rules: PRICES[rules.special_hands],
    rule=FamilyRule.SPECIAL,
    counts=plays_special,
    of_ending=FamilyEnding.SPECIAL.value,
)
HAD_SPECIAL = replace(
    WENT_OUT,
    ending=FamilyEnding.SPECIAL,
    label=message("{player} had a special hand"),
    word=message("special hand"),
    verdict=message("{player} shows a special hand"),
    of_side=message("{side} show a special hand"),
    tag=FamilyTag.SPECIAL,
    asks_own=True,
    shows_deal=True,
    is_played=plays_special,
    special_of=Ending.OUT,
    asked=message("special hand?"),
)
