"""Tournaments with their entrants, rounds, tables, cards, history and news."""

import sqlalchemy as sa
from alembic import op

revision = "0054"
down_revision = "0053"


def upgrade() -> None:
    """Create the tables.

    Also add the tournament to games and news, and the link of a table’s card to devices.
    """
    op.create_table(
        "tournament",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_tournament_club_id_club"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament")),
    )
    op.create_index("ix_tournament_evening", "tournament", ["club_id", "played_on", "id"])
    op.create_table(
        "tournament_part",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("document", sa.JSON(), nullable=False),
        _of_tournament("tournament_part"),
        sa.PrimaryKeyConstraint(
            "tournament_id", "kind", "round", "number", name=op.f("pk_tournament_part")
        ),
    )
    op.create_table(
        "entrant_player",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), nullable=False),
        _of_tournament("entrant_player"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_entrant_player_player_id_player")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "player_id", name=op.f("pk_entrant_player")),
    )
    op.create_index(op.f("ix_entrant_player_player_id"), "entrant_player", ["player_id"])
    op.create_table(
        "round_seat",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entrant", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        _of_tournament("round_seat"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "entrant", name=op.f("pk_round_seat")),
    )
    op.create_table(
        "table_game",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_table_game_game_id_game"), ondelete="CASCADE"
        ),
        _of_tournament("table_game"),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_table_game")),
        sa.UniqueConstraint(
            "tournament_id", "round", "table", name=op.f("uq_table_game_tournament_id_round_table")
        ),
    )
    op.create_table(
        "table_link",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        _of_tournament("table_link"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_table_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_table_link_token_hash")),
    )
    op.create_index(op.f("ix_table_link_tournament_id"), "table_link", ["tournament_id"])
    op.create_table(
        "tournament_change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("undoes_id", sa.Integer(), nullable=True),
        _of_tournament("tournament_change"),
        sa.ForeignKeyConstraint(
            ["undoes_id"],
            ["tournament_change.id"],
            name=op.f("fk_tournament_change_undoes_id_tournament_change"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournament_change")),
        sa.UniqueConstraint("key", name=op.f("uq_tournament_change_key")),
        sa.UniqueConstraint("undoes_id", name=op.f("uq_tournament_change_undoes_id")),
    )
    op.create_index(
        op.f("ix_tournament_change_tournament_id"), "tournament_change", ["tournament_id"]
    )
    with op.batch_alter_table("news") as news:
        news.alter_column("game_id", existing_type=sa.String(length=16), nullable=True)
        news.add_column(sa.Column("tournament_id", sa.String(length=16), nullable=True))
    op.add_column("game", sa.Column("tournament_id", sa.String(length=16), nullable=True))
    with op.batch_alter_table("device") as device:
        device.add_column(sa.Column("table_link_id", sa.String(length=16), nullable=True))
        device.create_index(op.f("ix_device_table_link_id"), ["table_link_id"])
        device.create_foreign_key(
            op.f("fk_device_table_link_id_table_link"),
            "table_link",
            ["table_link_id"],
            ["id"],
            ondelete="CASCADE",
        )
        device.drop_constraint(op.f("ck_device_role"), type_="check")
        device.create_check_constraint(
            op.f("ck_device_role"), "role IN ('table', 'watcher', 'player', 'keeper')"
        )


def _of_tournament(rows: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament_id"],
        ["tournament.id"],
        name=op.f(f"fk_{rows}_tournament_id_tournament"),
        ondelete="CASCADE",
    )
