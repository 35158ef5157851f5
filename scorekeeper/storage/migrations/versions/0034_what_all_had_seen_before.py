"""An open round keeps the fields of the round in its place that all had seen before."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def upgrade() -> None:
    """Rounds that are open already know of none."""
    op.add_column("open_round", sa.Column("shown", sa.JSON(), server_default="{}", nullable=False))


def downgrade() -> None:
    """Forget what was seen before."""
    op.drop_column("open_round", "shown")
