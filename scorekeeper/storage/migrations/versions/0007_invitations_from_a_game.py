"""Invitations name the game from whose page they were sent."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column; older invitations name no game."""
    op.add_column("invitation", sa.Column("game_id", sa.String(16), nullable=True))


def downgrade() -> None:
    """Forget from which game an invitation was sent."""
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("invitation", "game_id")
