"""The first tables, and the only club."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import refers

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make every table, and the club that games belong to."""
    club = op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    op.bulk_insert(club, [{"name": "", "created_at": datetime.now(UTC)}])
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("overrides", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('playing', 'over', 'called')", name=op.f("ck_game_status")),
        refers("game", "club_id", "club", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    op.create_index(
        op.f("ix_game_club_id_status_changed_at"), "game", ["club_id", "status", "changed_at"]
    )
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        refers("player", "club_id", "club", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "name", name=op.f("uq_player_club_id_name")),
    )
    op.create_index(op.f("ix_player_club_id_seen_at"), "player", ["club_id", "seen_at"])
    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("called_before", sa.Boolean(), nullable=False),
        sa.Column("called_after", sa.Boolean(), nullable=False),
        sa.Column("undoes_id", sa.Integer(), nullable=True),
        refers("change", "game_id", "game", "CASCADE"),
        refers("change", "undoes_id", "change"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
        sa.UniqueConstraint("key", name=op.f("uq_change_key")),
        sa.UniqueConstraint("undoes_id", name=op.f("uq_change_undoes_id")),
    )
    op.create_index(op.f("ix_change_game_id"), "change", ["game_id"])
    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(length=10), nullable=False),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("upcard", sa.String(length=3), nullable=True),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("allow", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=True),
        refers("round", "game_id", "game", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_round_game_id_number")),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        refers("seat", "game_id", "game", "CASCADE"),
        refers("seat", "player_id", "player"),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "player_id", name=op.f("uq_seat_game_id_player_id")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"])
    op.create_table(
        "adjustment",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        refers("adjustment", "round_id", "round", "CASCADE"),
        sa.PrimaryKeyConstraint("round_id", "place", name=op.f("pk_adjustment")),
    )
    op.create_table(
        "hand",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Text(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("whole", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint(
            "(CASE WHEN cards IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN points IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN whole IS NULL THEN 0 ELSE 1 END) = 1",
            name=op.f("ck_hand_one"),
        ),
        refers("hand", "round_id", "round", "CASCADE"),
        sa.PrimaryKeyConstraint("round_id", "seat", name=op.f("pk_hand")),
    )


def downgrade() -> None:
    """Drop every table."""
    op.drop_table("hand")
    op.drop_table("adjustment")
    op.drop_table("seat")
    op.drop_table("round")
    op.drop_table("change")
    op.drop_table("player")
    op.drop_table("game")
    op.drop_table("club")
