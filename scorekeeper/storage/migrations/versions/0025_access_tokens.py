"""Other programs read the games of a club with a token."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import refers

revision = "0025"
down_revision = "0024"


def upgrade() -> None:
    """Make the table of tokens."""
    op.create_table(
        "access_token",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        refers("access_token", "club_id", "club", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_token_token_hash")),
    )
    op.create_index(op.f("ix_access_token_club_id"), "access_token", ["club_id"])


def downgrade() -> None:
    """Drop it: no program reads the games any more."""
    op.drop_table("access_token")
