"""The rounds that tables are entering together."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from scorekeeper.storage.database import Base


class OpenRound(Base):
    """The round that a table is entering together; a game has at most one.

    `facts` are the fields of the round form as typed, without the hands. `version` goes up with
    every change, `facts_version` only with changes of facts and hands; `agreed` are the seats that
    agree to this `facts_version`. `device_id` is the device that opened it.
    """

    __tablename__ = "open_round"

    id: Mapped[str] = mapped_column(String(16), primary_key=True)
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), unique=True)
    device_id: Mapped[str | None] = mapped_column(
        ForeignKey("device.id", ondelete="SET NULL"), index=True
    )
    version: Mapped[int]
    facts_version: Mapped[int]
    facts: Mapped[dict[str, str]] = mapped_column(JSON)
    agreed: Mapped[list[int]] = mapped_column(JSON)

    hands: Mapped[list[OpenHand]] = relationship(
        order_by="OpenHand.seat", lazy="selectin", cascade="all, delete-orphan"
    )


class OpenHand(Base):
    """A hand of an open round, as typed on a device; its text is empty if it was taken back.

    `version` goes up with every change.
    """

    __tablename__ = "open_hand"

    open_round_id: Mapped[str] = mapped_column(
        ForeignKey("open_round.id", ondelete="CASCADE"), primary_key=True
    )
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    text: Mapped[str] = mapped_column(Text)
    version: Mapped[int]
    device_id: Mapped[str | None] = mapped_column(
        ForeignKey("device.id", ondelete="SET NULL"), index=True
    )
