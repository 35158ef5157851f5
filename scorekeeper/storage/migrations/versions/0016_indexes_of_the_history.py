"""Indexes for pages of the history that would otherwise read all games of a club or a player."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

IN_PLAY = sa.text("status = 'playing' AND deleted_at IS NULL")

INDEXES = {
    "ix_game_variant": ("game", ["club_id", "variant", "played_on", "created_at", "id"]),
    "ix_game_status": ("game", ["club_id", "status", "played_on", "created_at", "id"]),
    "ix_game_result_player_final": ("game_result", ["player_id", "variant", "final"]),
    "ix_game_result_player_streak": ("game_result", ["player_id", "streak"]),
    "ix_game_result_player_variant_streak": (
        "game_result",
        ["player_id", "variant", "variant_streak"],
    ),
    "ix_round_result_deadwood": ("round_result", ["player_id", "variant", "deadwood"]),
}


def upgrade() -> None:
    """Add them. SQLite prefers the one for games in play if it begins with the status."""
    for name, (table, columns) in INDEXES.items():
        op.create_index(name, table, columns)
    _index_in_play(["club_id", "status", "changed_at", "id"])


def downgrade() -> None:
    """Drop them."""
    _index_in_play(["club_id", "changed_at", "id"])
    for name, (table, _columns) in INDEXES.items():
        op.drop_index(name, table)


def _index_in_play(columns: list[str]) -> None:
    op.drop_index("ix_game_in_play", "game")
    op.create_index(
        "ix_game_in_play", "game", columns, sqlite_where=IN_PLAY, postgresql_where=IN_PLAY
    )
