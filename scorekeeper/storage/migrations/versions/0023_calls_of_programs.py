"""Calls of programs that ask for scores and melds are counted by address."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of calls."""
    op.create_table(
        "api_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_call")),
    )
    op.create_index(op.f("ix_api_call_address_at"), "api_call", ["address", "at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("api_call")
