"""Devices, invitations and wrong codes; the first visitor makes the club if nobody has used it."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import make_counts, refers

revision = "0002"
down_revision = "0001"

ROLES = "role IN ('watcher', 'player', 'keeper')"


def upgrade() -> None:
    """Make the tables of who is in a club, and delete a club that is still empty.

    A club with players or games stays as it is, without a keeper: only the machine's own command
    lets the first one in.
    """
    op.execute(
        "DELETE FROM club WHERE id NOT IN (SELECT club_id FROM game)"
        " AND id NOT IN (SELECT club_id FROM player)"
    )
    op.create_table(
        "invitation",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("code_expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(ROLES, name=op.f("ck_invitation_role")),
        refers("invitation", "club_id", "club", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitation_token_hash")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_invitation_code_hash")),
    )
    op.create_index(op.f("ix_invitation_club_id"), "invitation", ["club_id"])
    op.create_table(
        "device",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("invitation_id", sa.String(length=16), nullable=True),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(ROLES, name=op.f("ck_device_role")),
        refers("device", "club_id", "club", "CASCADE"),
        refers("device", "invitation_id", "invitation", "SET NULL"),
        refers("device", "player_id", "player", "SET NULL"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_device_token_hash")),
    )
    op.create_index(op.f("ix_device_club_id"), "device", ["club_id"])
    op.create_index(op.f("ix_device_invitation_id"), "device", ["invitation_id"])
    op.create_index(op.f("ix_device_player_id"), "device", ["player_id"])
    make_counts("wrong_code")


def downgrade() -> None:
    """Drop who is in which club; a database without a club gets an empty one again."""
    op.drop_table("wrong_code")
    op.drop_table("device")
    op.drop_table("invitation")
    op.execute(
        "INSERT INTO club (name, created_at)"
        " SELECT '', CURRENT_TIMESTAMP WHERE NOT EXISTS (SELECT 1 FROM club)"
    )
