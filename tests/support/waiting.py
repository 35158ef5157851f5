"""Waiting for what other programs do."""

from __future__ import annotations

import time
from collections.abc import Callable


def comes_true(is_so: Callable[[], object], patience: float) -> bool:
    """Wait until it is so; whether that came within so many seconds."""
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            return False
        # Neither servers nor the drivers of browsers tell when something changes, so they are
        # asked until it has.
        time.sleep(0.05)
    return True
