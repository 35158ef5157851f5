"""The draw of a round: by standing or by lot, as a round robin or a Mitchell movement.

Entrants are numbers. Every draw is a pure function of its arguments. A draw by lot gets a shuffled
order as an argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import gcd
from typing import TypeAlias

from scorekeeper.tournament.matching import lightest_matching

Meetings: TypeAlias = Mapping[frozenset[int], int]
"""The number of times that two entrants have met. Pairs that have not met are left out."""

PAIR, THREE, FOUR = 2, 3, 4

EXACT_SEATS = 12
"""If singles would meet again, every seating is tried for up to this many entrants."""

FRESH_STARTS = 20
"""For more than `EXACT_SEATS` entrants, the best of up to this many improved seatings is taken."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: the entrants at each table, from table 1, and the entrants who sit out.

    An unused table is empty.
    """

    tables: tuple[tuple[int, ...], ...]
    out: tuple[int, ...] = ()


def pair(order: Sequence[int], met: Meetings, sat_out: Mapping[int, int]) -> Drawn:
    """Pair a field in the order of its standings, best first.

    Rematches are avoided first. In an odd field, an entrant with the fewest byes sits out: the
    lowest, or the next above if that avoids a rematch. Then the best entrant meets the highest
    possible opponent, then the best of the rest, and so on.

    >>> pair([1, 2, 3], {frozenset((1, 2)): 1}, {})
    Drawn(tables=((1, 3),), out=(2,))
    """
    field, out = list(order), []
    if len(order) % 2:
        out = [_next_bye(order, sat_out)]
        field.remove(out[0])
    known = _known(field, met)
    tables, alone = _pair_from_the_top(field, known)
    # Redraw the fewest tables that are enough to give all unpaired entrants a new opponent.
    fewer = range(len(tables), -1, -1)
    kept = next((n for n in fewer if _can_join(alone, tables[n:], known)), None)
    if kept is None:
        return _pair_exactly(order, met, sat_out)
    seated = {entrant for table in tables[:kept] for entrant in table}
    exact = _pair_exactly([entrant for entrant in field if entrant not in seated], met, {})
    return Drawn((*tables[:kept], *exact.tables), tuple(out))


def _next_bye(order: Sequence[int], sat_out: Mapping[int, int]) -> int:
    """The lowest entrant with the fewest byes."""
    return min(reversed(order), key=lambda entrant: sat_out.get(entrant, 0))


def _known(field: Sequence[int], met: Meetings) -> dict[int, set[int]]:
    """The earlier opponents of each entrant within the field."""
    known: dict[int, set[int]] = {entrant: set() for entrant in field}
    for one, other in map(tuple, met):
        if one in known and other in known:
            known[one].add(other)
            known[other].add(one)
    return known


def _pair_from_the_top(
    field: Sequence[int], known: Mapping[int, set[int]]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Pair each entrant with the best new opponent. Also return those without a new opponent."""
    rest, tables, alone = list(field), [], []
    while rest:
        best = rest.pop(0)
        opponent = next((one for one in rest if one not in known[best]), None)
        if opponent is None:
            alone.append(best)
        else:
            rest.remove(opponent)
            tables.append((best, opponent))
    return tables, alone


def _can_join(
    alone: Sequence[int], tables: Iterable[tuple[int, int]], known: Mapping[int, set[int]]
) -> bool:
    """Check whether every two unpaired entrants can split one of these tables to get new opponents.

    `False` does not mean that a draw without rematches is impossible.
    """
    partner = {one: other for table in tables for one, other in (table, table[::-1])}
    for one, other in zip(alone[::PAIR], alone[1::PAIR], strict=True):
        apart = (
            (first, second)
            for first, second in partner.items()
            if first not in known[one] and second not in known[other]
        )
        first, second = next(apart, (None, None))
        if first is None or second is None:
            return False
        partner |= {one: first, first: one, other: second, second: other}
    return True


def _pair_exactly(order: Sequence[int], met: Meetings, sat_out: Mapping[int, int]) -> Drawn:
    """The draw by the rules of `pair`, for a field that can need rematches.

    The weight of each pair combines all the rules in one number: first rematches, then the bye,
    then the opponents, with the opponent of the best entrant before all others.
    """
    field: list[int | None] = [*order, *([None] if len(order) % 2 else [])]
    size = len(field)
    digit = size.bit_length() + 1
    fewest = min((sat_out.get(entrant, 0) for entrant in order), default=0)
    forbidden = 1 + sum(met.values())
    weights = [[0] * size for _ in field]
    for i, j in combinations(range(size), 2):
        first, second = order[i], field[j]
        if second is None:
            rematches = 0 if sat_out.get(first, 0) == fewest else forbidden
            choice = (size - i) << digit * (size + 1)
        else:
            rematches = met.get(frozenset((first, second)), 0)
            choice = j << digit * (size - i)
        weights[i][j] = weights[j][i] = (rematches << digit * (size + 2)) + choice
    found = [(order[i], field[j]) for i, j in enumerate(lightest_matching(weights)) if i < j]
    return Drawn(
        tuple((first, second) for first, second in found if second is not None),
        tuple(first for first, second in found if second is None),
    )


def sizes_of_tables(entrants: int) -> tuple[int, ...]:
    """The number of singles at each table: as many fours as possible, the rest threes.

    Two or five entrants sit at one table.

    >>> sizes_of_tables(10)
    (4, 3, 3)
    """
    threes = -entrants % FOUR
    fours = (entrants - THREE * threes) // FOUR
    return (FOUR,) * fours + (THREE,) * threes if fours >= 0 else (entrants,)


def seat_by_standing(order: Sequence[int]) -> Drawn:
    """Seat singles by standing: the first four at table 1, and so on. Tables of three come last."""
    rest = iter(order)
    return Drawn(
        tuple(tuple(next(rest) for _ in range(size)) for size in sizes_of_tables(len(order)))
    )


def seat_by_lot(order: Sequence[int], met: Meetings) -> Drawn:
    """Seat singles in a shuffled order, with few repeated meetings.

    Up to 12 entrants, the number of repeated meetings is the least possible.
    """
    found = _swapped(seat_by_standing(order).tables, met)
    if not _repeated(found, met):
        return Drawn(found)
    if len(order) <= EXACT_SEATS:
        return Drawn(min(_all_seatings(order), key=lambda tables: _repeated(tables, met)))
    turns = range(1, min(FRESH_STARTS, len(order)))
    others = (_swapped(seat_by_standing([*order[n:], *order[:n]]).tables, met) for n in turns)
    return Drawn(min([found, *others], key=lambda tables: _repeated(tables, met)))


def _repeated(tables: Iterable[Iterable[int]], met: Meetings) -> int:
    return sum(met.get(frozenset(two), 0) for table in tables for two in combinations(table, 2))


def _swapped(seated: tuple[tuple[int, ...], ...], met: Meetings) -> tuple[tuple[int, ...], ...]:
    """Swap two entrants of different tables as long as that avoids a meeting."""
    tables = [list(table) for table in seated]
    while swap := _saving_swap(tables, met):
        (table, seat), (other, place) = swap
        tables[table][seat], tables[other][place] = tables[other][place], tables[table][seat]
    return tuple(tuple(table) for table in tables)


_Seat: TypeAlias = tuple[int, int]


def _saving_swap(tables: list[list[int]], met: Meetings) -> tuple[_Seat, _Seat] | None:
    seats = [(number, seat) for number, table in enumerate(tables) for seat in range(len(table))]
    for table, seat in seats:
        before = _meets(tables[table][seat], tables[table], met)
        if not before:
            continue
        for other, place in seats:
            if other == table:
                continue
            one, two = tables[table][seat], tables[other][place]
            # After the swap, these two are still at different tables.
            again = met.get(frozenset((one, two)), 0)
            now = before + _meets(two, tables[other], met)
            then = _meets(one, tables[other], met) + _meets(two, tables[table], met) - 2 * again
            if then < now:
                return (table, seat), (other, place)
    return None


def _meets(entrant: int, table: Iterable[int], met: Meetings) -> int:
    return sum(met.get(frozenset((entrant, other)), 0) for other in table)


def _all_seatings(order: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    return _seatings(tuple(order), sizes_of_tables(len(order)))


def _seatings(
    rest: tuple[int, ...], sizes: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not rest:
        yield ()
        return
    # Try a table of each remaining size for the first entrant.
    for size in dict.fromkeys(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest[1:], size - 1):
            after = tuple(one for one in rest[1:] if one not in others)
            for tables in _seatings(after, tuple(left)):
                yield ((rest[0], *others), *tables)


def draw_partners(
    order: Sequence[int], partnered: Meetings, met: Meetings, sat_out: Mapping[int, int]
) -> Drawn:
    """Seat players in fours in this order. The first two of a table play against the last two.

    Of the three ways to split four players, the best has the fewest old partnerships, then the
    fewest old opponents. If these are equal, the first plays with the last. Players left over sit
    out: the lowest with the fewest byes.

    >>> draw_partners([1, 2, 3, 4, 5], {}, {}, {})
    Drawn(tables=((1, 4, 2, 3),), out=(5,))
    """
    rest, out = list(order), []
    for _odd in range(len(order) % FOUR):
        out.append(_next_bye(rest, sat_out))
        rest.remove(out[-1])
    fours = (rest[first : first + FOUR] for first in range(0, len(rest), FOUR))
    return Drawn(tuple(_parted(four, partnered, met) for four in fours), tuple(out))


def _parted(four: Sequence[int], partnered: Meetings, met: Meetings) -> tuple[int, ...]:
    first, second, third, fourth = four
    ways = (
        (first, fourth, second, third),
        (first, third, second, fourth),
        (first, second, third, fourth),
    )

    def old(way: tuple[int, ...]) -> tuple[int, int]:
        partners = (way[:PAIR], way[PAIR:])
        opponents = ((one, other) for one in way[:PAIR] for other in way[PAIR:])
        return _repeated(partners, partnered), _repeated(opponents, met)

    return min(ways, key=old)


def round_robin(entrants: Sequence[int], turn: int) -> Drawn:
    """A round of a round robin by the circle method: the first entrant stays, the others move on.

    In an odd field, one entrant sits out.

    >>> round_robin([1, 2, 3, 4], turn=1)
    Drawn(tables=((1, 2), (3, 4)), out=())
    """
    field: list[int | None] = [*entrants, *([None] if len(entrants) % 2 else [])]
    circle = [field[0], *field[turn + 1 :], *field[1 : turn + 1]]
    half = len(circle) // 2
    tables: list[tuple[int, ...]] = []
    out: list[int] = []
    for both in zip(circle[:half], reversed(circle[half:]), strict=True):
        there = tuple(entrant for entrant in both if entrant is not None)
        tables.append(there if len(there) == PAIR else ())
        out += there if len(there) != PAIR else ()
    return Drawn(tuple(table for table in tables if table), tuple(out))


def mitchell(
    north_south: Mapping[int, int], east_west: Mapping[int, int], *, tables: int, moved: int
) -> Drawn:
    """The round of a Mitchell movement after East-West has moved up by `moved` tables.

    Both lines map starts to entrants. The start is the table of the first round. An entrant who
    would meet a missing start sits out, and the table stays empty.

    >>> mitchell({1: 1, 2: 2}, {1: 3}, tables=2, moved=1)
    Drawn(tables=((), (2, 3)), out=(1,))
    """
    seated: list[tuple[int, ...]] = []
    out: list[int] = []
    for table in range(1, tables + 1):
        start = (table - 1 - moved) % tables + 1
        seats = ((north_south, table), (east_west, start))
        there = tuple(line[place] for line, place in seats if place in line)
        seated.append(there if len(there) == PAIR else ())
        out += there if len(there) != PAIR else ()
    return Drawn(tuple(seated), tuple(out))


def mitchell_steps(tables: int) -> tuple[int, ...]:
    """The numbers of tables to move up each round that let East-West meet everybody once."""
    return tuple(step for step in range(1, max(tables, 2)) if gcd(step, tables) == 1)
