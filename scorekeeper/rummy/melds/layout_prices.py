"""A lower bound on the cost of the rest of a layout, from prices for sets and jokers.

Without sets and jokers, each suit could be laid separately. Sets take cards of several suits at one
value, and all suits share the jokers. So a card that a suit gives to the sets of a value has a
price, and so has a joker. At these prices, every suit takes its cheapest layout, and every value
takes the sets with the highest income. The bound is the cost of the suits, minus the income of the
sets, minus the price of all jokers. With any prices the bound is at most the true cost. In a real
layout, the sets take exactly the cards that the suits give, so all prices cancel out.

Good prices make the bound close to the true cost. The search for good prices goes in rounds. In
each round, a price goes up if the suits give more cards than the sets take, and down if the suits
give fewer cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

NEVER = 1 << 60
"""More than any layout costs."""

_ROUNDS = 60
"""The most rounds of improving prices."""

_PATIENCE = 4
"""After this many rounds without a better bound, prices change half as much."""

_SLOWEST = 1 / 8
"""The search ends once the pace at which prices change is below this value."""

_SMALLEST_GAP = 1 << 10
"""A round changes prices as if the bound were at least this much below the goal."""


class Share(NamedTuple):
    """One choice of a suit at a value: its cards in sets and in runs, and its jokers in runs.

    `in_runs` includes the jokers. `next` is the number of the next state. `cost` is the cost of the
    cards that are not laid.
    """

    next: int
    in_sets: int
    in_runs: int
    jokers: int
    cost: int


SuitShares: TypeAlias = Sequence[Mapping[int, Sequence[Share]]]
"""For each value, the choices of a suit by the state of the suit at this value."""

SetsAtValue: TypeAlias = Sequence[tuple[Sequence[int], int]]
"""Every choice of sets at a value: their cards by suit, and the jokers that they need."""

StateNumbers: TypeAlias = list[dict[int, int]]
"""For each value, a number by the state of the suit at this value."""


@dataclass(frozen=True)
class Market:
    """The choices of the suits, the choices of sets at each value, and the number of jokers.

    `ends` are the allowed states of a suit after the last value.
    """

    suits: Sequence[SuitShares]
    sets: Sequence[SetsAtValue]
    jokers: int
    ends: frozenset[int]

    @property
    def jokers_needed(self) -> list[StateNumbers]:
        """The fewest jokers that the runs of each suit need from each state on."""
        nothing = [0] * len(self.sets)
        return [_rest(steps, self.ends, nothing, 1, weight=0) for steps in self.suits]


class _Prices(NamedTuple):
    """The price of a card in a set, by suit and value, and the price of a joker."""

    of_cards: tuple[tuple[int, ...], ...]
    of_joker: int


class Bound(NamedTuple):
    """A lower bound on the cost of a layout.

    - `rest`: for each suit, value and state, the least cost of the suit from this value on
    - `brings`: for each value, the most income of the sets from this value on
    - `joker_price`: the price of a joker
    - `least`: the lower bound for a whole layout

    A lower bound from a value on is the sum of the `rest` of all suits, minus `brings`, minus
    `joker_price` for each unused joker.
    """

    rest: list[StateNumbers]
    brings: list[int]
    joker_price: int
    least: int


def without_prices(market: Market) -> Bound:
    nothing = (0,) * len(market.sets)
    return _bound(market, _Prices((nothing,) * len(market.suits), 0))


def with_prices(market: Market, goal: int) -> Bound:
    """Return the best bound found, or the first bound that reaches the goal."""
    nothing = (0,) * len(market.sets)
    prices = _Prices((nothing,) * len(market.suits), 0)
    best, pace, fruitless = _bound(market, prices), 1.0, 0
    bound = best
    for _round in range(_ROUNDS):
        if best.least >= goal or pace < _SLOWEST:
            break
        over, jokers_over = _surplus(market, prices, bound)
        square = sum(cards * cards for suit in over for cards in suit) + jokers_over * jokers_over
        if not square:
            break
        step = pace * max(goal - bound.least, _SMALLEST_GAP) / square
        prices = _Prices(
            tuple(
                tuple(
                    price + round(step * cards) for price, cards in zip(of_suit, suit, strict=True)
                )
                for of_suit, suit in zip(prices.of_cards, over, strict=True)
            ),
            max(0, prices.of_joker + round(step * jokers_over)),
        )
        bound = _bound(market, prices)
        if bound.least > best.least:
            best, fruitless = bound, 0
        elif (fruitless := fruitless + 1) == _PATIENCE:
            pace, fruitless = pace / 2, 0
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
    steps: SuitShares, ends: frozenset[int], prices: Sequence[int], joker: int, *, weight: int = 1
) -> StateNumbers:
    """Return the least cost of a suit from each state on, at these prices of sets and jokers.

    The cost of the cards that are not laid is multiplied by `weight`.
    """
    last = {share.next for shares in steps[-1].values() for share in shares}
    table = [{state: 0 if state in ends else NEVER for state in last}]
    for at, price in zip(reversed(steps), reversed(prices), strict=True):
        following = table[-1]
        table.append(
            {
                state: min(
                    [
                        weight * cost + in_sets * price + jokers * joker + following[after]
                        for after, in_sets, _in_runs, jokers, cost in shares
                    ],
                    default=NEVER,
                )
                for state, shares in at.items()
            }
        )
    table.reverse()
    return table


def _income(market: Market, prices: _Prices, value: int) -> Iterator[tuple[int, int]]:
    """Yield the income of each choice of sets at a value, and the negative index of the choice."""
    paid = [of_cards[value] for of_cards in prices.of_cards]
    for number, (cards, jokers) in enumerate(market.sets[value]):
        income = sum(price * count for price, count in zip(paid, cards, strict=True))
        yield income - prices.of_joker * jokers, -number


def _surplus(market: Market, prices: _Prices, bound: Bound) -> tuple[list[list[int]], int]:
    """Return the surplus of cards by suit and value, and the number of missing jokers.

    The surplus is the number of cards that suits give to sets minus the number that sets take.
    """
    jokers_missing, over = -market.jokers, []
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
            jokers_missing += chosen.jokers
            state = chosen.next
        over.append(gives)
    for value, sets in enumerate(market.sets):
        cards, needed = sets[-max(_income(market, prices, value))[1]]
        jokers_missing += needed
        for suit, count in enumerate(cards):
            over[suit][value] -= count
    return over, jokers_missing
