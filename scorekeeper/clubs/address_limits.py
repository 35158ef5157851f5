"""Limits on how often clients from one network address can do something.

Rare actions are counted in the database, for all processes together. Requests that a page sends
while somebody types are counted by each process in memory, because storing such a request would
cost more than answering it.
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
    """A limit on the rows of a table within a time.

    - `most`: the most rows from one address
    - `most_in_all`: the most rows from all addresses together
    """

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
        """Add one to the count of this address, unless it already counts the same facts."""
        network = client_network(address)
        counted = select(self.counted.id).where(self._counts(), self.counted.address == network)
        if not facts or session.scalar(counted.filter_by(**facts).limit(1)) is None:
            session.add(self.counted(address=network, at=clock.now(), **facts))

    def _counts(self) -> ColumnElement[bool]:
        """Select the rows within the time before or after now. The clock could have been ahead."""
        now = clock.now()
        return self.counted.at.between(now - self.within, now + self.within)


def client_network(address: str) -> str:
    """Return the network of a client’s address: an IPv6 household has a whole /64.

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
"""The limit on documents that visitors send to the API for scoring or for melds.

It is more than a table needs, and low enough to keep a small machine responsive for the phones.
"""


class TooManyCallsError(Exception):
    """Too many calls came from this address, or from all addresses, within the last minute."""


def count_call(address: str) -> None:
    """Count a call if no limit is reached. Raises `TooManyCallsError` otherwise."""
    if API_CALLS.is_reached(db.session(), address):
        raise TooManyCallsError
    with write() as session:
        API_CALLS.forget_old(session)
        API_CALLS.count(session, address)


class LimitOfProcess:
    """At most `most` calls a minute from one address, counted by this process only."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._minute = 0
        self._counts: Counter[str] = Counter()
        self._changes = Lock()

    def count(self, address: str) -> None:
        """Count a call. Raises `TooManyCallsError` above the limit."""
        minute, network = int(time.monotonic() // 60), client_network(address)
        with self._changes:
            if minute != self._minute:
                self._minute = minute
                self._counts.clear()
            self._counts[network] += 1
            if self._counts[network] > self.most:
                raise TooManyCallsError


JUDGE_CALLS = LimitOfProcess(most=600)
"""The judge’s desk sends one or two calls a second during typing, and a club shares an address."""
