"""Clubs that strangers founded lately, counted by where they came from: few a day from each."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.storage.models import Founding

MOST_CLUBS = 5
"""So many from one address in `CLUBS_COUNT_FOR`."""

CLUBS_COUNT_FOR = timedelta(days=1)
_WITH_PORT = re.compile(r"\[([^]]*)\](?::\d+)?|([0-9.]+):\d+")


class TooManyClubsError(Exception):
    """So many clubs were founded from there lately that no other is."""


def count_founding(session: Session, address: str) -> None:
    """Count one more club from this address; raises `TooManyClubsError`. Forgets what is old."""
    now, where = datetime.now(UTC), network(address)
    # What a clock that ran ahead counted is forgotten too.
    counts = Founding.at.between(now - CLUBS_COUNT_FOR, now + CLUBS_COUNT_FOR)
    session.execute(delete(Founding).where(~counts))
    count = select(func.count()).select_from(Founding).where(Founding.address == where)
    if (session.scalar(count) or 0) >= MOST_CLUBS:
        raise TooManyClubsError
    session.add(Founding(address=where, at=now))


def network(address: str) -> str:
    """Who is behind an address: one household has a whole block of the newer kind.

    Some proxies add the port, which is another one each time.

    >>> network("198.51.100.7:40000"), network("[2001:db8::7]:40000")
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
