"""What a variant is: one frozen value of data and pure functions, and the words they speak in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any

from scorekeeper.rummy.article import MISTAKES, Article
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import Column, at_target
from scorekeeper.rummy.column_entry import EntryKind
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.example import Example
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import AnyEnding, AnyTag, Ending, Line, Round, Ruling, Tag


@dataclass(frozen=True, slots=True)
class EndingRule:
    """One way in which a round of this variant can end.

    `label` says it in the players' words (`{player}` is who ended it); `tag` is what a ruling calls
    it; `at_zero` is what it really was when that player has nothing left; a round that does not
    score takes no hands. Where it `compares`, the lowest count wins; otherwise whoever ended the
    round does. Where it `melds_drawn`, that player may have melded the card they drew as well.
    `is_played` says whether the ending exists under these house rules.
    """

    ending: AnyEnding
    label: Message
    tag: AnyTag | None = None
    at_zero: AnyEnding | None = None
    scores: bool = True
    compares: bool = False
    melds_drawn: bool = False
    is_played: Callable[[Any], bool] = lambda _rules: True

    @property
    def needs_player(self) -> bool:
        """Whether somebody ended the round."""
        return self.ending not in (Ending.STOCK, Ending.VOID)

    @property
    def leaves_none(self) -> bool:
        """Whether whoever ended the round has no card left, so that their hand may be left out."""
        return self.needs_player and self.ending is not Ending.KNOCK


WENT_OUT = EndingRule(Ending.OUT, message("{player} went out"), tag=Tag.OUT)
STOCK_RAN_OUT = EndingRule(Ending.STOCK, message("The stock ran out"), tag=Tag.STOCK, compares=True)
STOCK_SCORES_NOTHING = replace(STOCK_RAN_OUT, scores=False)
VOID = EndingRule(Ending.VOID, message("Void: deal again"), tag=Tag.VOID, scores=False)


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
    column; `winners(rules, columns, final)` names who won; `columns` is how many the sheet has,
    and `entry_kinds` what points in them may be for, where there are several.

    `disputes`, `points` and `mistakes` are the articles on the page of its rules, in order: where
    a round turns on two disputes, the later one says more of it. `kin` are the keys of the games
    in which a round of this one may have happened just so; the presets of a `family` are one.
    `rounds` is how many rounds a game has, each dealt otherwise, or 0; `wild_ranks` says which
    ranks are wild in them. `plain_upcard` is an upcard that changes nothing, where one is turned
    up that counts; `counts_twice(rules, upcard)` says whether the round does. `rounds_won` reads
    from a column the rounds won that bring points at the end.
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
    entry_kinds: tuple[EntryKind, ...] = ()
    lays_off: bool = False
    plain_upcard: Card | None = None
    counts_twice: Callable[[Any, Card], bool] = lambda _rules, _upcard: False
    rounds: int = 0
    wild_ranks: Message | None = None
    rounds_won: Callable[[Column], tuple[int, ...]] | None = None
    disputes: tuple[Article, ...]
    points: tuple[Article, ...]
    mistakes: tuple[Article, ...] = MISTAKES
    examples: tuple[Example, ...]
    kin: tuple[str, ...] = ()
    family: str = ""

    @property
    def takes_upcard(self) -> bool:
        """Whether a card is turned up that counts in the round."""
        return self.plain_upcard is not None

    @cached_property
    def articles(self) -> tuple[Article, ...]:
        """Every article on the page of its rules."""
        return self.disputes + self.points + self.mistakes

    @cached_property
    def ending_rules(self) -> dict[AnyEnding, EndingRule]:
        """The endings of this variant by name."""
        return {each.ending: each for each in self.endings}

    def preset(self, key: str) -> Preset | None:
        """The preset of this name, if there is one."""
        return next((preset for preset in self.presets if preset.key == key), None)
