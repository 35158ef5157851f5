"""Checks of the canasta family: whether the counts are possible, and the pack has enough cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from scorekeeper.rummy.cards import JOKER_RANK, RANKS, SUITS, Card
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.hand import Laid
from scorekeeper.rummy.messages import Argument, Message, Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants.canasta_parts import (
    BLACK_SUITS,
    BLACK_THREES,
    LEAST_CARD,
    LEAST_MELD,
    RED_SUITS,
    RED_THREES,
    RED_THREES_LEFT,
    Kind,
)

TOO_MANY_CARDS = message("{count} cards, but there are only {most}.")
TOO_MANY_WILD = message("{count} wild cards, but there are only {most}.")
TOO_MANY_RED = message("{count} red threes, but there are only {most}.")
TOO_MANY_BLACK = message("{count} black threes, but there are only {most}.")
ODD_MELDED = message(
    "All cards count 5 or a multiple of it, so {player} cannot have melded {count}."
)
ODD_LEFT = message("All cards count 5 or a multiple of it, so {player} cannot hold {count}.")
TOO_MANY_OF_RANK = message("{count} × {card}, but this game has only {most}.")
TOO_MANY_THREES = message("{count} threes, but there are only {most}.")
TOO_MUCH = message("{count} points, but all cards together count {most}.")


def check_counts(side: Seat, laid: Laid, least: int) -> None:
    """Check that the counts of a side are possible. Raises `RuleError` at the hand.

    Every count must be a multiple of 5. `least` is the least count of the melded cards.
    """
    shown = laid.shown or 0
    for points, text, part in ((shown, ODD_MELDED, "melded"), (laid.deadwood, ODD_LEFT, "left")):
        if points % LEAST_CARD:
            told = message(text.template, player=side, count=points)
            below = points - points % LEAST_CARD
            nearest = (below, below + LEAST_CARD)
            raise RuleError(told, "hands", side, part, nearest=nearest)
    if shown < least:
        facts: dict[str, Argument] = {"player": side, "least": least, "count": shown}
        text = message("What {player} melded counts at least {least}, not {count}.", **facts)
        if least > LEAST_MELD:
            text = message(
                "With the cards of the canastas, what {player} melded counts at least {least}, not "
                "{count}.",
                **facts,
            )
        raise RuleError(text, "hands", side, "melded")


def check_pack(
    case: Case,
    kinds: Sequence[Kind],
    numbers: Mapping[Seat, Mapping[str, int]],
    *,
    threes_apart: bool,
    lays_black: bool,
) -> None:
    """Check that the decks have enough cards for all sides.

    `threes_apart` and `lays_black` have the same meaning as in a `FamilyGame`. Raises `RuleError`
    at the first side with too many cards.
    """
    deal = case.deal

    def cards(side: Seat) -> int:
        return sum(kind.cards * numbers[side][kind.key] for kind in kinds)

    def wild(side: Seat) -> int:
        return sum(kind.wild * numbers[side][kind.key] for kind in kinds)

    def counted(side: Seat) -> int:
        threes = _laid_threes(case.laid[side]) if lays_black else 0
        return (case.laid[side].shown or 0) + case.laid[side].deadwood + LEAST_CARD * threes

    of_each_suit = sum([deal.worth[rank] for rank in RANKS])
    of_red_threes = len(RED_SUITS) * deal.worth["3"] if threes_apart and not lays_black else 0
    deck = len(SUITS) * of_each_suit - of_red_threes
    worth = deal.decks * deck + deal.jokers * deal.worth[JOKER_RANK]
    in_canastas = deal.decks * 4 * (len(RANKS) - threes_apart) + deal.jokers
    _refuse_above(in_canastas, cards, case, TOO_MANY_CARDS)
    _refuse_above(4 * deal.decks + deal.jokers, wild, case, TOO_MANY_WILD)
    for part, rank in sorted((kind.key, rank) for kind in kinds for rank in kind.of):
        of_rank = partial(_number_of, rank, kinds, numbers)
        text = message(TOO_MANY_OF_RANK.template, card=Card(rank))
        _refuse_above(deal.most_of_rank[rank], of_rank, case, text, part)
    _refuse_above(worth, counted, case, TOO_MUCH)
    if threes_apart:
        _check_threes(case, lays_black=lays_black)


def _number_of(
    rank: str, kinds: Sequence[Kind], numbers: Mapping[Seat, Mapping[str, int]], side: Seat
) -> int:
    """The fewest cards of this rank in the canastas of a side."""
    return sum(kind.of.get(rank, 0) * numbers[side][kind.key] for kind in kinds)


def _check_threes(case: Case, *, lays_black: bool) -> None:

    def held(side: Seat, suits: Sequence[str]) -> int:
        cards = all_cards(case.laid[side])
        return len([card for card in cards if card.rank == "3" and card.suit in suits])

    def black(side: Seat) -> int:
        # Without `lays_black`, no red three is among the cards, so a three without a suit is black.
        suits = BLACK_SUITS if lays_black else (*BLACK_SUITS, "")
        return held(side, suits) + case.laid[side].number(BLACK_THREES)

    def red(side: Seat) -> int:
        laid = case.laid[side]
        laid_out = laid.number(RED_THREES.key) + laid.number(RED_THREES_LEFT.key)
        return laid_out + (held(side, RED_SUITS) if lays_black else 0)

    def any_colour(side: Seat) -> int:
        cards = [card.rank for card in all_cards(case.laid[side])]
        return cards.count("3") + _laid_threes(case.laid[side])

    most = 2 * case.deal.decks
    _refuse_above(most, black, case, TOO_MANY_BLACK, *([BLACK_THREES] if lays_black else []))
    _refuse_above(most, red, case, TOO_MANY_RED, RED_THREES.key)
    if lays_black:
        _refuse_above(2 * most, any_colour, case, TOO_MANY_THREES, RED_THREES.key)


def _laid_threes(laid: Laid) -> int:
    return laid.number(RED_THREES.key) + laid.number(BLACK_THREES)


def _refuse_above(
    most: int, amount: Callable[[Seat], int], case: Case, text: Message, *part: str
) -> None:
    count, total = sum(map(amount, case.seats)), 0
    for side in case.seats:
        total += amount(side)
        if total > most:
            told = message(text.template, **dict(text.arguments), count=count, most=most)
            raise RuleError(told, "hands", side, *part)


def is_red_three(card: Card) -> bool:
    return card.rank == "3" and card.suit in RED_SUITS


def all_cards(laid: Laid) -> tuple[Card, ...]:
    """All known cards of a side, melded cards and cards left."""
    return tuple(card for meld in laid.groups for card in meld) + (laid.unmatched or ())
