"""How often programs may ask for scores and melds, which need no token."""

from __future__ import annotations

from datetime import timedelta

from scorekeeper.clubs.address_limits import AddressLimit
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import ApiCall

API_CALLS = AddressLimit(ApiCall, most=60, within=timedelta(minutes=1), most_in_all=600)
"""More than a table needs, and few enough to leave the phones their share of a small machine."""


class TooManyCallsError(Exception):
    """Too many were made from this address, or from all, within the last minute."""


def count_call(address: str) -> None:
    """Count a call from this address; raises `TooManyCallsError`, for which nobody waits."""
    if API_CALLS.is_reached(db.session(), address):
        raise TooManyCallsError
    with write() as session:
        API_CALLS.forget_old(session)
        API_CALLS.count(session, address)
