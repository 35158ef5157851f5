"""Answers about a table that every player can rearrange: its legality, and the best play.

All cards of the table stay on the table. If the game `replaces` jokers, a joker stands for the same
card until a real one replaces it. A free joker stays on the table too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import combinations
from typing import NamedTuple

from scorekeeper.rummy.melds.layout import Layout, Meld, Spot, best_layout, quick_layout
from scorekeeper.rummy.melds.layout_prices import NEVER
from scorekeeper.rummy.melds.layout_task import VALUES, Effort, Task, TooMuchError
from scorekeeper.rummy.table.freed_jokers import (
    Freed,
    Pile,
    StandsFor,
    best_with_new_melds,
    ways_to_free,
)
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.melds import TableMeld
from scorekeeper.rummy.table.pieces import JOKER
from scorekeeper.rummy.table.reals import Reals, counts_of, in_order, reals_of, spots_of

MOST_CHANGED = 2
"""The search tries every choice of up to this many legal melds to change.

It keeps all other legal melds.
"""

_TO_KEEP = 200_000
"""The effort spent on keeping melds unchanged in a new layout."""

MUCH = 1 << 12
"""More than the points of any hand, and more than its number of cards."""


class Play(NamedTuple):
    """The melds of the whole table after a play, the cards put down, and the cards left."""

    melds: tuple[Meld, ...]
    down: tuple[Spot, ...]
    left: tuple[Spot, ...]


# Is the table legal? How can an illegal table be laid?


def rearranged(
    game: TableGame, legal: Sequence[TableMeld], faulty: Iterable[Spot], effort: Effort
) -> tuple[Meld, ...] | None:
    """Return the same cards as legal melds, with few changes, or `None` if that is impossible.

    `faulty` are the cards of faulty melds. A joker that moves can stand for any card.
    """
    loose = tuple(faulty)
    everything = (*loose, *spots_of(meld.spots for meld in legal))
    if (layout := _laid(game, [], everything, effort)) is None:
        return None
    for number in range(MOST_CHANGED + 1):
        for changed in combinations(range(len(legal)), number):
            kept = [meld for place, meld in enumerate(legal) if place not in changed]
            cards = (*loose, *spots_of(legal[place].spots for place in changed))
            if found := _laid(game, kept, cards, effort):
                return found
    table = [(meld, [None] * _jokers(meld)) for meld in legal]
    return _keeping(game, table, loose, layout, effort)


def _laid(
    game: TableGame, kept: Sequence[TableMeld], cards: Sequence[Spot], effort: Effort
) -> tuple[Meld, ...] | None:
    """Return the kept melds, and these cards as other melds with all jokers free.

    `None` if the cards cannot be laid. If there are no cards, the result is the kept melds.
    """
    jokers = sum(spot.is_joker for spot in cards)
    found = best_layout(_all_of(game, reals_of(cards), jokers), effort)
    return None if found is None else (*found.melds, *(meld.lying for meld in kept))


def kept_as_they_lie(legal: Iterable[TableMeld], melds: Iterable[Meld]) -> int:
    """Return the number of legal melds that are also in `melds`.

    Their jokers must stand for the same cards there.
    """
    there = Counter(frozenset(meld) for meld in melds)
    number = 0
    for meld in legal:
        same = next((way for way in _as_it_may_lie(meld) if there[way]), None)
        if same is not None:
            there[same] -= 1
            number += 1
    return number


def _as_it_may_lie(meld: TableMeld) -> list[frozenset[Spot]]:
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
    """Return the play that leaves the fewest points in the hand.

    If several plays leave the fewest points, return the play that leaves the fewest cards. With
    `fewest_cards`, the number of cards counts first, and the points count second.
    """
    held = reals_of(hand)
    new, layout, standing = _best_way(game, table, hand, effort, fewest_cards=fewest_cards)
    laid = (*layout.melds, *new)
    down = _put_down(laid, table, standing, held)
    jokers = sum(spot.is_joker for spot in spots_of(laid)) - standing.count(None)
    placed = (*in_order(down), *[JOKER] * jokers)
    left = (*in_order(held - down), *[JOKER] * (hand.count(JOKER) - jokers))
    if not placed:
        return Play(tuple(meld.lying for meld in table), (), left)
    found_melds = _named(laid, standing)
    melds = _keeping(game, _by_meld(table, standing), placed, found_melds, effort, new)
    return Play(melds, placed, left)


def _best_way(
    game: TableGame,
    table: Sequence[TableMeld],
    hand: Sequence[Spot],
    effort: Effort,
    *,
    fewest_cards: bool,
) -> tuple[tuple[Meld, ...], Layout, tuple[StandsFor, ...]]:
    """Return the best layout of the table and the hand.

    The result is the new melds of freed jokers, the layout of all other cards, and the card that
    each joker of the table still stands for.
    """
    reals, held = reals_of(spots_of(meld.spots for meld in table)), reals_of(hand)
    step, for_a_card = (1, MUCH) if fewest_cards else (MUCH, 1)

    def solve(pile: Pile, free: int) -> Layout | None:
        task = Task(
            must=counts_of(pile.must),
            may=counts_of(pile.may),
            cost=tuple(points * step + for_a_card for points in game.worth),
            jokers=free + pile.jokers,
            may_stay=pile.jokers,
            joker_cost=game.joker_worth * step + for_a_card,
            ace_high=game.pieces.ace_high,
        )
        return best_layout(task, effort)

    best: tuple[tuple[Meld, ...], Layout, tuple[StandsFor, ...]] | None = None
    for standing, moved in ways_to_free(game, table, reals, held):
        must = reals + reals_of(filter(None, standing)) + moved
        pile = Pile(must, moved, held - moved, hand.count(JOKER))
        most = best[1].cost if best else NEVER
        if not most:
            break
        if game.frees_into_new_melds:
            if found := best_with_new_melds(pile, _freed(table, standing), solve, most):
                best = (*found, standing)
        elif (layout := solve(pile, standing.count(None))) and layout.cost < most:
            best = (), layout, standing
    if best is None:
        raise AssertionError("the table can stay as it lies")
    return best


def _freed(table: Sequence[TableMeld], standing: Sequence[StandsFor]) -> list[Freed]:
    freed = []
    for place, (meld, cards) in enumerate(_by_meld(table, standing)):
        mates = reals_of(meld.spots) + reals_of(filter(None, cards))
        freed += [Freed(place, mates)] * cards.count(None)
    return freed


def _by_meld(
    table: Sequence[TableMeld], standing: Sequence[StandsFor]
) -> list[tuple[TableMeld, list[StandsFor]]]:
    rest = iter(standing)
    return [(meld, [next(rest) for _ in range(_jokers(meld))]) for meld in table]


def _put_down(
    melds: Iterable[Meld],
    table: Sequence[TableMeld],
    standing: Iterable[StandsFor],
    held: Reals,
) -> Reals:
    there = reals_of(spots_of(meld.spots for meld in table)) + reals_of(filter(None, standing))
    return (reals_of(spots_of(melds)) - there) & held


def _named(melds: Iterable[Meld], standing: Iterable[StandsFor]) -> tuple[Meld, ...]:
    """Return the melds with a joker in place of each card that a joker still stands for."""
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
    table: Sequence[tuple[TableMeld, Sequence[StandsFor]]],
    loose: Sequence[Spot],
    layout: tuple[Meld, ...],
    effort: Effort,
    new: tuple[Meld, ...] = (),
) -> tuple[Meld, ...]:
    """Return a layout of the same cards with as many old melds as quick searches can keep.

    `loose` are the cards in no meld. If no meld can stay, the result is `layout`. Every layout
    includes the `new` melds.
    """
    effort = effort.at_most(_TO_KEEP)

    def keep(places: Sequence[int], kept: tuple[int, ...]) -> tuple[int, ...]:
        """Return the places of melds that can stay: `kept`, and all found among `places`."""
        nonlocal layout
        staying = (*kept, *places)
        if found := _around(game, table, loose, staying, effort, new):
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
    table: Sequence[tuple[TableMeld, Sequence[StandsFor]]],
    loose: Sequence[Spot],
    kept: Sequence[int],
    effort: Effort,
    new: tuple[Meld, ...],
) -> tuple[Meld, ...] | None:
    """Return a layout with the kept melds and the new melds. `None` if a quick search fails."""
    changed = [entry for place, entry in enumerate(table) if place not in kept]
    standing = [card for _meld, cards in changed for card in cards]
    cards = reals_of((*loose, *spots_of(meld.spots for meld, _cards in changed)))
    cards += reals_of(filter(None, standing))
    jokers = standing.count(None) + sum(spot.is_joker for spot in loose)
    in_new, jokers_in_new = reals_of(spots_of(new)), sum(spot.is_joker for spot in spots_of(new))
    if not in_new <= cards or jokers_in_new > jokers:
        return None
    found = quick_layout(_all_of(game, cards - in_new, jokers - jokers_in_new), effort)
    if found is None:
        return None
    return (*_named((*found, *new), standing), *(table[place][0].lying for place in sorted(kept)))


def _jokers(meld: TableMeld) -> int:
    return sum(spot.is_joker for spot in meld.spots)


def _all_of(game: TableGame, reals: Reals, jokers: int) -> Task:
    must, may, cost = counts_of(reals), counts_of(Counter()), (0,) * VALUES
    return Task(must, may, cost, jokers, ace_high=game.pieces.ace_high)
