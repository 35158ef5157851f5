"""Zip entries with the current time."""

from __future__ import annotations

from zipfile import ZIP_DEFLATED, ZipInfo

from scorekeeper import clock

_FIRST, _LAST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The earliest and latest time that a zip can hold. A wrong clock can be outside this range."""


def zip_entry(name: str, size: int = 0) -> ZipInfo:
    """A compressed zip entry with the current time. Give its `size` in bytes if over 2 GB."""
    now = clock.now().astimezone().timetuple()[:6]
    entry = ZipInfo(name, min(max(now, _FIRST), _LAST))
    entry.compress_type = ZIP_DEFLATED
    entry.file_size = size
    return entry
