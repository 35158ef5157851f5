"""Rounds that several phones enter together, and how a club wants that done."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import make_open_rounds

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables of open rounds; clubs record rounds and show hands as before."""
    for name in ("all_agree", "shows_at_once"):
        op.add_column(
            "club", sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        )
    make_open_rounds()


def downgrade() -> None:
    """Drop the open rounds, and what clubs chose for them."""
    op.drop_table("open_hand")
    op.drop_table("open_round")
    with op.batch_alter_table("club") as club:
        club.drop_column("shows_at_once")
        club.drop_column("all_agree")
