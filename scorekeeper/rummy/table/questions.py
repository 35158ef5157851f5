"""Questions about a table that anybody rearranges: is it legal, what can I put down, is it enough.

All cards of the table stay on it. A joker there goes on standing for the same card until a real one
replaces it: then it is free, but stays on the table too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from scorekeeper.rummy.melds.layout import Meld, Spot, best_layout, quick_layout
from scorekeeper.rummy.melds.layout_task import SUITS, VALUES, Counts, Effort, Task, TooMuchError
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.melds import TableMeld
from scorekeeper.rummy.table.pieces import JOKER

MOST_CHANGED = 2
"""Every choice of up to this many legal melds to change is tried, so that most stay as they lie."""

_TO_KEEP = 200_000
"""The effort spent on leaving melds alone in the new layout of a table."""

_MUCH = 1 << 12
"""More than any hand counts, and more cards than any hand has."""


class Play(NamedTuple):
    """What is put down, what is left, and the whole table after it."""

    melds: tuple[Meld, ...]
    down: tuple[Spot, ...]
    left: tuple[Spot, ...]


class FirstMeld(NamedTuple):
    """Melds from a hand alone, what is left of it, what the melds are worth, and what they lack."""

    melds: tuple[Meld, ...]
    left: tuple[Spot, ...]
    worth: int
    short: int


_Reals: TypeAlias = Counter[tuple[int, int]]
"""Cards by value and suit."""


_Standing: TypeAlias = "Spot | None"
"""The card for which a joker of the table goes on standing; `None` if it is free."""


# Is the table legal, and if not, how can it be laid?


def rearranged(
    game: TableGame, legal: Sequence[TableMeld], faulty: Iterable[Spot], effort: Effort
) -> tuple[Meld, ...] | None:
    """The same cards as legal melds, as many of them as possible unchanged; `None` if impossible.

    `faulty` are the cards of what is no meld. Jokers that do not stay where they lie are free.
    """
    loose = tuple(faulty)
    everything = (*loose, *_spots(meld.spots for meld in legal))
    if (layout := _laid(game, [], everything, effort)) is None:
        return None
    for number in range(MOST_CHANGED + 1):
        for changed in combinations(range(len(legal)), number):
            kept = [meld for place, meld in enumerate(legal) if place not in changed]
            cards = (*loose, *_spots(legal[place].spots for place in changed))
            if found := _laid(game, kept, cards, effort):
                return found
    table = [(meld, [None] * _jokers(meld)) for meld in legal]
    return _keeping(game, table, loose, layout, effort)


def _laid(
    game: TableGame, kept: Sequence[TableMeld], cards: Sequence[Spot], effort: Effort
) -> tuple[Meld, ...] | None:
    """The melds that are kept, and the cards as other melds with all jokers free.

    `None` if the cards cannot be laid; no cards at all can.
    """
    jokers = sum(spot.is_joker for spot in cards)
    found = best_layout(_all_of(game, _reals(cards), jokers), effort)
    return None if found is None else (*found.melds, *(meld.lying for meld in kept))


def kept_as_they_lie(legal: Iterable[TableMeld], melds: Iterable[Meld]) -> int:
    """How many of the legal melds are among the melds, with jokers that stand for the same."""
    there = Counter(frozenset(meld) for meld in melds)
    number = 0
    for meld in legal:
        same = next((each for each in _as_it_may_lie(meld) if there[each]), None)
        if same is not None:
            there[same] -= 1
            number += 1
    return number


def _as_it_may_lie(meld: TableMeld) -> list[frozenset[Spot]]:
    """The meld as it lies, and with its joker as each card for which it stands."""
    joker = frozenset(meld.lying) - {JOKER}
    either = [joker | {card._replace(is_joker=True)} for card in meld.either]
    return [frozenset(meld.lying), *either]


# What is the most that can be put down?


def best_play(
    game: TableGame,
    table: Sequence[TableMeld],
    hand: Sequence[Spot],
    effort: Effort,
    *,
    fewest_cards: bool = False,
) -> Play:
    """What leaves the fewest points in a hand, then the fewest cards; or the other way round."""
    held = _reals(hand)
    found = [
        (layout, standing)
        for task, standing in _tasks(game, table, hand, fewest_cards=fewest_cards)
        if (layout := best_layout(task, effort)) is not None
    ]
    layout, standing = min(found, key=lambda each: each[0].cost)
    down = _put_down(layout.melds, table, standing, held)
    jokers = sum(spot.is_joker for spot in _spots(layout.melds)) - standing.count(None)
    placed = (*_in_order(down), *[JOKER] * jokers)
    left = (*_in_order(held - down), *[JOKER] * (hand.count(JOKER) - jokers))
    if not placed:
        return Play(tuple(meld.lying for meld in table), (), left)
    found_melds = _named(layout.melds, standing)
    melds = _keeping(game, _by_meld(table, standing), placed, found_melds, effort)
    return Play(melds, placed, left)


def _tasks(
    game: TableGame, table: Sequence[TableMeld], hand: Sequence[Spot], *, fewest_cards: bool
) -> Iterator[tuple[Task, tuple[_Standing, ...]]]:
    """A task for each way to free jokers of the table, with the cards for which they stand."""
    reals, held = _reals(_spots(meld.spots for meld in table)), _reals(hand)
    step, each = (1, _MUCH) if fewest_cards else (_MUCH, 1)
    for standing, moved in _ways_to_free(game, table, reals, held):
        task = Task(
            must=_counts(reals + _reals(filter(None, standing)) + moved),
            may=_counts(held - moved),
            cost=tuple(points * step + each for points in game.worth),
            jokers=standing.count(None) + hand.count(JOKER),
            may_stay=hand.count(JOKER),
            joker_cost=game.joker_worth * step + each,
            ace_high=game.pieces.ace_high,
        )
        yield task, standing


def _ways_to_free(
    game: TableGame, table: Sequence[TableMeld], reals: _Reals, held: _Reals
) -> list[tuple[tuple[_Standing, ...], _Reals]]:
    """The ways to free the jokers of the table, each with the cards of the hand that it takes.

    One copy replaces one joker. A way is left out if another frees as much with no more cards.
    """
    choices = [meld.choices(spot) for meld in table for spot in meld.spots if spot.is_joker]
    if not game.replaces:
        return [((None,) * len(choices), Counter())]
    ways: list[tuple[tuple[_Standing, ...], _Reals]] = []
    for way in product(*[list(product(cards, (True, False))) for cards in choices]):
        moved = _reals(card for card, is_replaced in way if is_replaced) - reals
        standing = tuple(None if is_replaced else card for card, is_replaced in way)
        if moved <= held and (standing, moved) not in ways:
            ways.append((standing, moved))
    return [way for way in ways if not any(_frees_as_much(other, way) for other in ways)]


def _frees_as_much(
    way: tuple[tuple[_Standing, ...], _Reals], other: tuple[tuple[_Standing, ...], _Reals]
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


def _by_meld(
    table: Sequence[TableMeld], standing: Sequence[_Standing]
) -> list[tuple[TableMeld, list[_Standing]]]:
    """Each meld with its jokers."""
    rest = iter(standing)
    return [(meld, [next(rest) for _ in range(_jokers(meld))]) for meld in table]


def _put_down(
    melds: Iterable[Meld],
    table: Sequence[TableMeld],
    standing: Iterable[_Standing],
    held: _Reals,
) -> _Reals:
    """The cards of the hand among the melds."""
    there = _reals(_spots(meld.spots for meld in table)) + _reals(filter(None, standing))
    return (_reals(_spots(melds)) - there) & held


def _named(melds: Iterable[Meld], standing: Iterable[_Standing]) -> tuple[Meld, ...]:
    """The melds, with the jokers that go on standing for a card in the place of such a card."""
    waiting = [card for card in standing if card]
    named = []
    for meld in melds:
        spots = list(meld)
        for place, spot in enumerate(spots):
            if spot in waiting:
                waiting.remove(spot)
                spots[place] = spot._replace(is_joker=True)
        named.append(tuple(spots))
    return tuple(named)


def _keeping(
    game: TableGame,
    table: Sequence[tuple[TableMeld, Sequence[_Standing]]],
    loose: Sequence[Spot],
    layout: tuple[Meld, ...],
    effort: Effort,
) -> tuple[Meld, ...]:
    """A layout of the same cards that leaves melds alone where that is found quickly.

    `loose` are the cards that lie in no meld; `layout` is the answer if nothing can stay.
    """
    effort = effort.at_most(_TO_KEEP)

    def keep(places: Sequence[int], kept: tuple[int, ...]) -> tuple[int, ...]:
        """The places of melds that can stay: those `kept`, and as many more as can be."""
        nonlocal layout
        staying = (*kept, *places)
        if found := _around(game, table, loose, staying, effort):
            layout = found
            return staying
        if len(places) == 1:
            return kept
        half = len(places) // 2
        return keep(places[half:], keep(places[:half], kept))

    if table:
        with suppress(TooMuchError):
            keep(range(len(table)), ())
    return layout


def _around(
    game: TableGame,
    table: Sequence[tuple[TableMeld, Sequence[_Standing]]],
    loose: Sequence[Spot],
    kept: Sequence[int],
    effort: Effort,
) -> tuple[Meld, ...] | None:
    """A layout around melds that are kept, if one is found quickly."""
    changed = [each for place, each in enumerate(table) if place not in kept]
    standing = [card for _meld, cards in changed for card in cards]
    cards = _reals((*loose, *_spots(meld.spots for meld, _cards in changed)))
    jokers = standing.count(None) + sum(spot.is_joker for spot in loose)
    found = quick_layout(_all_of(game, cards + _reals(filter(None, standing)), jokers), effort)
    if found is None:
        return None
    return (*_named(found, standing), *(table[place][0].lying for place in sorted(kept)))


# Is a first meld enough?


def best_first_meld(game: TableGame, hand: Sequence[Spot], effort: Effort) -> FirstMeld:
    """The first meld that leaves the fewest points, or the one worth the most if none is enough."""
    needed = max(1, game.opening or 0)
    held = _reals(hand)
    task = Task(
        must=_counts(Counter()),
        may=_counts(held),
        cost=tuple(points * _MUCH + 1 for points in game.worth),
        jokers=hand.count(JOKER),
        may_stay=hand.count(JOKER),
        joker_cost=game.joker_worth * _MUCH + 1,
        worth=needed,
    )
    layout = best_layout(task, effort)
    melds = layout.melds if layout else ()
    jokers = hand.count(JOKER) - sum(spot.is_joker for spot in _spots(melds))
    left = (*_in_order(held - _reals(_spots(melds))), *[JOKER] * jokers)
    worth = worth_of(melds)
    return FirstMeld(melds, left, worth, max(0, needed - worth))


def worth_of(melds: Iterable[Meld]) -> int:
    """The sum of all numbers in melds; a joker is worth the number for which it stands."""
    return sum(spot.value + 1 for spot in _spots(melds))


# Cards as the search counts them


def _spots(melds: Iterable[Iterable[Spot]]) -> Iterator[Spot]:
    return (spot for meld in melds for spot in meld)


def _reals(spots: Iterable[Spot]) -> _Reals:
    """The cards among these, without jokers."""
    return Counter((spot.value, spot.suit) for spot in spots if not spot.is_joker)


def _jokers(meld: TableMeld) -> int:
    return sum(spot.is_joker for spot in meld.spots)


def _counts(reals: _Reals) -> Counts:
    return tuple(tuple(reals[value, suit] for suit in range(SUITS)) for value in range(VALUES))


def _in_order(reals: _Reals) -> tuple[Spot, ...]:
    """Cards suit by suit, from the lowest up."""
    by_suit = sorted(reals.elements(), key=lambda each: (each[1], each[0]))
    return tuple(Spot(value, suit) for value, suit in by_suit)


def _all_of(game: TableGame, reals: _Reals, jokers: int) -> Task:
    """The task to lay all of these cards and jokers."""
    nothing = (0,) * VALUES
    return Task(_counts(reals), _counts(Counter()), nothing, jokers, ace_high=game.pieces.ace_high)
