"""The tiles and the house rules of Okey 101, and checks of racks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, TILES
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.hand import OPENED_KEY, Hand, Parts, Unmatched
from scorekeeper.rummy.house_rules import bonus, house_rule, rounds_to_play, target, values
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.pieces import COLOURED_TILES

RACK = 21
_SETS = 2
_OKEYS = 2
_OPENING = 101
_PAIRS_TO_OPEN = 5
_MOST_AFTER_OPENING = 13
"""The most tiles left after opening with 101 points, which takes at least eight of 21 tiles."""
_MOST_AFTER_PAIRS = 11
MOST_PENALTIES = 20
PAIRS = "pairs"

OPENED = HandPart(
    key=OPENED_KEY,
    name=message("opened"),
    choices={PAIRS: message("pairs")},
    price=lambda rules: int(rules.not_opened),
)
PENALTIES = HandPart(key="penalties", name=message("penalties"), most=MOST_PENALTIES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Okey101Rules:
    """The house rules of Okey 101, each with its label."""

    not_opened: int = house_rule(
        202,
        message("A player who never opened scores"),
        choices=values(101, 202, 303),
    )
    out_bonus: int = house_rule(
        101, message("Points off for finishing"), choices=((0, message("none")), *values(101))
    )
    okey_left: int = house_rule(
        101,
        message("An okey counts"),
        message("In points, when left on the rack of a player who opened."),
        choices=values(0, 25, 101),
    )
    penalty: int = bonus(
        101,
        message("A penalty"),
        message("For each tile thrown that fits on the table, for example."),
        high=202,
    )
    pairs_double: bool = house_rule(
        True, message("Tiles left count double for a player who opened with pairs")
    )
    pairs_finish: bool = house_rule(
        True, message("The round counts double if the player who finished opened with pairs")
    )
    rounds: int = rounds_to_play(7, high=30)
    target: int = target(0, high=5000)


@lru_cache(maxsize=64)
def okey_101_deal(rules: Any) -> Deal:
    return Deal(
        worth={number: int(number) for number in TILES.ranks} | {JOKER_RANK: rules.okey_left},
        hand_size=None,
        dealt=RACK,
        decks=_SETS,
        jokers=_OKEYS,
        spares_melds=False,
    )


def okey_101_table(rules: Any, _players: int) -> TableGame:
    """The table for questions about opening.

    A joker in the question is an okey. Users enter a false okey as the tile that it stands for.
    """
    return TableGame(
        pieces=COLOURED_TILES,
        worth=tuple(map(int, TILES.ranks)),
        joker_worth=rules.okey_left,
        copies=_SETS,
        jokers=_OKEYS,
        opening=_OPENING,
        pairs=_PAIRS_TO_OPEN,
        asks_only_opening=True,
    )


def opened_with_pairs(hand: Hand | None) -> bool:
    return isinstance(hand, Parts) and dict(hand.own).get(OPENED_KEY) == PAIRS


def check_rack(_rules: Any, _deal: Deal, seat: Seat, hand: Hand | None, finished: bool) -> None:
    """Check the number of tiles left, and that a player who finished has opened."""
    opened = not isinstance(hand, Parts) or hand.opened
    if finished and not opened:
        text = message("{player} cannot finish without opening.", player=seat)
        raise RuleError(text, "hands", seat, OPENED_KEY)
    left = hand.left if isinstance(hand, Parts) else hand
    number = len(left.cards) if isinstance(left, Unmatched) else 0
    too_many: tuple[int, Message] = (
        RACK,
        message("{player} cannot have {number} tiles: a rack has 21."),
    )
    if opened:
        too_many = (
            _MOST_AFTER_OPENING,
            message("{player} cannot have {number} tiles after opening: 101 takes at least eight."),
        )
    if opened_with_pairs(hand):
        too_many = (
            _MOST_AFTER_PAIRS,
            message("{player} cannot have {number} tiles after opening: five pairs take ten."),
        )
    most, text = too_many
    if number > most:
        raise RuleError(message(text.template, player=seat, number=number), "hands", seat)
