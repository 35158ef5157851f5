"""Nobody can guess codes from a copy of the database; clubs that strangers create are counted."""

from alembic import op

from scorekeeper.storage.old_tables import make_counts

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Forget the codes, which last three hours, and make the table of clubs, with none counted."""
    op.execute("UPDATE invitation SET code_hash = NULL, code_expires_at = made_at")
    make_counts("founding")


def downgrade() -> None:
    """Forget the codes, which the older program stores in another way."""
    op.execute("UPDATE invitation SET code_hash = NULL, code_expires_at = made_at")
    op.drop_table("founding")
