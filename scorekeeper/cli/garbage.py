"""Keeps Python's garbage collector from holding up a server."""

from __future__ import annotations

import gc


def spare_what_stays() -> None:
    """Tell the collector that all there is now stays until the server ends.

    Otherwise it goes through the whole program now and then, and for a tenth of a second nobody is
    answered.
    """
    gc.collect()
    gc.freeze()
