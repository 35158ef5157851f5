"""Checks and scoring of modern American Canasta, where they differ from Canasta.

Sources: Canasta League of America; Pagat; the Dutch federation NVSO.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.hand import Hand, Laid, Parts
from scorekeeper.rummy.messages import Message, Seat, message
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.ruling import Line
from scorekeeper.rummy.variants.canasta_american_parts import (
    ACES,
    ALL_JOKERS,
    DREAMS,
    HELD,
    JOKERS,
    LADDER,
    LAID_BLACK_THREES,
    LAID_RED_THREES,
    OPEN,
    PRICES,
    SEVENS,
    SPECIAL,
    TWOS,
    open_prices,
    plays_special,
)
from scorekeeper.rummy.variants.canasta_family import Meld, without_canasta
from scorekeeper.rummy.variants.canasta_melds import MOST_WILD, naturals_of
from scorekeeper.rummy.variants.canasta_parts import (
    SHORTEST_CANASTA,
    FamilyEnding,
    FamilyRule,
    Kind,
    is_wild,
)
from scorekeeper.rummy.variants.canasta_rules import AMERICAN_ROUNDS

MOST_WILD_OF_SEVEN = 2
"""The most wild cards in a meld of at most seven cards."""


# Melds


def fault_of(rules: Any, meld: Meld) -> Message | None:
    """The fault, in modern American Canasta, of a meld that is legal in Canasta.

    `None` if the meld is legal in both games, or without the house rule `swing`.
    """
    if not rules.swing:
        return None
    naturals = naturals_of(meld)
    if len(meld) > SHORTEST_CANASTA:
        return message("A meld has at most seven cards.")
    if naturals and len(meld) - len(naturals) > most_wild(rules, naturals):
        if naturals[0].rank == "7":
            return message("Sevens are melded without wild cards.")
        return message("A meld has at most two wild cards.")
    return None


def most_wild(rules: Any, naturals: Sequence[Card]) -> int:
    """The most wild cards in a meld with these natural cards."""
    if not rules.swing:
        return MOST_WILD
    return 0 if naturals[0].rank == "7" else MOST_WILD_OF_SEVEN


def kind_of(rules: Any, meld: Meld, kind: Kind | None) -> Kind | None:
    """The kind of a meld in modern American Canasta. `kind` is its kind in Canasta."""
    ranks = [card.rank for card in meld]
    if kind is None:
        return None
    if all(map(is_wild, meld)):
        is_of_twos = bool(rules.two_canasta) and JOKER_RANK not in ranks
        has_jokers = bool(rules.joker_canasta) and ranks.count(JOKER_RANK) >= ALL_JOKERS
        return TWOS if is_of_twos else JOKERS if has_jokers else kind
    if kind.wild:
        return kind
    dear = {"A": rules.ace_canasta and ACES, "7": rules.seven_canasta and SEVENS}
    return dear.get(ranks[0]) or kind


def unusual_aces(rules: Any, melds: Sequence[Meld]) -> Iterator[Message]:
    """Yield warnings about melds of aces with a wild card. Such melds are no canastas of aces."""
    for meld in melds if rules.swing and rules.ace_canasta else ():
        naturals = naturals_of(meld)
        if len(naturals) < len(meld) and {card.rank for card in naturals} == {"A"}:
            yield message(
                "{cards} has a wild card, so seven of them are a mixed canasta, not one of aces.",
                cards=tuple(meld),
            )


def open_melds(rules: Any, laid: Laid) -> tuple[str, ...]:
    """The kinds of melds of fewer than seven cards that cost a side points.

    The program finds these melds among the cards given. For a hand without cards, the result has
    the kinds that the user entered.
    """
    prices = open_prices(rules)
    if not prices or not laid.groups:
        told = laid.part(OPEN.key) if prices else ()
        return told if isinstance(told, tuple) else ()
    found = {_open_as(meld) for meld in laid.groups if len(meld) < SHORTEST_CANASTA}
    return tuple(meld for meld in prices if meld in found)


def _open_as(meld: Meld) -> str | None:
    if all(map(is_wild, meld)):
        return "wild"
    ranks = {card.rank for card in meld}
    return "aces" if ranks == {"A"} else "sevens" if ranks == {"7"} else None


def unfinished(rules: Any, laid: Laid) -> tuple[Message, ...]:
    return tuple(OPEN.choices[meld] for meld in open_melds(rules, laid))


# Checks


def check_round(rules: Any, played: Round) -> None:
    """Check that a special hand ends a round only if the rules have special hands."""
    if played.ending is FamilyEnding.SPECIAL and not plays_special(rules):
        raise RuleError(message("You play without special hands."), "ending")


def check_hand(side: Seat, hand: Hand, rules: Any, laid: Laid) -> None:
    """Check a special hand and open melds. Raises `RuleError` at the part.

    A special hand must be the only part. If the user gives cards and open melds, the cards must
    have the same open melds.
    """
    if not isinstance(hand, Parts) or not hand.own:
        return
    own = dict(hand.own)
    if SPECIAL.key in own and (hand.tells_cards or len(own) > 1):
        text = message(
            "The special hand of {player} is all that counts: leave the rest out.", player=side
        )
        raise RuleError(text, "hands", side, SPECIAL.key)
    found, told = open_melds(rules, laid), laid.part(OPEN.key)
    if laid.groups and isinstance(told, tuple) and told != found:
        text = message(
            "In the melds of {player}, “{part}” is {number}, not {given}.",
            player=side,
            part=OPEN.name,
            number=tuple(OPEN.choices[meld] for meld in found) or message("none"),
            given=tuple(OPEN.choices[meld] for meld in told),
        )
        raise RuleError(text, "hands", side, OPEN.key)


def check_special_hands(case: Case) -> None:
    """Check that the side that ended the round with a special hand names this hand.

    A side that did not end the round so must not name a special hand.
    """
    has_ended = case.ending is FamilyEnding.SPECIAL
    for side in case.seats:
        is_told = case.laid[side].part(SPECIAL.key) is not None
        if is_told and not (has_ended and side == case.out):
            text = message("{player} cannot have a special hand: the round ended otherwise.")
            raise RuleError(message(text.template, player=side), "hands", side, SPECIAL.key)
    if has_ended and case.out is not None and case.laid[case.out].part(SPECIAL.key) is None:
        text = message("Which special hand did {player} have?", player=case.by)
        raise RuleError(text, "hands", case.out, SPECIAL.key)


# Points


def special_line(case: Case, side: Seat) -> Line | None:
    """The whole score of a side with a special hand, or 0 points until the kind is known.

    `None` for sides without a special hand.
    """
    if case.ending is not FamilyEnding.SPECIAL or side != case.out:
        return None
    key = str(case.laid[side].part(SPECIAL.key))
    points = PRICES[case.rules.special_hands].get(key, 0)
    name = SPECIAL.choices.get(key, SPECIAL.name)
    text = message("{player} had a special hand: {hand}", player=case.by, hand=name)
    return Line(side, points, FamilyRule.SPECIAL, text)


def wins_at_once(case: Case) -> bool:
    return case.out is not None and case.laid[case.out].part(SPECIAL.key) in DREAMS


def loses_melds(rules: Any, numbers: Mapping[str, int]) -> bool:
    return bool(rules.swing) and not any(numbers.values())


def swung(rules: Any, line: Line, numbers: Mapping[str, int]) -> Line:
    """The line of threes, changed by the number of canastas.

    By the house rule `swing`, threes count against a side without a canasta. For a side with one
    canasta, they score 0 points.
    """
    number = sum(numbers.values())
    if not rules.swing or number > 1:
        return line
    return replace(line, points=0) if number else without_canasta(line)


def threes_by_colour(case: Case, side: Seat, numbers: Mapping[str, int]) -> Iterator[Line]:
    """Yield the points of the threes laid out by a side, first red, then black."""
    for part, text in (
        (LAID_RED_THREES, message("Red threes: {number}")),
        (LAID_BLACK_THREES, message("Black threes: {number}")),
    ):
        number = case.laid[side].number(part.key)
        points = LADDER[min(number, len(LADDER)) - 1] if number else 0
        line = Line(side, points, part.rule, message(text.template, number=number))
        yield swung(case.rules, line, numbers)


def lines_against(case: Case, side: Seat) -> Iterator[Line]:
    """Yield the lines of points lost for open melds, and for three aces or sevens in one hand."""
    for meld in open_melds(case.rules, case.laid[side]):
        text = message("An open meld: {cards}", cards=OPEN.choices[meld])
        yield Line(side, -open_prices(case.rules).get(meld, 0), OPEN.rule, text)
    if case.rules.held_three:
        number = case.laid[side].number(HELD.key)
        text = message(
            "Three or more aces or sevens in one hand: {number} × {each}",
            number=number,
            each=case.rules.held_three,
        )
        yield Line(side, number * HELD.price(case.rules), HELD.rule, text)


def first_meld(rules: Any, total: int, number: int) -> int:
    if rules.first_meld == AMERICAN_ROUNDS:
        return (125, 155, 180)[min(number, 3) - 1]
    return 180 if total >= 5000 else 155 if total >= 3000 else 125
