"""Codes are kept so that nobody can guess them from a copy; clubs of strangers are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Forget the codes of before, which last three hours, and count no club yet."""
    op.execute("UPDATE invitation SET code_hash = NULL, code_expires_at = made_at")
    op.create_table(
        "founding",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_founding")),
    )
    op.create_index(op.f("ix_founding_address_at"), "founding", ["address", "at"])


def downgrade() -> None:
    """Forget the codes, which were kept otherwise before."""
    op.execute("UPDATE invitation SET code_hash = NULL, code_expires_at = made_at")
    op.drop_table("founding")
