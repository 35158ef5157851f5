"""Checks and scoring of the games of the canasta family.

A `FamilyGame` has the features of one game. Everything else is the same in all games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import at_target_or_rounds, unless_level
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import STOCK_RAN_OUT, VOID, WENT_OUT
from scorekeeper.rummy.hand import Groups, Hand, Laid, Parts
from scorekeeper.rummy.judging.laying import lay_hand
from scorekeeper.rummy.messages import SEATS, Argument, Message, Seat, message
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.ruling import Line, Rule, Ruling, Tag, points_of
from scorekeeper.rummy.sides import players_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants.canasta_pack import (
    all_cards,
    check_counts,
    check_pack,
    is_red_three,
)
from scorekeeper.rummy.variants.canasta_parts import (
    LEAST_CARD,
    LEAST_MELD,
    NET_POINTS,
    RED_THREES,
    RED_THREES_LEFT,
    FamilyRule,
    Kind,
)
from scorekeeper.rummy.words import CANASTA_GAMES

Meld = tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class FamilyGame:
    """The features of one game of the family.

    `numbers` are the numbers of canastas of a side, by kind.

    - `kinds`: the game’s kinds of canastas, including kinds that only some house rules allow
    - `kind_of(rules, meld)`: the kind of a meld. `None` if the meld is not a canasta
    - `fault(rules, meld, goes_out)`: the reason why cards are not a meld. `None` if they are a meld
    - `unusual(rules, melds)`: warnings about unusual but legal melds
    - `threes_apart`: whether players lay out red threes separately. Users then give their number
      and not their cards
    - `lays_black(rules)`: whether players also lay out black threes. A three in a hand at the end
      of the round is then an ordinary card
    - `lacking(rules, numbers, players)`: the canastas that a side still needs to go out. `None` if
      the side has enough
    - `unfinished(rules, laid)`: the melds that a side must finish before it goes out
    - `loses_melds(rules, numbers)`: whether the melded cards of a side count against the side
    - `own_lines(case, side, numbers)`: the lines between the canastas and the cards left
    - `only_line(case, side)`: the only line of a side, such as a special hand. `None` if the side
      has the usual lines
    """

    kinds: tuple[Kind, ...]
    kind_of: Callable[[Any, Meld], Kind | None]
    fault: Callable[[Any, Meld, bool], Message | None]
    unusual: Callable[[Any, Sequence[Meld]], Iterator[Message]] = lambda _rules, _melds: iter(())
    threes_apart: bool = True
    lays_black: Callable[[Any], bool] = lambda _rules: False
    lacking: Callable[[Any, Mapping[str, int], int], Message | None]
    unfinished: Callable[[Any, Laid], tuple[Message, ...]] = lambda _rules, _laid: ()
    loses_melds: Callable[[Any, Mapping[str, int]], bool] = lambda _rules, _numbers: False
    own_lines: Callable[[Case, Seat, Mapping[str, int]], Iterator[Line]]
    only_line: Callable[[Case, Seat], Line | None] = lambda _case, _side: None

    def judge(self, case: Case) -> Ruling:
        """The ruling of a round. Raises `RuleError` if the round is impossible."""
        for side in case.seats:
            if (hand := case.round.hand(side)) is not None:
                self.check_hand(case.rules, case.deal, side, hand, side == case.out)
        numbers = {side: self._numbers_of(case, side) for side in case.seats}
        kinds, lays_black = self._played(case.rules), self.lays_black(case.rules)
        check_pack(case, kinds, numbers, threes_apart=self.threes_apart, lays_black=lays_black)
        case.check_nobody_else_is_out(_held(case), LEAST_CARD)
        too_soon = self._check_out(case, numbers)
        if case.out is not None and not (case.round.hand(case.out) or case.round.on_sheet):
            text = message("{player}’s hand is missing.", player=case.out)
            raise RuleError(text, "hands", case.out)
        lines = tuple(line for side in case.seats for line in self.tally(case, side) if line.points)
        points = points_of(lines, len(SEATS))
        best = max(points[side] for side in case.seats)
        unusual = [
            text for side in case.seats for text in self.unusual(case.rules, case.laid[side].groups)
        ]
        return Ruling(
            winners=tuple(side for side in case.seats if points[side] == best),
            lines=lines,
            tags=(Tag.ILLEGAL_OUT,) if too_soon else (),
            warnings=(*too_soon, *unusual),
        )

    def tally(self, case: Case, side: Seat) -> tuple[Line, ...]:
        """All lines of a side, including lines of 0 points. The other hands do not matter."""
        return tuple(self._lines(case, side, self._numbers_of(case, side)))

    def check_hand(self, rules: Any, deal: Deal, side: Seat, hand: Hand, goes_out: bool) -> None:
        """Check a hand without the other hands. Raises `RuleError` at the hand."""
        laid = lay_hand(deal, hand)
        if isinstance(hand, Parts) and hand.net is not None:
            _check_alone(side, hand)
            return
        self._check_cards(rules, side, laid, goes_out)
        numbers = self._numbers(rules, hand, laid, goes_out)
        check_counts(side, laid, self._least(rules, laid, numbers))
        self._check_numbers(rules, side, laid, numbers)

    def _check_cards(self, rules: Any, side: Seat, laid: Laid, goes_out: bool) -> None:
        are_apart = self.threes_apart and not self.lays_black(rules)
        if are_apart and any(map(is_red_three, all_cards(laid))):
            text = message(
                "Enter red threes separately, not among the cards of {player}.", player=side
            )
            raise RuleError(text, "hands", side)
        for index, meld in enumerate(laid.groups):
            if fault := self.fault(rules, meld, goes_out):
                text = message(
                    "{player}: {cards} is not a meld. {why}", player=side, cards=meld, why=fault
                )
                raise RuleError(text, "hands", side, "melded", index)

    def _check_numbers(
        self, rules: Any, side: Seat, laid: Laid, numbers: Mapping[str, int]
    ) -> None:
        said = dict(laid.own)
        for kind in self._played(rules):
            if said.get(kind.key, numbers[kind.key]) != numbers[kind.key]:
                text = message(
                    "In the melds of {player}, “{part}” is {number}, not {given}.",
                    player=side,
                    part=kind.part.name,
                    number=numbers[kind.key],
                    given=laid.number(kind.key),
                )
                raise RuleError(text, "hands", side, kind.key)

    def _least(self, rules: Any, laid: Laid, numbers: Mapping[str, int]) -> int:
        """The least count of melds with these canastas. 0 if the cards of the melds are known."""
        if laid.groups:
            return 0
        least = sum(kind.points * numbers[kind.key] for kind in self._played(rules))
        return max(least, LEAST_MELD) if laid.shown else least

    def _numbers(
        self, rules: Any, hand: Hand | None, laid: Laid, goes_out: bool
    ) -> Mapping[str, int]:
        if (melds := _melds(hand)) is None:
            return {kind.key: laid.number(kind.key) for kind in self._played(rules)}
        found = Counter(
            kind.key
            for meld in melds
            if self.fault(rules, meld, goes_out) is None and (kind := self.kind_of(rules, meld))
        )
        return {kind.key: found[kind.key] for kind in self._played(rules)}

    def _played(self, rules: Any) -> tuple[Kind, ...]:
        return _kinds_played(self.kinds, rules)

    def _numbers_of(self, case: Case, side: Seat) -> Mapping[str, int]:
        hand, laid = case.round.hand(side), case.laid[side]
        return self._numbers(case.rules, hand, laid, side == case.out)

    def _check_out(
        self, case: Case, numbers: Mapping[Seat, Mapping[str, int]]
    ) -> tuple[Message, ...]:
        """Return warnings if a side went out too soon and the table allowed it.

        Raises `RuleError` if the table did not allow it.
        """
        if case.out is None or case.laid[case.out].is_unknown:
            return ()
        faults = list(self._faults_of_going_out(case, case.out, numbers[case.out]))
        if faults and Tag.ILLEGAL_OUT not in case.round.allow:
            text, _warning = faults[0]
            raise RuleError(text, "hands", case.out, allowable=Tag.ILLEGAL_OUT.value)
        return tuple(warning for _text, warning in faults)

    def _faults_of_going_out(
        self, case: Case, side: Seat, numbers: Mapping[str, int]
    ) -> Iterator[tuple[Message, Message]]:
        """Yield each reason why a player cannot go out, as an error and as a warning.

        The round gets the warning if the table allowed the player to go out.
        """
        lacking = self.lacking(case.rules, numbers, len(players_of(case.seats)))
        if lacking is not None:
            facts: dict[str, Argument] = {"player": case.by, "needed": lacking}
            yield (
                message("{player} cannot go out yet: that needs {needed}.", **facts),
                message("The table let {player} go out without {needed}.", **facts),
            )
        if unfinished := self.unfinished(case.rules, case.laid[side]):
            facts = {"side": side, "cards": unfinished}
            yield (
                message("{side} cannot go out with an open meld of {cards}.", **facts),
                message("The table let {side} go out with an open meld of {cards}.", **facts),
            )

    def _lines(self, case: Case, side: Seat, numbers: Mapping[str, int]) -> Iterator[Line]:
        if (net := case.laid[side].net) is not None:
            yield Line(side, net, FamilyRule.NET, message("As the table reckoned it"))
            return
        if (only := self.only_line(case, side)) is not None:
            yield only
            return
        melded = _melded(case.laid[side], side)
        yield without_canasta(melded) if self.loses_melds(case.rules, numbers) else melded
        for kind in self._played(case.rules):
            yield _number_line(case, side, kind.part, numbers[kind.key], kind.text)
        yield from self.own_lines(case, side, numbers)
        left = case.cards_left(side, side)
        yield replace(left, points=-left.points)


@lru_cache(maxsize=256)
def _kinds_played(kinds: tuple[Kind, ...], rules: Any) -> tuple[Kind, ...]:
    return tuple(kind for kind in kinds if kind.part.counts(rules))


ENDINGS = (replace(WENT_OUT, asks_own=True), replace(STOCK_RAN_OUT, compares=False), VOID)

family_variant = partial(
    Variant,
    group=CANASTA_GAMES,
    needs_sides=True,
    endings=ENDINGS,
    allows=Tag.ILLEGAL_OUT,
    is_over=unless_level(at_target_or_rounds),
    all_score=lambda _rules: True,
)
"""A `Variant` of this family, with all that its games share. The most points win."""


def against(line: Line, text: Message) -> Line:
    """The same line with negated points and with this text."""
    return replace(line, points=-line.points, text=text)


def without_canasta(line: Line) -> Line:
    """The same line with negated points, because the side has no canasta."""
    return against(line, message("{line}, lost without a canasta", line=line.text))


def red_threes_laid(case: Case, side: Seat) -> Line:
    number = case.laid[side].number(RED_THREES.key)
    return _number_line(case, side, RED_THREES, number, message("Red threes: {number} × {each}"))


def red_threes_held(case: Case, side: Seat) -> Line:
    text = message("Red threes held to the end: {number} × {each}")
    number = case.laid[side].number(RED_THREES_LEFT.key)
    return _number_line(case, side, RED_THREES_LEFT, number, text)


def out_bonus(case: Case, side: Seat) -> Line:
    """The line of the bonus for going out. A side that did not go out gets 0 points."""
    text = message("{player} went out", player=case.by if side == case.out else side)
    points = case.rules.out_bonus if side == case.out else 0
    return Line(side, points, Rule.OUT_BONUS, text)


def _melded(laid: Laid, side: Seat) -> Line:
    text = message("Melded cards: {count}", count=laid.shown or 0)
    return Line(side, laid.shown or 0, FamilyRule.MELDED, text)


def _number_line(case: Case, side: Seat, part: HandPart, number: int, text: Message) -> Line:
    """The line for a number of equal things, such as canastas.

    The sentence names the price of one thing, without a minus sign.
    """
    price = part.price(case.rules)
    text = message(text.template, number=number, each=abs(price))
    return Line(side, number * price, part.rule, text)


def _check_alone(side: Seat, hand: Parts) -> None:
    if hand.tells_cards or len(hand.own) > 1:
        text = message(
            "The result of {player} has everything in it: leave the rest out.", player=side
        )
        raise RuleError(text, "hands", side, NET_POINTS.key)


def _melds(hand: Hand | None) -> Groups | None:
    return hand.shown if isinstance(hand, Parts) and isinstance(hand.shown, tuple) else None


def _held(case: Case) -> dict[Seat, int]:
    """The number of red threes that each side still holds."""
    return {side: laid.number(RED_THREES_LEFT.key) for side, laid in case.laid.items()}
