"""An index for the games played at one place."""

from alembic import op

revision = "0031"
down_revision = "0030"


def upgrade() -> None:
    """Add it."""
    columns = ["club_id", "place", "played_on", "created_at", "id"]
    op.create_index("ix_game_place", "game", columns)


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_game_place", "game")
