"""What is counted by the network address that it came from, so that nobody does it too often."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Index, String
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Instant


class CountedByAddress(Base):
    """Something that was done from an address at a time."""

    __abstract__ = True

    @declared_attr.directive
    @classmethod
    def __table_args__(cls) -> Any:
        """Each table has an index of its own."""
        return (Index(None, "address", "at"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(Instant)


class WrongCode(CountedByAddress):
    """A wrong code of an invitation that somebody typed."""

    __tablename__ = "wrong_code"


class CreatedClub(CountedByAddress):
    """A club that a stranger created beside others."""

    __tablename__ = "created_club"


class ApiCall(CountedByAddress):
    """A call of a program that asked for a score or for melds."""

    __tablename__ = "api_call"
