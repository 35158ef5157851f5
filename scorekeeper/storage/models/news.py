"""The news of a club for programs: events of games and tournaments, in one order for all."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Instant


class NewsRow(Base):
    """An event of a game or tournament, written in the same transaction.

    `number` counts the club's news without gaps, in the order of the commits. `place` is the number
    of its entry on the sheet, and `by` the person, if known. The ids refer to no row, because they
    stay here when the game or the tournament is deleted for ever.
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
