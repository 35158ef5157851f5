"""The tables of 1.0, and the search index."""

import sqlalchemy as sa
from alembic import op

revision = "0048"
down_revision = None

FORGET = "INSERT INTO game_words(game_words, rowid, words) VALUES ('delete', old.id, old.words)"
TAKE_IN = "INSERT INTO game_words(rowid, words) VALUES (new.id, new.words)"


def upgrade() -> None:
    op.create_table(
        "api_call",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_call")),
    )
    op.create_index(op.f("ix_api_call_address_at"), "api_call", ["address", "at"], unique=False)

    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("all_agree", sa.Boolean(), nullable=False),
        sa.Column("shows_at_once", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
    )
    op.create_table(
        "created_club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_created_club")),
    )
    op.create_index(
        op.f("ix_created_club_address_at"), "created_club", ["address", "at"], unique=False
    )

    op.create_table(
        "statistics_state",
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("version", name=op.f("pk_statistics_state")),
    )
    op.create_table(
        "wrong_code",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wrong_code")),
    )
    op.create_index(op.f("ix_wrong_code_address_at"), "wrong_code", ["address", "at"], unique=False)

    op.create_table(
        "access_token",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("role IN ('watcher', 'player')", name=op.f("ck_access_token_role")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_access_token_club_id_club"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_access_token")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_access_token_token_hash")),
    )
    op.create_index(op.f("ix_access_token_club_id"), "access_token", ["club_id"], unique=False)

    op.create_table(
        "game",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("overrides", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=False),
        sa.Column("called", sa.Boolean(), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        sa.Column("stake", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("imported", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("sides", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("totals", sa.JSON(), nullable=False),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.Column("played", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("changed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("deleted_by", sa.Text(), nullable=True),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("place", sa.String(length=80), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("rematch_of", sa.String(length=16), nullable=True),
        sa.Column("renamed", sa.Integer(), nullable=False),
        sa.CheckConstraint("status IN ('playing', 'over', 'called')", name=op.f("ck_game_status")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_game_club_id_club"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    op.create_index(
        "ix_game_counted",
        "game",
        ["club_id", "played_on", "status", "deleted_at"],
        unique=False,
        sqlite_where=sa.text("status != 'playing' AND deleted_at IS NULL"),
        postgresql_where=sa.text("status != 'playing' AND deleted_at IS NULL"),
    )
    op.create_index(
        "ix_game_deleted",
        "game",
        ["club_id", "deleted_at", "id"],
        unique=False,
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    op.create_index(
        "ix_game_evening", "game", ["club_id", "played_on", "created_at", "id"], unique=False
    )
    op.create_index(
        "ix_game_finished",
        "game",
        ["club_id", "changed_at", "id"],
        unique=False,
        sqlite_where=sa.text("status != 'playing' AND deleted_at IS NULL"),
        postgresql_where=sa.text("status != 'playing' AND deleted_at IS NULL"),
    )
    op.create_index(
        "ix_game_in_play",
        "game",
        ["club_id", "status", "changed_at", "id"],
        unique=False,
        sqlite_where=sa.text("status = 'playing' AND deleted_at IS NULL"),
        postgresql_where=sa.text("status = 'playing' AND deleted_at IS NULL"),
    )
    op.create_index(
        "ix_game_place", "game", ["club_id", "place", "played_on", "created_at", "id"], unique=False
    )
    op.create_index(
        "ix_game_status",
        "game",
        ["club_id", "status", "played_on", "created_at", "id"],
        unique=False,
    )
    op.create_index("ix_game_updated", "game", ["club_id", "updated_at"], unique=False)
    op.create_index(
        "ix_game_variant",
        "game",
        ["club_id", "variant", "played_on", "created_at", "id"],
        unique=False,
    )

    op.create_table(
        "invitation",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=True),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("code_expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "role IN ('watcher', 'player', 'keeper')", name=op.f("ck_invitation_role")
        ),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_invitation_club_id_club"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_invitation_code_hash")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitation_token_hash")),
    )
    op.create_index(op.f("ix_invitation_club_id"), "invitation", ["club_id"], unique=False)

    op.create_table(
        "news",
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("by", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_news_club_id_club"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("club_id", "number", name=op.f("pk_news")),
    )
    op.create_index(op.f("ix_news_game_id"), "news", ["game_id"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("colour", sa.Integer(), nullable=False),
        sa.Column("sign", sa.String(length=16), nullable=False),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("same_as_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_player_club_id_club"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["same_as_id"],
            ["player.id"],
            name=op.f("fk_player_same_as_id_player"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "name", name=op.f("uq_player_club_id_name")),
    )
    op.create_index(
        op.f("ix_player_club_id_seen_at"), "player", ["club_id", "seen_at"], unique=False
    )
    op.create_index(op.f("ix_player_same_as_id"), "player", ["same_as_id"], unique=False)

    op.create_table(
        "answered_request",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=True),
        sa.Column("sent", sa.String(length=64), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("headers", sa.JSON(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_answered_request_club_id_club"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["game_id"],
            ["game.id"],
            name=op.f("fk_answered_request_game_id_game"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answered_request")),
    )
    for column in "at", "club_id", "game_id":
        op.create_index(
            op.f(f"ix_answered_request_{column}"), "answered_request", [column], unique=False
        )

    op.create_table(
        "change",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.Column("after", sa.JSON(), nullable=False),
        sa.Column("late_seats", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("details", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("called_before", sa.Boolean(), nullable=False),
        sa.Column("called_after", sa.Boolean(), nullable=False),
        sa.Column("undoes_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_change_game_id_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["undoes_id"], ["change.id"], name=op.f("fk_change_undoes_id_change")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_change")),
        sa.UniqueConstraint("key", name=op.f("uq_change_key")),
        sa.UniqueConstraint("undoes_id", name=op.f("uq_change_undoes_id")),
    )
    op.create_index(op.f("ix_change_game_id"), "change", ["game_id"], unique=False)

    op.create_table(
        "device",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("invitation_id", sa.String(length=16), nullable=True),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("arrived", sa.Boolean(), nullable=False),
        sa.Column("login", sa.String(length=40), nullable=True),
        sa.Column("blocks_login", sa.Boolean(), nullable=False),
        sa.CheckConstraint("role IN ('watcher', 'player', 'keeper')", name=op.f("ck_device_role")),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_device_club_id_club"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["invitation_id"],
            ["invitation.id"],
            name=op.f("fk_device_invitation_id_invitation"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"],
            ["player.id"],
            name=op.f("fk_device_player_id_player"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_device_token_hash")),
    )
    op.create_index(op.f("ix_device_club_id"), "device", ["club_id"], unique=False)
    op.create_index(op.f("ix_device_invitation_id"), "device", ["invitation_id"], unique=False)
    op.create_index(op.f("ix_device_player_id"), "device", ["player_id"], unique=False)

    op.create_table(
        "game_result",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("final", sa.Integer(), nullable=False),
        sa.Column("to_the_end", sa.Boolean(), nullable=False),
        sa.Column("met", sa.Integer(), nullable=False),
        sa.Column("margin", sa.Integer(), nullable=True),
        sa.Column("comeback", sa.Integer(), nullable=True),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("variant_streak", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("called", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("rounds_won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("points_won", sa.Integer(), nullable=False),
        sa.Column("knocks", sa.Integer(), nullable=False),
        sa.Column("knocks_won", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("undercuts", sa.Integer(), nullable=False),
        sa.Column("undercut", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.Column("caught_with", sa.Integer(), nullable=False),
        sa.Column("fair", sa.Integer(), nullable=False),
        sa.Column("knocked_with", sa.Integer(), nullable=False),
        sa.Column("high_knocks", sa.Integer(), nullable=False),
        sa.Column("high_knocks_won", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("deals_fair", sa.Integer(), nullable=False),
        sa.Column("led", sa.Integer(), nullable=False),
        sa.Column("led_won", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("behind_won", sa.Integer(), nullable=False),
        sa.Column("laid_badly", sa.Integer(), nullable=False),
        sa.Column("given_away", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_game_result_club_id_club"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_game_result_game_id_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_game_result_player_id_player")
        ),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_game_result")),
    )
    op.create_index(
        "ix_game_result_comeback",
        "game_result",
        ["club_id", "variant", "preset", "comeback", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_final",
        "game_result",
        ["club_id", "variant", "preset", "to_the_end", "final", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_margin",
        "game_result",
        ["club_id", "variant", "preset", "margin", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_order",
        "game_result",
        ["club_id", "variant", "played_on", "started_at", "game_id"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_player",
        "game_result",
        ["player_id", "played_on", "started_at", "game_id"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_player_final",
        "game_result",
        ["player_id", "variant", "to_the_end", "final", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_player_streak", "game_result", ["player_id", "streak"], unique=False
    )
    op.create_index(
        "ix_game_result_player_variant",
        "game_result",
        ["player_id", "variant", "played_on", "started_at", "game_id"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_player_variant_streak",
        "game_result",
        ["player_id", "variant", "variant_streak"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_rounds",
        "game_result",
        ["club_id", "variant", "rounds", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_game_result_streak", "game_result", ["club_id", "streak", "played_on"], unique=False
    )
    op.create_index(
        "ix_game_result_variant_streak",
        "game_result",
        ["club_id", "variant", "variant_streak", "played_on"],
        unique=False,
    )

    op.create_table(
        "game_text",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_game_text_game_id_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_text")),
        sa.UniqueConstraint("game_id", name=op.f("uq_game_text_game_id")),
    )
    op.create_table(
        "open_round",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("content_version", sa.Integer(), nullable=False),
        sa.Column("facts_version", sa.Integer(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("hands", sa.JSON(), nullable=False),
        sa.Column("amendments", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("phones", sa.JSON(), nullable=False),
        sa.Column("all_agree", sa.Boolean(), nullable=False),
        sa.Column("shows_at_once", sa.Boolean(), nullable=False),
        sa.Column("shown", sa.JSON(), nullable=False),
        sa.Column("announced_by", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_open_round_game_id_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_open_round")),
        sa.UniqueConstraint("game_id", name=op.f("uq_open_round_game_id")),
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
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("called", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("rounds_won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("points_won", sa.Integer(), nullable=False),
        sa.Column("knocks", sa.Integer(), nullable=False),
        sa.Column("knocks_won", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("undercuts", sa.Integer(), nullable=False),
        sa.Column("undercut", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.Column("caught_with", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_pair_month_club_id_club"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["opponent_id"], ["player.id"], name=op.f("fk_pair_month_opponent_id_player")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_pair_month_player_id_player")
        ),
        sa.PrimaryKeyConstraint(
            "player_id", "opponent_id", "variant", "month", name=op.f("pk_pair_month")
        ),
    )
    op.create_index(op.f("ix_pair_month_club_id"), "pair_month", ["club_id"], unique=False)

    op.create_table(
        "player_evening",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("called", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("rounds_won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("points_won", sa.Integer(), nullable=False),
        sa.Column("knocks", sa.Integer(), nullable=False),
        sa.Column("knocks_won", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("undercuts", sa.Integer(), nullable=False),
        sa.Column("undercut", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.Column("caught_with", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"],
            ["club.id"],
            name=op.f("fk_player_evening_club_id_club"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_player_evening_player_id_player")
        ),
        sa.PrimaryKeyConstraint("player_id", "played_on", name=op.f("pk_player_evening")),
    )
    op.create_index(
        op.f("ix_player_evening_club_id_played_on"),
        "player_evening",
        ["club_id", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_player_evening_outs", "player_evening", ["club_id", "outs", "played_on"], unique=False
    )
    op.create_index(
        "ix_player_evening_undercuts",
        "player_evening",
        ["club_id", "undercuts", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_player_evening_won", "player_evening", ["club_id", "won", "played_on"], unique=False
    )

    op.create_table(
        "player_month",
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("shared", sa.Integer(), nullable=False),
        sa.Column("called", sa.Integer(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("rounds_won", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("points_won", sa.Integer(), nullable=False),
        sa.Column("knocks", sa.Integer(), nullable=False),
        sa.Column("knocks_won", sa.Integer(), nullable=False),
        sa.Column("outs", sa.Integer(), nullable=False),
        sa.Column("undercuts", sa.Integer(), nullable=False),
        sa.Column("undercut", sa.Integer(), nullable=False),
        sa.Column("caught", sa.Integer(), nullable=False),
        sa.Column("caught_with", sa.Integer(), nullable=False),
        sa.Column("fair", sa.Integer(), nullable=False),
        sa.Column("knocked_with", sa.Integer(), nullable=False),
        sa.Column("high_knocks", sa.Integer(), nullable=False),
        sa.Column("high_knocks_won", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("deals_won", sa.Integer(), nullable=False),
        sa.Column("deals_fair", sa.Integer(), nullable=False),
        sa.Column("led", sa.Integer(), nullable=False),
        sa.Column("led_won", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("behind_won", sa.Integer(), nullable=False),
        sa.Column("laid_badly", sa.Integer(), nullable=False),
        sa.Column("given_away", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_player_month_club_id_club"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_player_month_player_id_player")
        ),
        sa.PrimaryKeyConstraint("player_id", "variant", "month", name=op.f("pk_player_month")),
    )
    op.create_index(
        "ix_player_month_club",
        "player_month",
        ["club_id", "variant", "month", "player_id", "games", "won", "shared", "fair"],
        unique=False,
    )

    op.create_table(
        "round",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(length=10), nullable=True),
        sa.Column("between", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("by", sa.Integer(), nullable=True),
        sa.Column("upcard", sa.String(length=3), nullable=True),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("own_facts", sa.JSON(), nullable=False),
        sa.Column("allow", sa.JSON(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        sa.Column("entered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("entered_by", sa.Text(), nullable=True),
        sa.Column("amendments", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_round_game_id_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_round")),
        sa.UniqueConstraint("game_id", "number", name=op.f("uq_round_game_id_number")),
    )
    op.create_table(
        "round_result",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("preset", sa.String(length=40), nullable=False),
        sa.Column("played_on", sa.Date(), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("ending", sa.String(length=10), nullable=False),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("undercut", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("deadwood", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["club_id"], ["club.id"], name=op.f("fk_round_result_club_id_club"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_round_result_game_id_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_round_result_player_id_player")
        ),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name=op.f("pk_round_result")),
    )
    op.create_index(
        "ix_round_result_deadwood",
        "round_result",
        ["player_id", "variant", "deadwood", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_round_result_player",
        "round_result",
        ["player_id", "variant", "points", "played_on"],
        unique=False,
    )
    op.create_index(
        "ix_round_result_points",
        "round_result",
        ["club_id", "variant", "preset", "points", "played_on"],
        unique=False,
    )

    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_seat_game_id_game"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["player.id"], name=op.f("fk_seat_player_id_player")
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_seat")),
        sa.UniqueConstraint("game_id", "player_id", name=op.f("uq_seat_game_id_player_id")),
    )
    op.create_index(op.f("ix_seat_player_id"), "seat", ["player_id"], unique=False)

    op.create_table(
        "share_link",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=40), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["game.id"], name=op.f("fk_share_link_game_id_game"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share_link")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_share_link_token_hash")),
    )
    op.create_index(op.f("ix_share_link_game_id"), "share_link", ["game_id"], unique=False)

    op.create_table(
        "adjustment",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("extras", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["round_id"],
            ["round.id"],
            name=op.f("fk_adjustment_round_id_round"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("round_id", "place", name=op.f("pk_adjustment")),
    )
    op.create_table(
        "hand",
        sa.Column("round_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Text(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("whole", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint(
            "(CASE WHEN cards IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN points IS NULL THEN 0 ELSE 1 END"
            " + CASE WHEN whole IS NULL THEN 0 ELSE 1 END) = 1",
            name=op.f("ck_hand_one"),
        ),
        sa.ForeignKeyConstraint(
            ["round_id"], ["round.id"], name=op.f("fk_hand_round_id_round"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("round_id", "seat", name=op.f("pk_hand")),
    )
    if op.get_bind().dialect.name == "sqlite":
        _index_words_of_sqlite()
    else:
        op.execute(
            "CREATE INDEX ix_game_text_words ON game_text"
            " USING gin (array_to_tsvector(string_to_array(words, ' ')))"
        )


def _index_words_of_sqlite() -> None:
    """Create an index without a copy of the words. Triggers update it with the table."""
    op.execute(
        "CREATE VIRTUAL TABLE game_words USING fts5"
        "(words, content='game_text', content_rowid='id', tokenize='ascii', detail='none')"
    )
    op.execute(f"CREATE TRIGGER game_text_in AFTER INSERT ON game_text BEGIN {TAKE_IN}; END")
    op.execute(f"CREATE TRIGGER game_text_out AFTER DELETE ON game_text BEGIN {FORGET}; END")
