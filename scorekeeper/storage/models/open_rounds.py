"""The rounds that tables are entering together."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.database import Base


class OpenRoundRow(Base):
    """The round that is open on every phone of a table; a game has at most one.

    `facts` are the fields of the round's form as typed, without the hands; `hands` are the hands
    as typed, by the number of their seat; `changes` are what was changed of either. `version` goes
    up with every change, `revision` with those of facts and hands, `facts_version` with those of
    facts; `agreed` are the seats that agree to this `revision`.
    """

    __tablename__ = "open_round"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    version: Mapped[int]
    revision: Mapped[int]
    facts_version: Mapped[int]
    facts: Mapped[dict[str, str]] = mapped_column(JSON)
    hands: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSON)
    changes: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    agreed: Mapped[list[int]] = mapped_column(JSON)
