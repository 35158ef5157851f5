"""What a job costs: in seconds of the processor's time, which other work on the machine spares."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

from scorekeeper.rummy.melds import declaration_search, rank_sets, suit_runs, wild_cards

MILLISECOND = 0.001
TRIES = 3


def worked(job: Callable[[], object]) -> float:
    """How long the processor works on a job."""
    began = process_time()
    job()
    return process_time() - began


def waited(job: Callable[[], object]) -> float:
    """How long a job takes by the clock."""
    began = perf_counter()
    job()
    return perf_counter() - began


def by_turns(*jobs: Callable[[], object], times: int) -> list[list[float]]:
    """How long the processor works on each of these jobs, which take turns so many times."""
    turns = [[worked(job) for job in jobs] for _turn in range(times)]
    return [list(of_job) for of_job in zip(*turns, strict=True)]


def forget() -> None:
    """Give up everything that searches for melds keep from one hand to the next."""
    wild_cards.best_plan.cache_clear()
    suit_runs.lane_runs.cache_clear()
    suit_runs.reach.cache_clear()
    rank_sets.set_choices.cache_clear()
    declaration_search.sets_of.cache_clear()


def cold_seconds(search: Callable[[], object]) -> float:
    """How long the processor works on a search with nothing kept: the fewest of some tries."""
    tries = []
    for _try in range(TRIES):
        forget()
        tries.append(worked(search))
    return min(tries)
