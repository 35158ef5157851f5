"""Costs in seconds of processor time, which other work on the machine hardly changes."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, process_time

from scorekeeper.rummy.melds import declaration_search, rank_sets, suit_runs, wild_cards

MILLISECOND = 0.001
TRIES = 3


def worked(job: Callable[[], object]) -> float:
    """Return the processor time of a job."""
    began = process_time()
    job()
    return process_time() - began


def waited(job: Callable[[], object]) -> float:
    """Return the time of a job by the clock."""
    began = perf_counter()
    job()
    return perf_counter() - began


def by_turns(*jobs: Callable[[], object], times: int) -> list[list[float]]:
    """Return the processor times of each job. The jobs take turns, this many times."""
    turns = [[worked(job) for job in jobs] for _turn in range(times)]
    return [list(of_job) for of_job in zip(*turns, strict=True)]


def forget() -> None:
    """Clear the caches of the meld search."""
    wild_cards.best_plan.cache_clear()
    suit_runs.lane_runs.cache_clear()
    suit_runs.reach.cache_clear()
    rank_sets.set_choices.cache_clear()
    declaration_search.sets_of.cache_clear()


def cold_seconds(search: Callable[[], object]) -> float:
    """Return the least processor time of a search with empty caches, over some tries."""
    tries = []
    for _try in range(TRIES):
        forget()
        tries.append(worked(search))
    return min(tries)
