"""The ways to free jokers of a table, and the melds that they can then join.

In some games a freed joker must go into a new meld, with a card of the hand and without the cards
that lay beside it. There are few such melds. So the search tries each of these melds, and
then lays all other cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.layout import Layout, Meld, Spot
from scorekeeper.rummy.melds.layout_task import LARGEST_SET, SMALLEST, SUITS, VALUES
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.melds import TableMeld
from scorekeeper.rummy.table.reals import Real, Reals, reals_of

StandsFor: TypeAlias = "Spot | None"
"""The card that a joker on the table still stands for. `None` if the joker is free."""


@dataclass(frozen=True)
class Pile:
    """The cards to lay.

    - `must`: cards that must be laid
    - `ours`: the cards of `must` that come from the hand
    - `may`: cards of the hand that can be laid
    - `jokers`: the number of jokers in the hand
    """

    must: Reals
    ours: Reals
    may: Reals
    jokers: int


class Freed(NamedTuple):
    """A free joker: the place of its old meld, and the other cards of that meld."""

    meld: int
    mates: Reals


class _Part(NamedTuple):
    """A new meld, the rest of the pile, and the cards that the meld took from the table."""

    meld: Meld
    rest: Pile
    taken: Reals


Solve: TypeAlias = Callable[[Pile, int], "Layout | None"]
"""A function that returns the best layout of a pile with this many free jokers."""


def ways_to_free(
    game: TableGame, table: Sequence[TableMeld], reals: Reals, held: Reals
) -> list[tuple[tuple[StandsFor, ...], Reals]]:
    """Return the ways to free jokers of the table, each with the cards that it takes from the hand.

    If every joker is always free and can join any meld, the only way frees all jokers. If the game
    `replaces` jokers, one copy of a card replaces one joker. If freed jokers can join any meld, the
    result leaves out a way if another way frees at least the same jokers and takes no other cards.
    """
    choices = [meld.choices(spot) for meld in table for spot in meld.spots if spot.is_joker]
    if not game.replaces and not game.frees_into_new_melds:
        return [((None,) * len(choices), Counter())]
    ways: list[tuple[tuple[StandsFor, ...], Reals]] = []
    # If freed jokers need new melds, ways that free few jokers are quickest, so they come first.
    for way in product(*[list(product((False, True), cards)) for cards in choices]):
        replaced = reals_of(card for is_replaced, card in way if is_replaced)
        moved = replaced - reals if game.replaces else Counter()
        standing = tuple(None if is_replaced else card for is_replaced, card in way)
        if moved <= held and (standing, moved) not in ways:
            ways.append((standing, moved))
    if game.frees_into_new_melds:
        return ways
    return [way for way in ways if not any(_frees_as_much(other, way) for other in ways)]


def _frees_as_much(
    way: tuple[tuple[StandsFor, ...], Reals], other: tuple[tuple[StandsFor, ...], Reals]
) -> bool:
    (standing, moved), (others_standing, others_moved) = way, other
    return (
        way != other
        and moved <= others_moved
        and all(
            card is None or card == others
            for card, others in zip(standing, others_standing, strict=True)
        )
    )


def best_with_new_melds(
    pile: Pile, freed: Sequence[Freed], solve: Solve, most: int
) -> tuple[tuple[Meld, ...], Layout] | None:
    """Return the new melds of freed jokers and the layout of all other cards with the least cost.

    `None` if there is no layout, or if the least cost is not below `most`.
    """
    bound = solve(pile, len(freed))
    if bound is None or bound.cost >= most:
        return None
    if not freed:
        return (), bound
    best = None
    for part, others in _parts(pile, freed):
        if found := best_with_new_melds(part.rest, others, solve, most):
            melds, layout = found
            best, most = ((part.meld, *melds), layout), layout.cost
            if most == bound.cost:
                break
    return best


def _parts(pile: Pile, freed: Sequence[Freed]) -> Iterator[tuple[_Part, list[Freed]]]:
    """Yield each new meld of the first freed joker, and the freed jokers that need another meld.

    The new meld can have a second freed joker.
    """
    first, *others = freed
    # If the table has two equal cards, the new meld takes the card that lay with another joker.
    alone = (
        (part, [other._replace(mates=other.mates - part.taken) for other in others])
        for part in _new_melds(pile, first.mates, 1)
    )
    mates = [first.mates + other.mates for other in others if other.meld != first.meld]
    together = ((part, list[Freed]()) for both in mates for part in _new_melds(pile, both, 2))
    return chain(alone, together)


def _new_melds(pile: Pile, mates: Reals, freed: int) -> Iterator[_Part]:
    """Yield melds of this many freed jokers with cards that did not lie beside these jokers.

    At least one card or joker of each meld is from the hand.
    """
    for used in range(pile.jokers + 1):
        for meld in _MELDS:
            for jokers in combinations(range(len(meld)), freed + used):
                cards = {place: card for place, card in enumerate(meld) if place not in jokers}
                # With a joker from the hand, the meld needs no card from the hand.
                for ours in [None] if used else _from_the_hand(pile, mates, cards):
                    needed = jokers if ours is None else (*jokers, ours)
                    part = _taken(pile, mates, cards, ours)
                    if part and not _can_be_shorter(meld, needed):
                        rest, taken = part
                        spots = [Spot(*card, place in jokers) for place, card in enumerate(meld)]
                        yield _Part(tuple(spots), Pile(*rest, pile.jokers - used), taken)


def _from_the_hand(pile: Pile, mates: Reals, cards: Mapping[int, Real]) -> list[int]:
    """Return the places of a meld that a card from the hand can fill. One such card is required.

    If the table has no free copy of the card for some places, return only these places.
    """
    ours = [place for place, card in cards.items() if pile.ours[card] + pile.may[card]]
    only = [place for place in ours if not _lies_free(pile, mates, cards[place])]
    return only or ours


def _lies_free(pile: Pile, mates: Reals, card: Real) -> bool:
    return pile.must[card] - pile.ours[card] > mates[card]


def _can_be_shorter(meld: Sequence[Real], needed: Sequence[int]) -> bool:
    """Check whether a run can be split in two so that one part has all needed places."""
    if len(meld) < 2 * SMALLEST:
        return False
    return min(needed) >= SMALLEST or max(needed) < len(meld) - SMALLEST


def _taken(
    pile: Pile, mates: Reals, cards: Mapping[int, Real], from_hand: int | None
) -> tuple[tuple[Reals, Reals, Reals], Reals] | None:
    """Return the pile without these cards, and the cards that came from the table.

    `None` if the pile lacks one of the cards.
    """
    must, ours, may, taken = pile.must.copy(), pile.ours.copy(), pile.may.copy(), Reals()
    for place, card in cards.items():
        if place != from_hand and _lies_free(pile, mates, card):
            must[card] -= 1
            taken[card] += 1
        elif ours[card]:
            must[card] -= 1
            ours[card] -= 1
        elif may[card]:
            may[card] -= 1
        else:
            return None
    return (must, ours, may), taken


def _all_melds() -> Iterator[tuple[Real, ...]]:
    for value in range(VALUES):
        for size in range(SMALLEST, LARGEST_SET + 1):
            for suits in combinations(range(SUITS), size):
                yield tuple((value, suit) for suit in suits)
    for suit in range(SUITS):
        for first in range(VALUES):
            for size in range(SMALLEST, VALUES - first + 1):
                yield tuple((value, suit) for value in range(first, first + size))


_MELDS = tuple(_all_melds())
