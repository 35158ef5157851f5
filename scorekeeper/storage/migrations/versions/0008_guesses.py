"""Codes are kept so that nobody can guess them from a copy; clubs of strangers are counted."""

from alembic import op

from scorekeeper.storage.old_tables import make_counts

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Forget the codes of before, which last three hours, and count no club yet."""
    op.execute("UPDATE invitation SET code_hash = NULL, code_expires_at = made_at")
    make_counts("founding")


def downgrade() -> None:
    """Forget the codes, which were kept otherwise before."""
    op.execute("UPDATE invitation SET code_hash = NULL, code_expires_at = made_at")
    op.drop_table("founding")
