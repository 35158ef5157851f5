"""How often something may be done from one network address.

What is seldom done is counted in the database, for all processes together. What a page asks for
while somebody types is counted by each process in its memory: a row for each would cost more than
the answer.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from threading import Lock

from sqlalchemy import ColumnElement, delete, func, select
from sqlalchemy.orm import Session

from scorekeeper import clock
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import ApiCall, CountedByAddress

_WITH_PORT = re.compile(r"\[([^]]*)\](?::\d+)?|([0-9.]+):\d+")


@dataclass(frozen=True, slots=True)
class AddressLimit:
    """The most rows a table may count within a time, from one address and from all together."""

    counted: type[CountedByAddress]
    most: int
    within: timedelta
    most_in_all: int | None = None

    def forget_old(self, session: Session) -> None:
        session.execute(delete(self.counted).where(~self._counts()))

    def is_reached(self, session: Session, address: str) -> bool:
        in_all = select(func.count()).select_from(self.counted).where(self._counts())
        from_here = in_all.where(self.counted.address == client_network(address))
        if (session.scalar(from_here) or 0) >= self.most:
            return True
        return self.most_in_all is not None and (session.scalar(in_all) or 0) >= self.most_in_all

    def count(self, session: Session, address: str, **facts: str) -> None:
        """Add one to the count of this address, unless these facts of it are counted already."""
        network = client_network(address)
        counted = select(self.counted.id).where(self._counts(), self.counted.address == network)
        if not facts or session.scalar(counted.filter_by(**facts).limit(1)) is None:
            session.add(self.counted(address=network, at=clock.now(), **facts))

    def _counts(self) -> ColumnElement[bool]:
        """Whether a row counts: one from the future was made while the server's clock was ahead."""
        now = clock.now()
        return self.counted.at.between(now - self.within, now + self.within)


def client_network(address: str) -> str:
    """The network that a client's address belongs to: an IPv6 household has a whole /64.

    Some proxies append the port, which differs with every connection.

    >>> client_network("198.51.100.7:40000"), client_network("[2001:db8::7]:40000")
    ('198.51.100.7', '2001:db8::/64')
    """
    bare = _WITH_PORT.sub(r"\1\2", address)
    try:
        parsed = ip_address(bare)
    except ValueError:
        return address[:64]
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(ip_network((parsed, 64), strict=False))
    return str(parsed)


API_CALLS = AddressLimit(ApiCall, most=60, within=timedelta(minutes=1), most_in_all=600)
"""More than a table needs, and few enough to leave the phones their share of a small machine."""


class TooManyCallsError(Exception):
    """Too many calls came from this address, or from all together, within the last minute."""


def count_call(address: str) -> None:
    """Count a call without waiting. Raises `TooManyCallsError`."""
    if API_CALLS.is_reached(db.session(), address):
        raise TooManyCallsError
    with write() as session:
        API_CALLS.forget_old(session)
        API_CALLS.count(session, address)


class LimitOfProcess:
    """At most `most` calls a minute from one address, counted by this process alone."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._minute = 0
        self._counts: Counter[str] = Counter()
        self._changes = Lock()

    def count(self, address: str) -> None:
        """Raises `TooManyCallsError`."""
        minute, network = int(time.monotonic() // 60), client_network(address)
        with self._changes:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            self._counts[network] += 1
            if self._counts[network] > self.most:
                raise TooManyCallsError


JUDGE_CALLS = LimitOfProcess(most=600)
"""The desk asks once or twice a second while somebody types, and a club shares an address."""
