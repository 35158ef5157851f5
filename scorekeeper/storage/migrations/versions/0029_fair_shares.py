"""Games and months say what share of the wins was fair."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"

TABLES = ("game_result", "player_month")
INDEX = ["club_id", "variant", "month", "player_id", "games", "won", "shared"]


def upgrade() -> None:
    """Add the column, also to its index; it is filled when the results are written again."""
    for table in TABLES:
        fair = sa.Column("fair", sa.Integer(), server_default="0", nullable=False)
        op.add_column(table, fair)
    _index([*INDEX, "fair"])


def downgrade() -> None:
    """Forget it."""
    _index(INDEX)
    for table in TABLES:
        op.drop_column(table, "fair")


def _index(columns: list[str]) -> None:
    op.drop_index("ix_player_month_club", "player_month")
    op.create_index("ix_player_month_club", "player_month", columns)
