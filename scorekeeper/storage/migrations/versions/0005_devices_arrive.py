"""Devices get a new token as they come in, and show it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Note of every device that is in that its token has come back."""
    op.add_column(
        "device", sa.Column("arrived", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    """Forget which tokens have come back."""
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("device", "arrived")
