"""A club chooses when the hands of a round that is entered together are shown."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"

_CLUB = sa.table(
    "club", sa.column("hands_shown", sa.String), sa.column("shows_at_once", sa.Boolean)
)


def upgrade() -> None:
    """Clubs that chose to see hands at once keep that; all others get the new default."""
    op.add_column(
        "club",
        sa.Column("hands_shown", sa.String(length=8), server_default="own-in", nullable=False),
    )
    chosen = _CLUB.update().where(_CLUB.c.shows_at_once == sa.true())
    op.execute(chosen.values(hands_shown="at-once"))
    op.drop_column("club", "shows_at_once")


def downgrade() -> None:
    """Show hands at once where a club chose that, and else when all are in."""
    op.add_column(
        "club",
        sa.Column("shows_at_once", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    chosen = _CLUB.update().where(_CLUB.c.hands_shown == "at-once")
    op.execute(chosen.values(shows_at_once=True))
    op.drop_column("club", "hands_shown")
