"""What of a sheet is shown at once: the last rounds, the earlier ones of a long sheet on demand."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from scorekeeper.web.games.sheet_table import Row

AT_ONCE = 20
"""So many rounds at least are shown at once, and never twice as many."""


@dataclass(frozen=True, slots=True)
class ShownRounds:
    """The rows of a sheet: the `earlier` ones, none on a short sheet, and the `last` ones."""

    earlier: list[Row]
    last: list[Row]

    @property
    def mark(self) -> str:
        """What stands for the earlier rounds, so that they are not sent with every change."""
        return sha256(repr(self.earlier).encode()).hexdigest()[:12] if self.earlier else ""


def shown_rounds(rows: list[Row]) -> ShownRounds:
    """The rows parted; where, moves on by as many rounds at a time as are shown at once."""
    earlier = max(0, len(rows) // AT_ONCE - 1) * AT_ONCE
    return ShownRounds(rows[:earlier], rows[earlier:])
