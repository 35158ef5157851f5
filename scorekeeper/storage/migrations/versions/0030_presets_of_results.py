"""Results name the preset of their game, by which records of points are found."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"

TABLES = ("game_result", "round_result")
OF_GAMES = ("club_id", "variant")
BEFORE = {
    "ix_game_result_final": ("game_result", (*OF_GAMES, "final")),
    "ix_game_result_margin": ("game_result", (*OF_GAMES, "margin")),
    "ix_game_result_comeback": ("game_result", (*OF_GAMES, "comeback")),
    "ix_game_result_lowest": ("game_result", (*OF_GAMES, "called", "final")),
    "ix_game_result_player_final": ("game_result", ("player_id", "variant", "final")),
    "ix_round_result_points": ("round_result", (*OF_GAMES, "points")),
}
NOW = {
    "ix_game_result_final": ("game_result", (*OF_GAMES, "preset", "called", "final")),
    "ix_game_result_margin": ("game_result", (*OF_GAMES, "preset", "margin")),
    "ix_game_result_comeback": ("game_result", (*OF_GAMES, "preset", "comeback")),
    "ix_game_result_player_final": ("game_result", ("player_id", "variant", "called", "final")),
    "ix_round_result_points": ("round_result", (*OF_GAMES, "preset", "points")),
}


def upgrade() -> None:
    """Add the column, also to the indexes; it is filled when the results are written again."""
    for table in TABLES:
        preset = sa.Column("preset", sa.String(length=40), server_default="", nullable=False)
        op.add_column(table, preset)
    _exchange(BEFORE, NOW)


def downgrade() -> None:
    """Forget it."""
    _exchange(NOW, BEFORE)
    for table in TABLES:
        op.drop_column(table, "preset")


def _exchange(
    old: dict[str, tuple[str, tuple[str, ...]]], new: dict[str, tuple[str, tuple[str, ...]]]
) -> None:
    for name, (table, _columns) in old.items():
        op.drop_index(name, table)
    for name, (table, columns) in new.items():
        op.create_index(name, table, [*columns, "played_on"])
