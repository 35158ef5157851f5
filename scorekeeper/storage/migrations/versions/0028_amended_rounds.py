"""Rounds keep what was changed of them after hands were shown."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the column; of older rounds nobody knows it."""
    op.add_column("round", sa.Column("amendments", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Forget what was changed."""
    op.drop_column("round", "amendments")
