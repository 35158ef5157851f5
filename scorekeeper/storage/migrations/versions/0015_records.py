"""Margins and comebacks of games, and the indexes by which records are found."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

OF_A_VARIANT = ("final", "variant_streak", "rounds", "margin", "comeback")
OF_AN_EVENING = ("won", "outs", "undercuts")


def upgrade() -> None:
    """Add the columns, which are filled when the results are written again, and the indexes."""
    for name in ("margin", "comeback"):
        op.add_column("game_result", sa.Column(name, sa.Integer(), nullable=True))
    op.create_index("ix_game_result_streak", "game_result", ["club_id", "streak"])
    for name in OF_A_VARIANT:
        op.create_index(f"ix_game_result_{name}", "game_result", ["club_id", "variant", name])
    for name in OF_AN_EVENING:
        op.create_index(f"ix_player_evening_club_id_{name}", "player_evening", ["club_id", name])
    where = sa.text("status != 'playing' AND deleted_at IS NULL")
    op.create_index(
        "ix_game_counted",
        "game",
        ["club_id", "played_on"],
        sqlite_where=where,
        postgresql_where=where,
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_game_counted", "game")
    for name in OF_AN_EVENING:
        op.drop_index(f"ix_player_evening_club_id_{name}", "player_evening")
    for name in ("streak", *OF_A_VARIANT):
        op.drop_index(f"ix_game_result_{name}", "game_result")
    for name in ("margin", "comeback"):
        op.drop_column("game_result", name)
