"""The best runs of one suit from several decks, for every number of wild cards that may fill them.

A lane is an int: two bits a place hold how many copies of that card there are. Places go from the
low ace (0) to the king (12) and the high ace (13). Lanes recur from hand to hand, so answers are
kept.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from scorekeeper.rummy.one_deck import Worth

HIGH_ACE = 13
NEVER = 1 << 30

Run = tuple[int, ...]
"""The places of a run's natural cards, ascending."""
Runs = tuple[Run, ...]


class Best(NamedTuple):
    """The least points that a lane leaves, and the runs that do it."""

    left: int
    runs: Runs


def copies(lane: int, place: int) -> int:
    """How many copies of this place's card the lane holds."""
    return lane >> 2 * place & 3


def one(place: int) -> int:
    """One card at this place."""
    return 1 << 2 * place


@lru_cache(maxsize=1 << 16)
def points_in(lane: int, worth: Worth) -> int:
    """The points of all cards in a lane, both aces alike."""
    return sum(copies(lane, place) * worth[place % HIGH_ACE] for place in range(HIGH_ACE + 1))


@lru_cache(maxsize=1 << 16)
def best_runs(lane: int, worth: Worth, wilds: int, ace_high: bool) -> tuple[Best, ...]:
    """The best runs of a lane with at most 0, 1, … `wilds` wild cards.

    Where `ace_high`, each ace may stand above the king instead of below the two.
    """
    aces = copies(lane, 0) if ace_high else 0
    placed = [lane - high * one(0) + high * one(HIGH_ACE) for high in range(aces + 1)]
    each = [_sweep(one_way, worth, wilds) for one_way in placed]
    return tuple(min(ways, key=lambda best: best.left) for ways in zip(*each, strict=True))


class _State(NamedTuple):
    """Points left so far, the runs still open (shortest first) and those that are closed."""

    left: int
    open_runs: Runs
    closed: Runs


_Key = tuple[tuple[int, ...], int]
"""The lengths of the open runs, three standing for more, and the wild cards used."""


def _sweep(lane: int, worth: Worth, wilds: int) -> list[Best]:
    """Go up the lane and keep the best state of each kind."""
    states: dict[_Key, _State] = {((), 0): _State(0, (), ())}
    places = [place for place in range(HIGH_ACE + 1) if copies(lane, place)]
    for place in range(places[0], places[-1] + 1) if places else ():
        after: dict[_Key, _State] = {}
        for (lengths, used), state in states.items():
            _advance(place, copies(lane, place), worth, wilds, lengths, used, state, after)
        states = after
    return _closed(states, wilds)


def _closed(states: dict[_Key, _State], wilds: int) -> list[Best]:
    best = [Best(NEVER, ())] * (wilds + 1)
    for (lengths, used), state in states.items():
        used += sum(3 - length for length in lengths)
        if used <= wilds and state.left < best[used].left:
            best[used] = Best(state.left, state.closed + state.open_runs)
    for used in range(1, wilds + 1):
        if best[used - 1].left <= best[used].left:
            best[used] = best[used - 1]
    return best


def _advance(
    place: int,
    cards: int,
    worth: Worth,
    wilds: int,
    lengths: tuple[int, ...],
    used: int,
    state: _State,
    after: dict[_Key, _State],
) -> None:
    """Every way to go past a place: each open run takes a card, a wild card or ends."""
    value = worth[place % HIGH_ACE]
    ways: list[_Way] = [(cards, used, (), (), state.closed)]
    for length, run in zip(lengths, state.open_runs, strict=True):
        ways = [way for before in ways for way in _go_on(before, length, run, place, wilds)]
    for cards_left, now_used, now_lengths, now_open, closed in ways:
        for started in range(cards_left + 1):
            # New runs are the shortest, so they keep the order when they go in front.
            ordered = sorted(zip(now_lengths, now_open, strict=True))
            key = ((1,) * started + tuple(length for length, _ in ordered), now_used)
            left = state.left + (cards_left - started) * value
            if key not in after or left < after[key].left:
                runs = ((place,),) * started + tuple(run for _, run in ordered)
                after[key] = _State(left, runs, closed)


_Way = tuple[int, int, tuple[int, ...], Runs, Runs]
"""Cards not yet used at a place, wild cards used, lengths and runs still open, runs closed."""


def _go_on(before: _Way, length: int, run: Run, place: int, wilds: int) -> list[_Way]:
    cards, used, lengths, open_runs, closed = before
    longer = (*lengths, min(length + 1, 3))
    ways: list[_Way] = []
    if used + 3 - length <= wilds:
        ways.append((cards, used + 3 - length, lengths, open_runs, (*closed, run)))
    if cards:
        ways.append((cards - 1, used, longer, (*open_runs, (*run, place)), closed))
    if used < wilds:
        ways.append((cards, used + 1, longer, (*open_runs, run), closed))
    return ways
