"""The last visits of devices, stored for many polling phones together."""

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
"""The interval at which each process stores the visits of phones that poll."""

_SEEN = (
    update(Device)
    .where(Device.id == bindparam("device"))
    .values(seen_at=bindparam("seen"), arrived=True)
)


class Visits:
    """The visits of phones that poll, until the next transaction of this process stores them.

    If the process ends before that, the visits are lost. The next polls of the phones note new
    visits.
    """

    def __init__(self) -> None:
        self._noted: dict[str, datetime] = {}
        self._stored_at: datetime | None = None

    def can_wait(self, device_id: str) -> bool:
        """Note a phone’s visit. Return whether it can be stored later, with other visits."""
        now = clock.now()
        self._noted[device_id] = now
        return self._stored_at is not None and abs(now - self._stored_at) < TOGETHER

    def take(self) -> dict[str, datetime]:
        """Return the visits noted since the last call, by device."""
        taken, self._noted, self._stored_at = self._noted, {}, clock.now()
        return taken


def store_visits(visits: Mapping[str, datetime]) -> None:
    """Store that these devices were seen and have their tokens, if that needs no waiting.

    Other writers or a full disk do not delay the request. If storing fails, these visits are lost,
    and the devices’ next requests store new ones. A device that another transaction is changing is
    left out, so that neither transaction waits for the other.
    """
    there = select(Device.id).where(Device.id.in_(visits)).with_for_update(skip_locked=True)
    with suppress(DatabaseFaultError, DBAPIError), write(patience=0) as session:
        seen = [{"device": id, "seen": visits[id]} for id in session.scalars(there)]
        if seen:
            session.connection().execute(_SEEN, seen)
