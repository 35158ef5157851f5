"""Each entry of a sheet becomes one document, as in the history, instead of rows and columns."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0049"

AT_ONCE = 1_000
"""The number of entries in memory at once."""

NOT_READ = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors that come from values which no version of this program wrote."""

GONE = (
    *("ending", "between", "by", "upcard", "dealer"),
    *("own_facts", "allow", "note", "extras"),
)
"""The columns of an entry that its document replaces."""

# JSON is read as text, because a damaged value must not stop the migration.
ROUND = sa.table(
    "round", sa.column("id"), sa.column("entry", sa.JSON), *(sa.column(name) for name in GONE)
)
HAND = sa.table("hand", *map(sa.column, ("round_id", "seat", "cards", "points", "whole")))
ADJUSTMENT = sa.table(
    "adjustment", *map(sa.column, ("round_id", "place", "seat", "points", "note", "extras"))
)
JSON = {"between", "own_facts", "allow", "extras", "whole"}


def upgrade() -> None:
    op.add_column("round", sa.Column("entry", sa.JSON(), nullable=True))
    connection = op.get_bind()
    write = sa.update(ROUND).where(ROUND.c.id == sa.bindparam("row"))
    write = write.values(entry=sa.bindparam("document"))
    with _damaged_texts_too(connection):
        for documents in _batches(connection):
            connection.execute(write, documents)
    op.drop_table("hand")
    op.drop_table("adjustment")
    with op.batch_alter_table("round") as entries:
        entries.alter_column("entry", existing_type=sa.JSON(), nullable=False)
        for name in GONE:
            entries.drop_column(name)


@contextmanager
def _damaged_texts_too(connection: sa.Connection) -> Iterator[None]:
    """Read SQLite's texts even if they are not UTF-8. Wrong bytes become escapes."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.text_factory = partial(str, encoding="utf-8", errors="backslashreplace")
    try:
        yield
    finally:
        driver.text_factory = str


def _batches(connection: sa.Connection) -> Iterator[list[dict[str, Any]]]:
    last = 0
    some = _columns(ROUND, "id", *GONE).order_by(ROUND.c.id).limit(AT_ONCE)
    while rows := connection.execute(some.where(ROUND.c.id > last)).all():
        first, last = rows[0].id, rows[-1].id
        hands, adjustments = (
            _rows(connection, part, order, first, last)
            for part, order in ((HAND, "seat"), (ADJUSTMENT, "place"))
        )
        yield [
            {"row": row.id, "document": _document(row, hands[row.id], adjustments[row.id])}
            for row in rows
        ]


def _columns(rows_of: sa.TableClause, *names: str) -> sa.Select[Any]:
    columns = (rows_of.c[name] for name in names)
    return sa.select(
        *(
            sa.cast(column, sa.Text).label(column.name) if column.name in JSON else column
            for column in columns
        )
    )


def _rows(
    connection: sa.Connection, rows_of: sa.TableClause, order: str, first: int, last: int
) -> defaultdict[int, list[sa.Row[Any]]]:
    query = _columns(rows_of, *(column.name for column in rows_of.c)).order_by(rows_of.c[order])
    found = defaultdict(list)
    for row in connection.execute(query.where(rows_of.c.round_id.between(first, last))):
        found[row.round_id].append(row)
    return found


def _document(
    row: sa.Row[Any], hands: Sequence[sa.Row[Any]], adjustments: Sequence[sa.Row[Any]]
) -> dict[str, Any]:
    """The document of an entry. A damaged entry keeps its raw rows and stays unreadable."""
    try:
        return _between(row) if row.between is not None else _round(row, hands, adjustments)
    except NOT_READ:
        parts = {"hands": hands, "adjustments": adjustments}
        rows = {name: [its_row._asdict() for its_row in part] for name, part in parts.items()}
        damaged = {"damaged": row._asdict() | rows}
        return dict(json.loads(json.dumps(damaged, default=repr)))


def _between(row: sa.Row[Any]) -> dict[str, Any]:
    between = dict(json.loads(row.between))
    if row.note:
        between["note"] = row.note
    extras = _extras(row)
    return {"between": between | _inside(extras, "between")} | _inside(extras)


def _round(
    row: sa.Row[Any], hands: Sequence[sa.Row[Any]], adjustments: Sequence[sa.Row[Any]]
) -> dict[str, Any]:
    extras = _extras(row)
    parts = {
        "by": _seat(row.by),
        "hands": {str(hand.seat): _hand(hand) for hand in hands} | _inside(extras, "hands"),
        "upcard": row.upcard,
        "dealer": _seat(row.dealer),
        **{key: _fact(value) for key, value in json.loads(row.own_facts)},
        "allow": list(json.loads(row.allow)),
        "adjustments": [_adjustment(adjustment) for adjustment in adjustments],
        "note": row.note,
        **_inside(extras),
    }
    given = {key: value for key, value in parts.items() if value or key.startswith("x-")}
    return {"ending": row.ending} | given


def _seat(number: int | None) -> str | None:
    return None if number is None else str(number)


def _hand(hand: sa.Row[Any]) -> Any:
    if hand.points is not None:
        return hand.points
    return json.loads(hand.whole) if hand.whole is not None else hand.cards


def _fact(value: Any) -> str | list[str]:
    return [str(seat) for seat in value] if isinstance(value, list) else str(value)


def _adjustment(row: sa.Row[Any]) -> dict[str, Any]:
    note = {"note": row.note} if row.note else {}
    return {"player": str(row.seat), "points": row.points} | note | _inside(_extras(row))


def _extras(row: sa.Row[Any]) -> dict[str, Any]:
    # PostgreSQL's JSON has no infinite numbers.
    return {key: json.loads(text, parse_constant=str) for key, text in json.loads(row.extras)}


def _inside(extras: dict[str, Any], part: str = "") -> dict[str, Any]:
    prefix = f"{part}." if part else ""
    return {
        key.removeprefix(prefix): value
        for key, value in extras.items()
        if key.startswith(f"{prefix}x-")
    }
