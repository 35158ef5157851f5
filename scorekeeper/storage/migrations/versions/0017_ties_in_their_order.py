"""Indexes that put players who share a record in order, and one for the leaderboard."""

from alembic import op

revision = "0017"
down_revision = "0016"

# The name before and now, the table, and what the index began with before.
RECORDS = (
    *(
        (f"ix_game_result_{name}", f"ix_game_result_{name}", "game_result", ["variant", name])
        for name in ("final", "variant_streak", "rounds", "margin", "comeback")
    ),
    ("ix_game_result_streak", "ix_game_result_streak", "game_result", ["streak"]),
    ("ix_round_result_points", "ix_round_result_points", "round_result", ["variant", "points"]),
    *(
        (f"ix_player_evening_club_id_{name}", f"ix_player_evening_{name}", "player_evening", [name])
        for name in ("won", "outs", "undercuts")
    ),
)
LEADERBOARD = ["club_id", "variant", "month", "player_id", "games", "won", "shared"]


def upgrade() -> None:
    """Add the day to the indexes of records, and the counters to that of the leaderboard."""
    for before, now, table, columns in RECORDS:
        op.drop_index(before, table)
        op.create_index(now, table, ["club_id", *columns, "played_on"])
    op.drop_index("ix_player_month_club_id", "player_month")
    op.create_index("ix_player_month_club", "player_month", LEADERBOARD)


def downgrade() -> None:
    """Put the indexes back as they were."""
    op.drop_index("ix_player_month_club", "player_month")
    op.create_index("ix_player_month_club_id", "player_month", ["club_id"])
    for before, now, table, columns in RECORDS:
        op.drop_index(now, table)
        op.create_index(before, table, ["club_id", *columns])
