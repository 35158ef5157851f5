"""An invitation knows the game from which it was sent."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Let invitations name a game; those made before name none."""
    op.add_column("invitation", sa.Column("game_id", sa.String(16), nullable=True))


def downgrade() -> None:
    """Forget from which game an invitation was sent."""
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("invitation", "game_id")
