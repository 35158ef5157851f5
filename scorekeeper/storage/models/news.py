"""What programs of a club are told of its games and tournaments, in one order for all."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Instant


class NewsRow(Base):
    """Something that happened to a game or tournament, written in the transaction in which it did.

    `number` counts the news of the club without gaps, in the order in which they were committed.
    `place` is that of the entry of the sheet that it is about, and `by` is who did it, if known.
    An id stays here when the game or the tournament is deleted for ever, so it refers to no row.
    """

    __tablename__ = "news"

    club_id: Mapped[int] = mapped_column(
        ForeignKey("club.id", ondelete="CASCADE"), primary_key=True
    )
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    game_id: Mapped[str | None] = mapped_column(String(16), index=True)
    tournament_id: Mapped[str | None] = mapped_column(String(16))
    kind: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(Instant)
    place: Mapped[int | None]
    by: Mapped[str | None] = mapped_column(Text)
