"""The metrics for Prometheus: requests by endpoint, changes of games, waits of writers.

Imported only if the settings ask for it, because its library is an extra. The figures of several
processes are added up from a folder that `serve --production` sets.
"""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from scorekeeper.config import METRICS_FOLDER
from scorekeeper.games.transaction import game_changed
from scorekeeper.storage.database import turn_came

_BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)

_requests = Histogram(
    "scorekeeper_request_seconds",
    "How long requests took, by what answered them; polls are those of games.live.",
    ("method", "endpoint", "status"),
    buckets=_BUCKETS,
)
_changes = Counter(
    "scorekeeper_game_changes", "Changes of games, such as rounds recorded.", ("kind",)
)
_waits = Histogram(
    "scorekeeper_writer_wait_seconds",
    "How long writers waited for their turn; the rate of the sum is how many wait at a time.",
    buckets=_BUCKETS,
)


def observe(method: str, endpoint: str, status: int, seconds: float) -> None:
    _requests.labels(method, endpoint, status).observe(seconds)


@game_changed.connect
def _count_change(kind: str) -> None:
    _changes.labels(kind).inc()


@turn_came.connect
def _count_wait(seconds: float) -> None:
    _waits.observe(seconds)


def exposition() -> bytes:
    if not os.environ.get(METRICS_FOLDER):
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # comes without types there
    return generate_latest(registry)
