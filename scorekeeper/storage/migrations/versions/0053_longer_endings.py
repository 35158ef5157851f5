"""Room for longer endings in the statistics of rounds, such as `at-once-okey`."""

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"


def upgrade() -> None:
    """Widen the column. SQLite ignores the length of a text."""
    if op.get_context().dialect.name != "sqlite":
        op.alter_column("round_result", "ending", type_=sa.String(length=40))
