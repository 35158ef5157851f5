"""Games and months add up how high somebody knocks, what they deal, and how leads end."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

TABLES = ("game_result", "player_month")
MEASURES = (
    *("knocked_with", "high_knocks", "high_knocks_won"),
    *("deals", "deals_won", "deals_fair"),
    *("led", "led_won", "behind", "behind_won"),
    *("laid_badly", "given_away"),
)


def upgrade() -> None:
    """Add the columns, which are filled when the results are written again."""
    for table in TABLES:
        for name in MEASURES:
            column = sa.Column(name, sa.Integer(), server_default="0", nullable=False)
            op.add_column(table, column)


def downgrade() -> None:
    """Forget them."""
    for table in TABLES:
        for name in reversed(MEASURES):
            op.drop_column(table, name)
