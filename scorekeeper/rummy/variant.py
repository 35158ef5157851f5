"""What a variant is: one frozen value whose parts are data and pure functions, and the words they speak in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, RANKS
from scorekeeper.rummy.house_rules import Value
from scorekeeper.rummy.scoring import (
    Ending,
    Line,
    Round,
    Rule,
    RuleError,
    Ruling,
    Unmatched,
    points_of,
)
from scorekeeper.rummy.texts import Message, Seat, say


@dataclass(frozen=True, slots=True)
class EndingRule:
    """One way in which a round of this variant can end.

    `label` says it in the players' words (`{player}` is who ended it); `at_zero` is what it really was
    when that player has nothing left; a round that does not score takes no hands.
    """

    ending: Ending
    label: Message
    at_zero: Ending | None = None
    scores: bool = True

    @property
    def needs_player(self) -> bool:
        """Whether somebody ended the round."""
        return self.ending not in (Ending.STOCK, Ending.VOID)

    @property
    def leaves_none(self) -> bool:
        """Whether whoever ended the round has no card left, so that their hand may be left out."""
        return self.needs_player and self.ending is not Ending.KNOCK


@dataclass(frozen=True)
class Deal:
    """What one round is played with.

    `worth` is the points of each rank (the joker's too where jokers are played), `hand_size` the most
    cards a hand can hold at the count (`None`: any number), `wild` the rank that is wild in this round;
    `sets_repeat` says whether a set may hold one suit twice.
    """

    worth: Mapping[str, int]
    hand_size: int | None
    decks: int = 1
    jokers: int = 0
    wild: str | None = None
    sets_repeat: bool = False

    @cached_property
    def highest_count(self) -> int:
        """The most points that one hand can come to."""
        if self.hand_size is not None:
            return self.hand_size * max(self.worth.values())
        naturals = sum(self.worth[rank] for rank in RANKS)
        return 4 * self.decks * naturals + self.jokers * self.worth.get(JOKER_RANK, 0)


def card_points(*, ace: int = 1, court: tuple[int, int, int] = (10, 10, 10)) -> dict[str, int]:
    """Points by rank: pips, with the ace and the three court cards as given."""
    pips = {rank: number for number, rank in enumerate(RANKS[:10], start=1)}
    return pips | {"A": ace} | dict(zip("JQK", court, strict=True))


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of house rules; it states only what differs from `plain`."""

    key: str
    name: Message
    overrides: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Case:
    """A round whose facts have been checked and counted, before its judge.

    `ending` is what it really was (a knock with nothing left is gin, a run or going out); `counts` is the
    deadwood by seat.
    """

    rules: Any
    deal: Deal
    round: Round
    ending: Ending
    counts: tuple[int, ...]

    @property
    def by(self) -> Seat:
        """Who ended the round; ask only where somebody did."""
        if self.round.by is None:
            raise AssertionError("nobody ended this round")
        return self.round.by

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat in order of play."""
        return tuple(Seat(index) for index in range(len(self.counts)))

    def difference(self, winner: Seat, loser: Seat) -> Line:
        """The line that gives a winner what another has more."""
        most, least = self.counts[loser], self.counts[winner]
        text = say(
            "{other} {count} less {player} {least}",
            other=loser,
            count=most,
            player=winner,
            least=least,
        )
        return Line(winner, most - least, Rule.DIFFERENCE, text)

    def cards_left(self, holder: Seat, scorer: Seat) -> Line:
        """The line that gives `scorer` what `holder` has left."""
        count, hand = self.counts[holder], self.round.hands[holder]
        if isinstance(hand, Unmatched) and hand.cards:
            text = say("{player} was left with {cards}", player=holder, cards=hand.cards)
        else:
            text = say("{player} was left with {count}", player=holder, count=count)
        return Line(scorer, count, Rule.CARDS_LEFT, text)

    def has_none(self, seat: Seat) -> bool:
        """Whether this player has no card left."""
        hand = self.round.hands[seat]
        return hand is None or hand.is_empty

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Every seat but this one."""
        return tuple(other for other in self.seats if other != seat)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the sheet as it stands: totals, boxes and rounds won by seat.

    `entered` holds who has had a win or points written here; `rounds` counts those that were not void;
    `bonuses` are filled in when the column closes.
    """

    totals: tuple[int, ...]
    boxes: tuple[int, ...]
    wins: tuple[int, ...]
    entered: frozenset[Seat] = frozenset()
    rounds: int = 0
    closed: bool = False
    bonuses: tuple[Line, ...] = ()

    @property
    def final(self) -> tuple[int, ...]:
        """Totals with the bonuses added."""
        added = points_of(self.bonuses, len(self.totals))
        return tuple(total + more for total, more in zip(self.totals, added, strict=True))


def at_target(rules: Any, column: Column) -> bool:
    """Whether somebody's total is at the target or above; a target of 0 is never reached."""
    return 0 < rules.target <= max(column.totals)


def deal_to_the_left(_rules: Any, dealer: Seat, ruling: Ruling, players: int) -> Seat:
    """The next dealer where the deal passes to the left after every round that counts."""
    return dealer if ruling.is_void else Seat((dealer + 1) % players)


def lowest_but_knocker(case: Case) -> tuple[Seat, ...]:
    """Who has the lowest count; a knocker who is level with others gives way to them."""
    low = min(case.counts)
    lowest = tuple(seat for seat in case.seats if case.counts[seat] == low)
    return tuple(seat for seat in lowest if seat != case.round.by) or lowest


def check_nobody_else_is_out(round: Round) -> None:
    """Refuse a second player without cards where one went out; raises `RuleError` at that hand."""
    for index, hand in enumerate(round.hands):
        if index != round.by and hand is not None and hand.is_empty:
            raise RuleError(
                say(
                    "{player} cannot have no card left: {other} went out first.",
                    player=Seat(index),
                    other=Seat(round.by or 0),
                ),
                "hands",
                Seat(index),
            )


def no_bonuses(_rules: Any, _column: Column, _place: int) -> tuple[Line, ...]:
    """No end-of-game bonus: the totals stand."""
    return ()


def most_points_win(
    _rules: Any, _columns: tuple[Column, ...], final: tuple[int, ...]
) -> tuple[Seat, ...]:
    """The highest final total wins; equals share."""
    return best_final(final, lowest_wins=False)


def reached_target(rules: Any, column: Column) -> tuple[Seat, ...]:
    """Who reached the target; where adjustments brought both there, the higher total, or both."""
    best = max(column.totals)
    if not 0 < rules.target <= best:
        return ()
    return tuple(Seat(index) for index, total in enumerate(column.totals) if total == best)


def best_final(final: tuple[int, ...], lowest_wins: bool) -> tuple[Seat, ...]:
    """Everyone who has the best of these results."""
    best = min(final) if lowest_wins else max(final)
    return tuple(Seat(index) for index, points in enumerate(final) if points == best)


@dataclass(frozen=True, kw_only=True)
class Variant:
    """A game of the rummy family, whole.

    `deal(rules, players, number)` is what round `number` (void ones not counted) is played with;
    `knock_limit(rules, round)` the highest legal knock, or `None`; `check_table` and `check_round` refuse
    what only this game refuses; `judge` prices a case; `is_over` and `settle` close a column;
    `winners(rules, columns, final)` names who won; `columns` is how many columns the sheet has.
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
    lowest_wins: Callable[[Any], bool] = lambda rules: False
    knock_limit: Callable[[Any, Round], int | None] = lambda rules, round: None
    check_table: Callable[[Any, int], None] = lambda rules, players: None
    check_round: Callable[[Any, Round], None] = lambda rules, round: None
    columns: int = 1
    takes_upcard: bool = False

    @cached_property
    def ending_rules(self) -> dict[Ending, EndingRule]:
        """The endings of this variant by name."""
        return {each.ending: each for each in self.endings}

    def preset(self, key: str) -> Preset | None:
        """The preset of this name, if there is one."""
        return next((preset for preset in self.presets if preset.key == key), None)
