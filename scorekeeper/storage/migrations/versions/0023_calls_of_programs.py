"""Calls of programs that ask for scores and melds are counted by address."""

from alembic import op

from scorekeeper.storage.old_tables import make_counts

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Make the table of calls."""
    make_counts("api_call")


def downgrade() -> None:
    """Drop it."""
    op.drop_table("api_call")
