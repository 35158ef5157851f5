"""Indexes that put the best rounds and games of a player in the order of their days."""

from alembic import op

revision = "0019"
down_revision = "0018"

BEST = {
    "ix_round_result_player": ("round_result", ["player_id", "variant", "points"]),
    "ix_round_result_deadwood": ("round_result", ["player_id", "variant", "deadwood"]),
    "ix_game_result_player_final": ("game_result", ["player_id", "variant", "final"]),
}


def upgrade() -> None:
    """Add the day to them."""
    for name, (table, columns) in BEST.items():
        op.drop_index(name, table)
        op.create_index(name, table, [*columns, "played_on"])


def downgrade() -> None:
    """Put the indexes back as they were."""
    for name, (table, columns) in BEST.items():
        op.drop_index(name, table)
        op.create_index(name, table, columns)
