"""Rounds say who cut exactly the cards of the deal."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"


def upgrade() -> None:
    """Add the column, which no older game uses."""
    op.add_column("round", sa.Column("exact_cut", sa.Integer(), nullable=True))


def downgrade() -> None:
    """Forget who cut."""
    op.drop_column("round", "exact_cut")
