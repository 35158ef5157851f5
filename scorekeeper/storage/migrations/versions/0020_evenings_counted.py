"""An index that alone tells SQLite how many games were finished on each evening."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

FINISHED = sa.text("status != 'playing' AND deleted_at IS NULL")


def upgrade() -> None:
    """Add what its condition is about; SQLite would look for that in every row."""
    _index(["club_id", "played_on", "status", "deleted_at"])


def downgrade() -> None:
    """Have the index as it was."""
    _index(["club_id", "played_on"])


def _index(columns: list[str]) -> None:
    op.drop_index("ix_game_counted", "game")
    op.create_index(
        "ix_game_counted", "game", columns, sqlite_where=FINISHED, postgresql_where=FINISHED
    )
