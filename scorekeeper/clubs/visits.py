"""When devices were last seen, stored for many phones at once while they only poll."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta

from sqlalchemy import bindparam, select, update
from sqlalchemy.exc import DBAPIError

from scorekeeper import clock
from scorekeeper.storage.database import write
from scorekeeper.storage.faults import DatabaseFaultError
from scorekeeper.storage.models import Device

TOGETHER = timedelta(seconds=2)
"""How often each process stores the visits of phones that poll."""

_SEEN = (
    update(Device)
    .where(Device.id == bindparam("device"))
    .values(seen_at=bindparam("seen"), arrived=True)
)


class Visits:
    """The visits of phones that poll, until the next transaction of this process stores them.

    What is lost when the process ends is noted again: the phone polls on, and its visit is due.
    """

    def __init__(self) -> None:
        self._noted: dict[str, datetime] = {}
        self._stored_at: datetime | None = None

    def can_wait(self, device_id: str) -> bool:
        """Note that a phone is here. Returns whether its visit can be stored later, with others."""
        now = clock.now()
        self._noted[device_id] = now
        return self._stored_at is not None and abs(now - self._stored_at) < TOGETHER

    def take(self) -> dict[str, datetime]:
        """Return the visits noted since the last call, by device."""
        taken, self._noted, self._stored_at = self._noted, {}, clock.now()
        return taken


def store_visits(visits: Mapping[str, datetime]) -> None:
    """Store that these devices were seen and have their tokens, if that needs no waiting.

    Nobody is held up by other writers or a full disk. The next request tries again. A device that
    another transaction is changing is left out, so that none waits for the other.
    """
    there = select(Device.id).where(Device.id.in_(visits)).with_for_update(skip_locked=True)
    with suppress(DatabaseFaultError, DBAPIError), write(patience=0) as session:
        seen = [{"device": id, "seen": visits[id]} for id in session.scalars(there)]
        if seen:
            session.connection().execute(_SEEN, seen)
