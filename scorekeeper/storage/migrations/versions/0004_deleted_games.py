"""Games that were deleted and can be brought back."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Let games be deleted; none is yet."""
    op.add_column("game", sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("game", sa.Column("deleted_by", sa.Text(), nullable=True))


def downgrade() -> None:
    """Bring every deleted game back, without the entries of its history that say so."""
    op.execute("DELETE FROM change WHERE kind IN ('delete', 'bring-back')")
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("game", "deleted_by")
    op.drop_column("game", "deleted_at")
