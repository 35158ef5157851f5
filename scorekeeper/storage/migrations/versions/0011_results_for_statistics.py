"""Results for statistics; faces of players; evenings, places and notes of games; links to games."""

from datetime import UTC, datetime
from itertools import groupby

import sqlalchemy as sa
from alembic import op
from flask import current_app

from scorekeeper.evenings import evening_of, zone
from scorekeeper.storage.old_tables import refers

revision = "0011"
down_revision = "0010"

COLOURS = 12
COUNTERS = (
    "games",
    "won",
    "shared",
    "called",
    "rounds",
    "rounds_won",
    "points",
    "points_won",
    "knocks",
    "knocks_won",
    "outs",
    "undercuts",
    "undercut",
    "caught",
    "caught_with",
)
GAME = sa.table(
    "game",
    sa.column("id", sa.String),
    sa.column("created_at", sa.DateTime(timezone=True)),
    sa.column("played_on", sa.Date),
)
PLAYER = sa.table(
    "player",
    sa.column("id", sa.Integer),
    sa.column("club_id", sa.Integer),
    sa.column("colour", sa.Integer),
)


def upgrade() -> None:
    """Add the tables and columns, date every game and give every player a colour."""
    op.create_table(
        "statistics_state",
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("version", name=op.f("pk_statistics_state")),
    )
    op.create_table(
        "game_result",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("final", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("variant_streak", sa.Integer(), nullable=False),
        *_counters(),
        refers("game_result", "club_id", "club", "CASCADE"),
        refers("game_result", "game_id", "game", "CASCADE"),
        refers("game_result", "player_id", "player"),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_game_result")),
    )
    op.create_index(
        "ix_game_result_order",
        "game_result",
        ["club_id", "variant", "played_on", "started_at", "game_id"],
    )
    op.create_index(
        "ix_game_result_player",
        "game_result",
        ["player_id", "played_on", "started_at", "game_id"],
    )
    op.create_index(
        "ix_game_result_player_variant",
        "game_result",
        ["player_id", "variant", "played_on", "started_at", "game_id"],
    )

    op.create_table(
        "pair_month",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("opponent_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        *_counters(),
        refers("pair_month", "club_id", "club", "CASCADE"),
        refers("pair_month", "opponent_id", "player"),
        refers("pair_month", "player_id", "player"),
        sa.PrimaryKeyConstraint(
            "player_id", "opponent_id", "variant", "month", name=op.f("pk_pair_month")
        ),
    )
    op.create_index("ix_pair_month_club_id", "pair_month", ["club_id"])

    op.create_table(
        "player_evening",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        *_counters(),
        refers("player_evening", "club_id", "club", "CASCADE"),
        refers("player_evening", "player_id", "player"),
        sa.PrimaryKeyConstraint("player_id", "played_on", name=op.f("pk_player_evening")),
    )
    op.create_index(
        "ix_player_evening_club_id_played_on",
        "player_evening",
        ["club_id", "played_on"],
    )

    op.create_table(
        "player_month",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        *_counters(),
        refers("player_month", "club_id", "club", "CASCADE"),
        refers("player_month", "player_id", "player"),
        sa.PrimaryKeyConstraint("player_id", "variant", "month", name=op.f("pk_player_month")),
    )
    op.create_index("ix_player_month_club_id", "player_month", ["club_id"])

    op.create_table(
        "round_result",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("ending", sa.String(length=10), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("undercut", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("deadwood", sa.Integer(), nullable=True),
        refers("round_result", "club_id", "club", "CASCADE"),
        refers("round_result", "game_id", "game", "CASCADE"),
        refers("round_result", "player_id", "player"),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_round_result")),
    )
    op.create_index("ix_round_result_player", "round_result", ["player_id", "variant", "points"])
    op.create_index("ix_round_result_points", "round_result", ["club_id", "variant", "points"])

    op.create_table(
        "share_link",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=40), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        refers("share_link", "game_id", "game", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_share_link_token_hash")),
    )
    op.create_index("ix_share_link_game_id", "share_link", ["game_id"])

    op.add_column(
        "game", sa.Column("played_on", sa.Date(), server_default="1970-01-01", nullable=False)
    )
    op.add_column(
        "game", sa.Column("place", sa.String(length=80), server_default="", nullable=False)
    )
    op.add_column("game", sa.Column("note", sa.Text(), server_default="", nullable=False))
    op.create_index("ix_game_evening", "game", ["club_id", "played_on", "created_at", "id"])
    op.add_column(
        "player", sa.Column("colour", sa.Integer(), server_default=sa.text("0"), nullable=False)
    )
    op.add_column(
        "player", sa.Column("sign", sa.String(length=16), server_default="", nullable=False)
    )
    op.add_column("player", sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True))
    # SQLite adds no named foreign key to a table; it is copied, and has no checks to lose.
    with op.batch_alter_table("player") as batch:
        batch.add_column(sa.Column("same_as_id", sa.Integer(), nullable=True))
        batch.create_foreign_key(
            "fk_player_same_as_id_player", "player", ["same_as_id"], ["id"], ondelete="SET NULL"
        )
    op.create_index("ix_player_same_as_id", "player", ["same_as_id"])
    _date_games()
    _give_colours()


def _counters() -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in COUNTERS]


def _date_games() -> None:
    """A game was played on the evening on which it was started."""
    time_zone = zone(current_app.config.get("TIME_ZONE", ""))
    rows = op.get_bind().execute(sa.select(GAME.c.id, GAME.c.created_at)).all()
    dates = [
        {"game": row.id, "evening": evening_of(_in_utc(row.created_at), time_zone)} for row in rows
    ]
    if dates:
        mine = sa.update(GAME).where(GAME.c.id == sa.bindparam("game"))
        op.get_bind().execute(mine.values(played_on=sa.bindparam("evening")), dates)


def _in_utc(moment: datetime) -> datetime:
    """SQLite does not store time zones."""
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment


def _give_colours() -> None:
    """The players of a club have different colours, as long as there are enough."""
    rows = op.get_bind().execute(sa.select(PLAYER).order_by(PLAYER.c.club_id, PLAYER.c.id)).all()
    colours = [
        {"player": row.id, "number": place % COLOURS}
        for _club, players in groupby(rows, key=lambda row: row.club_id)
        for place, row in enumerate(players)
    ]
    if colours:
        mine = sa.update(PLAYER).where(PLAYER.c.id == sa.bindparam("player"))
        op.get_bind().execute(mine.values(colour=sa.bindparam("number")), colours)


def downgrade() -> None:
    """Drop them; dates, places, notes, faces and links are lost."""
    op.drop_index("ix_player_same_as_id", "player")
    for name in ("archived_at", "sign", "colour"):
        op.drop_column("player", name)
    _drop_same_as()
    op.drop_index("ix_game_evening", "game")
    for name in ("note", "place", "played_on"):
        op.drop_column("game", name)
    for table in ("share_link", "round_result", "player_month", "player_evening", "pair_month"):
        op.drop_table(table)
    op.drop_table("game_result")
    op.drop_table("statistics_state")


def _drop_same_as() -> None:
    """SQLite drops no column with a foreign key, so the table is copied there."""
    with op.batch_alter_table("player") as batch:
        batch.drop_constraint("fk_player_same_as_id_player", type_="foreignkey")
        batch.drop_column("same_as_id")
