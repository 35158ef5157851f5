"""How many clubs may be created from one network address in a day."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from scorekeeper.storage.models import CreatedClub

MOST_CLUBS = 5
"""The most clubs that may be created from one address within `CLUBS_COUNT_FOR`."""

CLUBS_COUNT_FOR = timedelta(days=1)
_WITH_PORT = re.compile(r"\[([^]]*)\](?::\d+)?|([0-9.]+):\d+")


class TooManyClubsError(Exception):
    """Too many clubs were created from this address lately."""


def count_new_club(session: Session, address: str) -> None:
    """Count a new club against this address and drop old counts; raises `TooManyClubsError`."""
    now, client = datetime.now(UTC), client_network(address)
    # Counts from the future were made while the server's clock was ahead: drop them as well.
    counts = CreatedClub.at.between(now - CLUBS_COUNT_FOR, now + CLUBS_COUNT_FOR)
    session.execute(delete(CreatedClub).where(~counts))
    count = select(func.count()).select_from(CreatedClub).where(CreatedClub.address == client)
    if (session.scalar(count) or 0) >= MOST_CLUBS:
        raise TooManyClubsError
    session.add(CreatedClub(address=client, at=now))


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
