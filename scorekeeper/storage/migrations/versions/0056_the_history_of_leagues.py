"""The history of leagues, beside that of tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0056"
down_revision = "0055"


def upgrade() -> None:
    """A change is one of a tournament or of a league."""
    with op.batch_alter_table("tournament_change") as change:
        change.alter_column("tournament_id", existing_type=sa.String(length=16), nullable=True)
        change.add_column(sa.Column("league_id", sa.String(length=16), nullable=True))
        change.create_index(op.f("ix_tournament_change_league_id"), ["league_id"])
        change.create_foreign_key(
            op.f("fk_tournament_change_league_id_league"),
            "league",
            ["league_id"],
            ["id"],
            ondelete="CASCADE",
        )
