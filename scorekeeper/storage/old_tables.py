"""What several migrations make, and only they: foreign keys, and tables as they were then."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op


def refers(
    table: str, column: str, other: str, ondelete: str | None = None
) -> sa.ForeignKeyConstraint:
    """A foreign key from a column of this table to the id of another."""
    name = op.f(f"fk_{table}_{column}_{other}")
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=name, ondelete=ondelete)


def make_counts(name: str) -> None:
    """Make a table of what is counted by address."""
    op.create_table(
        name,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{name}")),
    )
    op.create_index(op.f(f"ix_{name}_address_at"), name, ["address", "at"])


def make_open_rounds() -> None:
    """Make the two tables of the rounds that were open before each had a single row."""
    op.create_table(
        "open_round",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("device_id", sa.String(length=16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("facts_version", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        refers("open_round", "device_id", "device", "SET NULL"),
        refers("open_round", "game_id", "game", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_round")),
        sa.UniqueConstraint("game_id", name=op.f("uq_open_round_game_id")),
    )
    op.create_index(op.f("ix_open_round_device_id"), "open_round", ["device_id"])
    op.create_table(
        "open_hand",
        sa.Column("open_round_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(length=16), nullable=True),
        refers("open_hand", "device_id", "device", "SET NULL"),
        refers("open_hand", "open_round_id", "open_round", "CASCADE"),
        sa.PrimaryKeyConstraint("open_round_id", "seat", name=op.f("pk_open_hand")),
    )
    op.create_index(op.f("ix_open_hand_device_id"), "open_hand", ["device_id"])
