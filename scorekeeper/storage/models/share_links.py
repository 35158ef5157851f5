"""Links that show one game to people outside the club."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Instant


class ShareLink(Base):
    """A link that shows one game to anybody who has it, until it is revoked.

    Only the hash of its token is stored. `made_by` is who made it, if known.
    """

    __tablename__ = "share_link"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    made_at: Mapped[datetime] = mapped_column(Instant)
    made_by: Mapped[str | None] = mapped_column(String(40))
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)
