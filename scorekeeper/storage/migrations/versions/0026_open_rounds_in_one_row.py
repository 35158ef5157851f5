"""An open round is one row, with its hands and its amendments."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import make_open_rounds, refers

revision = "0026"
down_revision = "0025"

_KEPT = sa.table(
    "open_round",
    sa.column("id", sa.String),
    sa.column("game_id", sa.String),
    sa.column("version", sa.Integer),
    sa.column("revision", sa.Integer),
    sa.column("facts_version", sa.Integer),
    sa.column("facts", sa.JSON),
    sa.column("hands", sa.JSON),
    sa.column("changes", sa.JSON),
    sa.column("agreed", sa.JSON),
)
_BEFORE = sa.table(
    "open_round",
    sa.column("id", sa.String),
    sa.column("game_id", sa.String),
    sa.column("version", sa.Integer),
    sa.column("facts_version", sa.Integer),
    sa.column("facts", sa.JSON),
    sa.column("agreed", sa.JSON),
)
_HANDS = sa.table(
    "open_hand",
    sa.column("open_round_id", sa.String),
    sa.column("seat", sa.Integer),
    sa.column("text", sa.Text),
    sa.column("version", sa.Integer),
    sa.column("device_id", sa.String),
)


def upgrade() -> None:
    """Keep the rounds that are open, each with its hands."""
    connection = op.get_bind()
    rounds = connection.execute(sa.select(_BEFORE)).mappings().all()
    hands = connection.execute(sa.select(_HANDS)).mappings().all()
    op.drop_table("open_hand")
    op.drop_table("open_round")
    op.create_table(
        "open_round",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("facts_version", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("hands", sa.JSON(), nullable=False),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        refers("open_round", "game_id", "game", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_round")),
        sa.UniqueConstraint("game_id", name=op.f("uq_open_round_game_id")),
    )
    for each in rounds:
        given = {
            str(hand["seat"]): {
                "text": hand["text"],
                "device_id": hand["device_id"],
                "by": "",
                "version": hand["version"],
            }
            for hand in hands
            if hand["open_round_id"] == each["id"] and hand["text"]
        }
        more = {"revision": each["facts_version"], "hands": given, "changes": []}
        connection.execute(sa.insert(_KEPT), [{**each, **more}])


def downgrade() -> None:
    """Keep the rounds that are open, without their amendments."""
    connection = op.get_bind()
    rounds = connection.execute(sa.select(_KEPT)).mappings().all()
    op.drop_table("open_round")
    make_open_rounds()
    for each in rounds:
        before = {column.name: each[column.name] for column in _BEFORE.c}
        connection.execute(sa.insert(_BEFORE), [before | {"facts_version": each["revision"]}])
        for seat, hand in each["hands"].items():
            given = {name: hand[name] for name in ("text", "version", "device_id")}
            connection.execute(
                sa.insert(_HANDS), [{"open_round_id": each["id"], "seat": int(seat), **given}]
            )
