"""An index for each list of games, so that a page of one costs the same in any book."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

LISTS = {
    "in_play": ("changed_at", "status = 'playing' AND deleted_at IS NULL"),
    "finished": ("changed_at", "status != 'playing' AND deleted_at IS NULL"),
    "deleted": ("deleted_at", "deleted_at IS NOT NULL"),
}


def upgrade() -> None:
    """Index the games in play, those finished and those deleted, each in the order of its list."""
    for name, (moment, condition) in LISTS.items():
        where = sa.text(condition)
        op.create_index(
            f"ix_game_{name}",
            "game",
            ["club_id", moment, "id"],
            sqlite_where=where,
            postgresql_where=where,
        )
    op.drop_index("ix_game_club_id_status_changed_at", "game")


def downgrade() -> None:
    """Go back to one index for all lists."""
    op.create_index(
        "ix_game_club_id_status_changed_at", "game", ["club_id", "status", "changed_at"]
    )
    for name in LISTS:
        op.drop_index(f"ix_game_{name}", "game")
