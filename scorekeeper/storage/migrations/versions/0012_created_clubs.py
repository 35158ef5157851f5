"""The table of clubs that strangers created has a name that says so."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import make_counts

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Move the counts to a table of the new name."""
    _move("founding", "created_club")


def downgrade() -> None:
    """Move them back."""
    _move("created_club", "founding")


def _move(old: str, new: str) -> None:
    make_counts(new)
    op.execute(sa.insert(_counts(new)).from_select(["address", "at"], sa.select(_counts(old))))
    op.drop_table(old)


def _counts(name: str) -> sa.TableClause:
    return sa.table(name, sa.column("address"), sa.column("at"))
