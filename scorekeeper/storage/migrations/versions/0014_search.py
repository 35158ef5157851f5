"""Places and notes of games can be searched."""

import sqlalchemy as sa
from alembic import op

from scorekeeper.storage.old_tables import refers
from scorekeeper.storage.search_text import games_with_text, refresh_texts

revision = "0014"
down_revision = "0013"

FORGET = "INSERT INTO game_words(game_words, rowid, words) VALUES ('delete', old.id, old.words)"
TAKE_IN = "INSERT INTO game_words(rowid, words) VALUES (new.id, new.words)"


def upgrade() -> None:
    """Index the places and notes of every game."""
    op.create_table(
        "game_text",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(length=16), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        refers("game_text", "game_id", "game", "CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game_text")),
        sa.UniqueConstraint("game_id", name=op.f("uq_game_text_game_id")),
    )
    if op.get_bind().dialect.name == "sqlite":
        _make_words_of_sqlite()
    else:
        op.execute(
            "CREATE INDEX ix_game_text_words ON game_text"
            " USING gin (array_to_tsvector(string_to_array(words, ' ')))"
        )
    refresh_texts(op.get_bind(), games_with_text(op.get_bind()))


def _make_words_of_sqlite() -> None:
    """The index has no copy of the words; triggers keep it the same as the table."""
    op.execute(
        "CREATE VIRTUAL TABLE game_words USING fts5"
        "(words, content='game_text', content_rowid='id', tokenize='ascii', detail='none')"
    )
    op.execute(f"CREATE TRIGGER game_text_in AFTER INSERT ON game_text BEGIN {TAKE_IN}; END")
    op.execute(f"CREATE TRIGGER game_text_out AFTER DELETE ON game_text BEGIN {FORGET}; END")


def downgrade() -> None:
    """Drop the index; the places and notes stay."""
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TABLE game_words")
    op.drop_table("game_text")
