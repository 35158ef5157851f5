"""Clubs that strangers created are counted in a table that says so."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Move the counts to the table's new name."""
    _move("founding", "created_club")


def downgrade() -> None:
    """Move them back."""
    _move("created_club", "founding")


def _move(old: str, new: str) -> None:
    op.create_table(
        new,
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{new}")),
    )
    op.create_index(op.f(f"ix_{new}_address_at"), new, ["address", "at"])
    op.execute(sa.insert(_counts(new)).from_select(["address", "at"], sa.select(_counts(old))))
    op.drop_table(old)


def _counts(name: str) -> sa.TableClause:
    return sa.table(name, sa.column("address"), sa.column("at"))
