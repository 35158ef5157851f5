"""The words of games, for the full-text search of the database."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base


class GameText(Base):
    """The words of a game's place and of all its notes; a game without any has no row.

    SQLite has the index in the table `game_words`, PostgreSQL in `ix_game_text_words`.
    """

    __tablename__ = "game_text"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    words: Mapped[str] = mapped_column(Text)
