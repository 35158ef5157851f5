"""The answers of a club about imported files: the player for a name, the game for a word."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"


def upgrade() -> None:
    op.create_table(
        "import_answer",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("about", sa.String(length=8), nullable=False),
        sa.Column("word", sa.String(length=200), nullable=False),
        sa.Column("written", sa.String(length=200), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("answer", sa.String(length=40), nullable=False),
        sa.CheckConstraint(
            "about IN ('name', 'game', 'dates')", name=op.f("ck_import_answer_about")
        ),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_import_answer_club_id_club"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name=op.f("fk_import_answer_player_id_player"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_import_answer")),
        sa.UniqueConstraint(
            "club_id", "about", "word", name=op.f("uq_import_answer_club_id_about_word")
        ),
    )
    op.create_index(op.f("ix_import_answer_player_id"), "import_answer", ["player_id"])
