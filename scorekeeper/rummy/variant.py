"""What a variant is: one frozen value of data and pure functions, and the words they speak in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, at_target
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Ending, Line, Round, Ruling


@dataclass(frozen=True, slots=True)
class EndingRule:
    """One way in which a round of this variant can end.

    `label` says it in the players' words (`{player}` is who ended it); `at_zero` is what it really
    was when that player has nothing left; a round that does not score takes no hands. `is_played`
    says whether these house rules know it: where they do not, it need not be offered.
    """

    ending: Ending
    label: Message
    at_zero: Ending | None = None
    scores: bool = True
    is_played: Callable[[Any], bool] = lambda _rules: True

    @property
    def needs_player(self) -> bool:
        """Whether somebody ended the round."""
        return self.ending not in (Ending.STOCK, Ending.VOID)

    @property
    def leaves_none(self) -> bool:
        """Whether whoever ended the round has no card left, so that their hand may be left out."""
        return self.needs_player and self.ending is not Ending.KNOCK


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; it states only what differs from `plain`."""

    key: str
    name: Message
    overrides: Mapping[str, Value]

    def __post_init__(self) -> None:
        object.__setattr__(self, "overrides", MappingProxyType(dict(self.overrides)))


def deal_to_the_left(_rules: Any, dealer: Seat, ruling: Ruling, players: int) -> Seat:
    """The next dealer where the deal passes to the left after every round that counts."""
    return dealer if ruling.is_void else Seat((dealer + 1) % players)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game of the rummy family, whole.

    `deal(rules, players, number)` is what round `number` (void ones not counted) is played with;
    `knock_limit(rules, round)` the highest legal knock, or `None`; `check_table` and `check_round`
    refuse what only this game refuses; `judge` prices a case; `is_over` and `settle` close a
    column; `winners(rules, columns, final)` names who won; `columns` is how many the sheet has.
    """

    key: str
    name: Message
    tagline: Message
    fewest: int
    most: int
    rules_type: type
    presets: tuple[Preset, ...]
    endings: tuple[EndingRule, ...]
    deal: Callable[[Any, int, int], Deal]
    judge: Callable[[Case], Ruling]
    settle: Callable[[Any, Column, int], tuple[Line, ...]]
    winners: Callable[[Any, tuple[Column, ...], tuple[int, ...]], tuple[Seat, ...]]
    is_over: Callable[[Any, Column], bool] = at_target
    next_dealer: Callable[[Any, Seat, Ruling, int], Seat] = deal_to_the_left
    lowest_wins: Callable[[Any], bool] = lambda _rules: False
    knock_limit: Callable[[Any, Round], int | None] = lambda _rules, _round: None
    check_table: Callable[[Any, int], None] = lambda _rules, _players: None
    check_round: Callable[[Any, Round], None] = lambda _rules, _round: None
    columns: int = 1
    takes_upcard: bool = False
    lays_off: bool = False

    @cached_property
    def ending_rules(self) -> dict[Ending, EndingRule]:
        """The endings of this variant by name."""
        return {each.ending: each for each in self.endings}

    def preset(self, key: str) -> Preset | None:
        """The preset of this name, if there is one."""
        return next((preset for preset in self.presets if preset.key == key), None)
