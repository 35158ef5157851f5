"""A device gets a new token when it joins, and confirms that it has it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Count the token of every device that has joined as confirmed."""
    op.add_column(
        "device", sa.Column("arrived", sa.Boolean(), nullable=False, server_default=sa.true())
    )


def downgrade() -> None:
    """Forget which tokens are confirmed."""
    # Not in a batch: a table that is rebuilt would lose its check.
    op.drop_column("device", "arrived")
