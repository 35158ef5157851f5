"""A game knows of which game it is the rematch."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add the column; of games that were started before, nobody knows it."""
    op.add_column("game", sa.Column("rematch_of", sa.String(length=16), nullable=True))


def downgrade() -> None:
    """Forget which games are rematches."""
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("game", "rematch_of")
