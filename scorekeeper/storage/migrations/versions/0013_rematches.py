"""A rematch names the game before it."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column; it stays empty for older games."""
    op.add_column("game", sa.Column("rematch_of", sa.String(length=16), nullable=True))


def downgrade() -> None:
    """Forget which games are rematches."""
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("game", "rematch_of")
