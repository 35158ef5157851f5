"""The identity of a book's database on PostgreSQL, and the hash of each wrong code."""

import sqlalchemy as sa
from alembic import op

revision = "0049"
down_revision = "0048"


def upgrade() -> None:
    op.create_table(
        "book_identity",
        sa.Column("identity", sa.String(length=120), nullable=False),
        sa.PrimaryKeyConstraint("identity", name=op.f("pk_book_identity")),
    )
    op.add_column(
        "wrong_code",
        sa.Column("code_hash", sa.String(length=64), server_default="", nullable=False),
    )
