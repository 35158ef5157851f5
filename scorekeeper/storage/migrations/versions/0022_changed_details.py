"""The history of a game keeps the old and the new details."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column; of details that were changed before, nobody knows what they were."""
    op.add_column("change", sa.Column("details", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Forget what the details were."""
    op.drop_column("change", "details")
