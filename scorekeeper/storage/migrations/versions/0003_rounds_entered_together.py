"""A round in progress that several phones enter, and how a club wants that done."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of open rounds; clubs record and show as they are used to."""
    for name in ("all_agree", "shows_at_once"):
        op.add_column(
            "club", sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)
        )
    op.create_table(
        "open_round",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("device_id", sa.String(length=16), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("facts_version", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["device_id"],
            ["device.id"],
            name=op.f("fk_open_round_device_id_device"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_open_round_game_id_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_round")),
        sa.UniqueConstraint("game_id", name=op.f("uq_open_round_game_id")),
    )
    op.create_index(op.f("ix_open_round_device_id"), "open_round", ["device_id"])
    op.create_table(
        "open_hand",
        sa.Column("open_round_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(
            ["device_id"],
            ["device.id"],
            name=op.f("fk_open_hand_device_id_device"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["open_round_id"],
            ["open_round.id"],
            name=op.f("fk_open_hand_open_round_id_open_round"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("open_round_id", "seat", name=op.f("pk_open_hand")),
    )
    op.create_index(op.f("ix_open_hand_device_id"), "open_hand", ["device_id"])


def downgrade() -> None:
    """Drop the open rounds, and what clubs chose for them."""
    op.drop_table("open_hand")
    op.drop_table("open_round")
    with op.batch_alter_table("club") as club:
        club.drop_column("shows_at_once")
        club.drop_column("all_agree")
