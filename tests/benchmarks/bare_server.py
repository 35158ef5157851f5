"""An application that answers every request with nothing, served as ours is in production: what a
poll is measured by. The address comes from the settings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from granian import Granian

from scorekeeper.cli.production import options
from scorekeeper.cli.serving import take_short_turns
from scorekeeper.config import read_settings

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


def nothing(_environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """What the server itself costs."""
    start_response("204 No Content", [])
    return []


take_short_turns()  # as each process of ours does; granian's import this module

if __name__ == "__main__":
    Granian("tests.benchmarks.bare_server:nothing", **options(read_settings())).serve()
