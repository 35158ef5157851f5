"""The tables as the models have them, and the index of the search.

Until 1.0 a change of the tables gives this migration the next number; 1.0 writes the tables out.
"""

from alembic import op

from scorekeeper.storage.database import Base

revision = "0047"
down_revision = None

FORGET = "INSERT INTO game_words(game_words, rowid, words) VALUES ('delete', old.id, old.words)"
TAKE_IN = "INSERT INTO game_words(rowid, words) VALUES (new.id, new.words)"


def upgrade() -> None:
    """Make every table."""
    Base.metadata.create_all(op.get_bind())
    if op.get_bind().dialect.name == "sqlite":
        _index_words_of_sqlite()
    else:
        op.execute(
            "CREATE INDEX ix_game_text_words ON game_text"
            " USING gin (array_to_tsvector(string_to_array(words, ' ')))"
        )


def _index_words_of_sqlite() -> None:
    """The index has no copy of the words; triggers keep it the same as the table."""
    op.execute(
        "CREATE VIRTUAL TABLE game_words USING fts5"
        "(words, content='game_text', content_rowid='id', tokenize='ascii', detail='none')"
    )
    op.execute(f"CREATE TRIGGER game_text_in AFTER INSERT ON game_text BEGIN {TAKE_IN}; END")
    op.execute(f"CREATE TRIGGER game_text_out AFTER DELETE ON game_text BEGIN {FORGET}; END")
