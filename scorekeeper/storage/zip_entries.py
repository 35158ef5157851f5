"""Files in a zip, dated by the clock."""

from __future__ import annotations

from zipfile import ZIP_DEFLATED, ZipInfo

from scorekeeper import clock

_FIRST, _LAST = (1980, 1, 1, 0, 0, 0), (2107, 12, 31, 23, 59, 58)
"""The dates that a zip can hold. A clock that is wrong may show others."""


def zip_entry(name: str, size: int = 0) -> ZipInfo:
    """A compressed file in a zip, of now. A `size` of over 2 GB must be known beforehand."""
    now = clock.now().astimezone().timetuple()[:6]
    entry = ZipInfo(name, min(max(now, _FIRST), _LAST))
    entry.compress_type = ZIP_DEFLATED
    entry.file_size = size
    return entry
