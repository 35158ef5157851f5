"""An index for the lowest totals of games that were played to the end."""

from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add it."""
    op.create_index(
        "ix_game_result_lowest",
        "game_result",
        ["club_id", "variant", "called", "final", "played_on"],
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_game_result_lowest", "game_result")
