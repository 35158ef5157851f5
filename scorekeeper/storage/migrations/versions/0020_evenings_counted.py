"""An index from which alone SQLite can count the games finished on each evening."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

FINISHED = sa.text("status != 'playing' AND deleted_at IS NULL")


def upgrade() -> None:
    """Add the columns of its condition, which SQLite would otherwise look up in every row."""
    _index(["club_id", "played_on", "status", "deleted_at"])


def downgrade() -> None:
    """Put the index back as it was."""
    _index(["club_id", "played_on"])


def _index(columns: list[str]) -> None:
    op.drop_index("ix_game_counted", "game")
    op.create_index(
        "ix_game_counted", "game", columns, sqlite_where=FINISHED, postgresql_where=FINISHED
    )
