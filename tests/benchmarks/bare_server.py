"""An application with empty answers, served like Scorekeeper in production.

Its cost is the unit of a poll’s cost. The address is in the settings.
"""

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
    """Answer 204, to measure the cost of the server itself."""
    start_response("204 No Content", [])
    return []


take_short_turns()  # Scorekeeper’s processes do so too. Granian’s import this.

if __name__ == "__main__":
    Granian("tests.benchmarks.bare_server:nothing", **options(read_settings())).serve()
