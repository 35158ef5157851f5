"""The history of a game keeps details as they were and as they became."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the column; it stays empty for older changes."""
    op.add_column("change", sa.Column("details", sa.JSON(), nullable=True))


def downgrade() -> None:
    """Forget what the details were."""
    op.drop_column("change", "details")
