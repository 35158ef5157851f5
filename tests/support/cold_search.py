"""How long a search for melds takes with nothing kept from other hands."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

from scorekeeper.rummy.melds import rank_sets, suit_runs, wild_cards

TRIES = 3


def forget() -> None:
    """Give up everything that was kept from one hand to the next."""
    wild_cards.best_plan.cache_clear()
    suit_runs.lane_runs.cache_clear()
    suit_runs.reach.cache_clear()
    rank_sets.set_choices.cache_clear()


def cold_seconds(search: Callable[[], object]) -> float:
    """The fewest seconds of processor time that a search takes in some tries."""
    return min(_once(search) for _ in range(TRIES))


def _once(search: Callable[[], object]) -> float:
    forget()
    started = process_time()
    search()
    return process_time() - started
