"""Games count how often their players were renamed."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column."""
    op.add_column("game", sa.Column("renamed", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("game", "renamed")
