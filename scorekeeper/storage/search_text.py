"""Full-text search of places and notes, with the same results on SQLite and PostgreSQL.

Texts are split into words here, because the two databases split them differently.
"""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Text,
    cast,
    column,
    delete,
    insert,
    literal,
    literal_column,
    or_,
    select,
    union,
)
from sqlalchemy import table as light_table
from sqlalchemy.dialects.postgresql import TSQUERY

from scorekeeper.rummy.documents.round import BETWEEN
from scorekeeper.storage.database import db, table
from scorekeeper.storage.models import GameRow, GameText, RoundRow

LONGEST_WORD = 40
"""Longer words are cut to this many letters."""

AT_ONCE = 500
"""The number of games indexed in one step."""

_GAME, _ROUND, _TEXT = table(GameRow), table(RoundRow), table(GameText)
_WORDS = light_table("game_words", column("rowid"), column("game_words"))

_VECTOR: ColumnElement[Any] = literal_column(
    "array_to_tsvector(string_to_array(game_text.words, ' '))"
)

_DESCRIBED = select(_GAME.c.id, _GAME.c.place, _GAME.c.note).where(
    or_(_GAME.c.place != "", _GAME.c.note != "")
)
"""A query for the games that have a place or a note."""

_NOTED = select(_ROUND.c.game_id, _ROUND.c.entry).where(
    cast(_ROUND.c.entry, Text).contains('"note"')
)
"""A query for the entries that can have a note, without reading other entries."""


def alembic_compares(name: str | None, _kind: str, _parents: object) -> bool:
    """Tell Alembic to compare all tables and indexes with the models except the search index."""
    return not str(name).startswith(("game_words", "ix_game_text_words"))


def words_of(text: str) -> list[str]:
    """The words of a text for the search: lower-case letters without accents, and digits.

    >>> words_of("Zoé’s 2nd ÉTÉ, Straße 7")
    ['zoe', 's', '2nd', 'ete', 'strasse', '7']
    """
    plain = unicodedata.normalize("NFKD", text.casefold()).casefold()
    kinds = ((character, unicodedata.category(character)[0]) for character in plain)
    letters = (character if kind in "LN" else " " for character, kind in kinds if kind != "M")
    return [word[:LONGEST_WORD] for word in "".join(letters).split()]


def alphabetical(name: str) -> tuple[str, str]:
    """A sort key for names: É sorts with E, and capital letters with small letters.

    >>> sorted(["Zoé", "Émile", "eva", "Emile"], key=alphabetical)
    ['Emile', 'Émile', 'eva', 'Zoé']
    """
    return fold_letters(name), name


def fold_letters(text: str) -> str:
    """A text in lower case without accents. Its length stays the same: ß becomes one s.

    >>> fold_letters("Zoé’s ÉTÉ")
    'zoe’s ete'
    """
    return "".join(unicodedata.normalize("NFKD", character.casefold())[0] for character in text)


def games_with_word(prefix: str) -> Select[str]:
    """A query for the ids of games with a word in place or notes that begins with `prefix`."""
    if db.engine.dialect.name == "sqlite":
        found = select(_WORDS.c.rowid).where(_WORDS.c.game_words.op("MATCH")(f'"{prefix}"*'))
        matches: ColumnElement[bool] = _TEXT.c.id.in_(found)
    else:
        matches = _VECTOR.op("@@")(cast(literal(f"'{prefix}':*"), TSQUERY))
    return select(_TEXT.c.game_id).where(matches)


def refresh_texts(connection: Connection, game_ids: Sequence[str]) -> None:
    for some in _portions(game_ids):
        connection.execute(delete(_TEXT).where(_TEXT.c.game_id.in_(some)))
        words = _words_of_games(connection, some)
        if words:
            rows = [{"game_id": game_id, "words": text} for game_id, text in words.items()]
            connection.execute(insert(_TEXT), rows)


def games_with_wrong_words(connection: Connection) -> Iterator[str]:
    for some in _portions(games_with_text(connection)):
        stored = select(_TEXT.c.game_id, _TEXT.c.words).where(_TEXT.c.game_id.in_(some))
        indexed = {row.game_id: row.words for row in connection.execute(stored)}
        words = _words_of_games(connection, some)
        yield from (game_id for game_id in some if indexed.get(game_id) != words.get(game_id))


def _portions(game_ids: Sequence[str]) -> Iterator[Sequence[str]]:
    return (game_ids[start : start + AT_ONCE] for start in range(0, len(game_ids), AT_ONCE))


def _words_of_games(connection: Connection, game_ids: Sequence[str]) -> dict[str, str]:
    words: defaultdict[str, set[str]] = defaultdict(set)
    for game_id, *texts in connection.execute(_DESCRIBED.where(_GAME.c.id.in_(game_ids))):
        words[game_id].update(*map(words_of, texts))
    for game_id, entry in connection.execute(_NOTED.where(_ROUND.c.game_id.in_(game_ids))):
        words[game_id].update(*map(words_of, _notes_in(entry)))
    return {game_id: " ".join(sorted(found)) for game_id, found in words.items() if found}


def _notes_in(entry: Any) -> Iterator[str]:
    if not isinstance(entry, dict):
        return
    adjustments = entry.get("adjustments")
    for part in (
        entry,
        entry.get(BETWEEN),
        *(adjustments if isinstance(adjustments, list) else ()),
    ):
        if isinstance(part, dict) and isinstance(note := part.get("note"), str):
            yield note


def games_with_text(connection: Connection) -> list[str]:
    ids = [
        _DESCRIBED.with_only_columns(_GAME.c.id),
        _NOTED.with_only_columns(_ROUND.c.game_id),
        select(_TEXT.c.game_id),
    ]
    return sorted(connection.scalars(union(*ids)))
