"""The history of every game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base
from scorekeeper.storage.models.instant import Instant


class ChangeRow(Base):
    """One entry of a game's history; it never changes and is deleted only with its game.

    `number` is the round that changed. `before` and `after` are the rounds that differ, as written
    by `changed_rounds`; `details` has for each detail of the game that changed its old text and
    its new one. `key` makes a form count once. `undoes_id` is the change that an undo took
    back, or the undo that a redo took back.
    """

    __tablename__ = "change"

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), index=True)
    key: Mapped[str] = mapped_column(String(64), unique=True)
    kind: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(Instant)
    entered_by: Mapped[str | None] = mapped_column(Text)
    number: Mapped[int | None]
    before: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    after: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    details: Mapped[dict[str, list[str]] | None] = mapped_column(JSON(none_as_null=True))
    called_before: Mapped[bool]
    called_after: Mapped[bool]
    undoes_id: Mapped[int | None] = mapped_column(ForeignKey("change.id"), unique=True)
