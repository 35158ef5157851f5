"""A lower bound on what the rest of a layout costs, by prices for what its suits share.

Each suit could be laid by itself if there were no sets, which take cards of several suits at one
value, and no jokers. So a card that a suit gives to the sets of a value has a price there, and a
joker has one everywhere. At these prices every suit is laid as is cheapest for it alone, and the
sets of every value are those that bring in the most. Whatever the prices are, what the suits cost,
less what the sets bring in and what the jokers are worth, is never more than the cost of a layout
in which both agree: there, all prices cancel out.

With good prices the bound is close to the true cost. They are found in rounds: a price goes up
where the suits give more cards than the sets take, and down where they give fewer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

NEVER = 1 << 60
"""More than anything costs."""

_ROUNDS = 60
"""The most rounds in which prices are improved."""

_PATIENCE = 4
"""After this many rounds without a better bound, prices change half as much."""

_SLOWEST = 1 / 8
"""Prices that would change by less than this share are good enough."""

_SMALLEST = 1 << 10
"""Prices change as if the goal were at least this far away."""


class Share(NamedTuple):
    """What a suit does at a value: its cards in sets and in runs, jokers among those of the runs.

    `next` is the number of the state that follows.
    """

    next: int
    in_sets: int
    in_runs: int
    jokers: int
    cost: int


SuitShares: TypeAlias = Sequence[Mapping[int, Sequence[Share]]]
"""What a suit can do at each value, by its state there."""

SetsAtValue: TypeAlias = Sequence[tuple[Sequence[int], int]]
"""What sets can take at a value: cards by suit, and the jokers that they need with them."""

StateNumbers: TypeAlias = list[dict[int, int]]
"""A number for each value and the state of a suit there."""


@dataclass(frozen=True)
class Market:
    """What the suits can do, what sets can take at each value, and how many jokers there are.

    `ends` are the states in which a suit may be after the last value.
    """

    suits: Sequence[SuitShares]
    sets: Sequence[SetsAtValue]
    jokers: int
    ends: frozenset[int]

    @property
    def jokers_needed(self) -> list[StateNumbers]:
        """The fewest jokers that the runs of each suit need from a state on."""
        nothing = [0] * len(self.sets)
        return [_rest(steps, self.ends, nothing, 1, cost=0) for steps in self.suits]


class _Prices(NamedTuple):
    """The price of a card in a set, by suit and value, and of a joker."""

    of_cards: tuple[tuple[int, ...], ...]
    of_joker: int


class Bound(NamedTuple):
    """The least that layouts cost: `least` in all, and `rest` by suit, value and state.

    From the `rest` of the suits, subtract what the sets bring in from a value on (`brings`), and
    the price of each joker that is not used yet.
    """

    rest: list[StateNumbers]
    brings: list[int]
    joker_price: int
    least: int


def without_prices(market: Market) -> Bound:
    nothing = (0,) * len(market.sets)
    return _bound(market, _Prices((nothing,) * len(market.suits), 0))


def with_prices(market: Market, goal: int) -> Bound:
    """The best bound found, or the first that shows that every layout costs at least the goal."""
    nothing = (0,) * len(market.sets)
    prices = _Prices((nothing,) * len(market.suits), 0)
    best, pace, worse = _bound(market, prices), 1.0, 0
    bound = best
    for _round in range(_ROUNDS):
        if best.least >= goal or pace < _SLOWEST:
            break
        over, jokers_over = _too_many(market, prices, bound)
        square = sum(cards * cards for suit in over for cards in suit) + jokers_over * jokers_over
        if not square:
            break
        step = pace * max(goal - bound.least, _SMALLEST) / square
        prices = _Prices(
            tuple(
                tuple(price + round(step * cards) for price, cards in zip(of, suit, strict=True))
                for of, suit in zip(prices.of_cards, over, strict=True)
            ),
            max(0, prices.of_joker + round(step * jokers_over)),
        )
        bound = _bound(market, prices)
        if bound.least > best.least:
            best, worse = bound, 0
        elif (worse := worse + 1) == _PATIENCE:
            pace, worse = pace / 2, 0
    return best


def _bound(market: Market, prices: _Prices) -> Bound:
    rest = [
        _rest(steps, market.ends, of_cards, prices.of_joker)
        for steps, of_cards in zip(market.suits, prices.of_cards, strict=True)
    ]
    brings = [0]
    for value in reversed(range(len(market.sets))):
        brings.append(brings[-1] + max(_income(market, prices, value))[0])
    brings.reverse()
    alone = sum(of_suit[0][0] for of_suit in rest)
    least = alone - brings[0] - prices.of_joker * market.jokers
    return Bound(rest, brings, prices.of_joker, least)


def _rest(
    steps: SuitShares, ends: frozenset[int], prices: Sequence[int], joker: int, *, cost: int = 1
) -> StateNumbers:
    """The least that a suit costs from each state on, with the prices of its sets and jokers.

    The cost of the cards that are not laid counts `cost` times.
    """
    last = {share.next for shares in steps[-1].values() for share in shares}
    table = [{state: 0 if state in ends else NEVER for state in last}]
    for at, price in zip(reversed(steps), reversed(prices), strict=True):
        following = table[-1]
        table.append(
            {
                state: min(
                    [
                        cost * paid + in_sets * price + jokers * joker + following[after]
                        for after, in_sets, _in_runs, jokers, paid in shares
                    ],
                    default=NEVER,
                )
                for state, shares in at.items()
            }
        )
    table.reverse()
    return table


def _income(market: Market, prices: _Prices, value: int) -> Iterator[tuple[int, int]]:
    """What each choice of sets brings in at a value, with the number of the choice."""
    paid = [of_cards[value] for of_cards in prices.of_cards]
    for number, (cards, jokers) in enumerate(market.sets[value]):
        income = sum(price * count for price, count in zip(paid, cards, strict=True))
        yield income - prices.of_joker * jokers, -number


def _too_many(market: Market, prices: _Prices, bound: Bound) -> tuple[list[list[int]], int]:
    """How many more cards each suit gives to sets than they take at each value, and jokers."""
    jokers, over = -market.jokers, []
    for steps, rest, of_cards in zip(market.suits, bound.rest, prices.of_cards, strict=True):
        state, gives = 0, []
        for value, (at, price) in enumerate(zip(steps, of_cards, strict=True)):
            chosen = min(
                at[state],
                key=lambda share: (
                    share.cost
                    + share.in_sets * price
                    + share.jokers * prices.of_joker
                    + rest[value + 1][share.next]
                ),
            )
            gives.append(chosen.in_sets)
            jokers += chosen.jokers
            state = chosen.next
        over.append(gives)
    for value, sets in enumerate(market.sets):
        cards, needed = sets[-max(_income(market, prices, value))[1]]
        jokers += needed
        for suit, count in enumerate(cards):
            over[suit][value] -= count
    return over, jokers
