"""Hands are hidden till all are in, or open; an announced round keeps who was there, and how."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"

_CLUB = sa.table(
    "club", sa.column("hands_shown", sa.String), sa.column("shows_at_once", sa.Boolean)
)


def upgrade() -> None:
    """Clubs that show hands at once still do; all others show them once all are in."""
    op.add_column(
        "club",
        sa.Column("shows_at_once", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    chosen = _CLUB.update().where(_CLUB.c.hands_shown == "at-once")
    op.execute(chosen.values(shows_at_once=True))
    op.drop_column("club", "hands_shown")
    op.add_column("open_round", sa.Column("phones", sa.JSON(), server_default="{}", nullable=False))
    for name in ("all_agree", "shows_at_once"):
        op.add_column(
            "open_round", sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        )


def downgrade() -> None:
    """Show hands at once where they were open, and elsewhere once one’s own is in."""
    for name in ("shows_at_once", "all_agree", "phones"):
        op.drop_column("open_round", name)
    op.add_column(
        "club",
        sa.Column("hands_shown", sa.String(length=8), server_default="own-in", nullable=False),
    )
    chosen = _CLUB.update().where(_CLUB.c.shows_at_once == sa.true())
    op.execute(chosen.values(hands_shown="at-once"))
    op.drop_column("club", "shows_at_once")
