"""Rounds keep the changes made after hands were shown."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"


def upgrade() -> None:
    """Add the column; older rounds have none."""
    op.add_column("round", sa.Column("amendments", sa.JSON(), server_default="[]", nullable=False))


def downgrade() -> None:
    """Forget the changes."""
    op.drop_column("round", "amendments")
