"""Score books with rounds as rows of hands and adjustments, as programs had them before 0050."""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection

from scorekeeper.config import Settings
from scorekeeper.rummy.variants import OWN_FACTS
from scorekeeper.storage.database import db
from scorekeeper.storage.migration import migrating
from tests.support.databases import opened

VERSION = "0049"

FACTS = {
    "ending": sa.String(10),
    "between": sa.JSON(none_as_null=True),
    "by": sa.Integer(),
    "upcard": sa.String(3),
    "dealer": sa.Integer(),
    "own_facts": sa.JSON(),
    "allow": sa.JSON(),
    "note": sa.Text(),
    "extras": sa.JSON(),
}
"""The columns of an entry, with their types."""

HAND = {"cards": sa.Text(), "points": sa.Integer(), "whole": sa.JSON(none_as_null=True)}

ADJUSTMENT = {"seat": sa.Integer(), "points": sa.Integer(), "note": sa.Text(), "extras": sa.JSON()}


def put_back(settings: Settings, harm: str = "") -> None:
    """Leave a score book as the version before documents would have, and do this harm to it."""
    with opened(settings), migrating(db.engine) as connection:
        _put_back(connection)
        if harm:
            connection.execute(sa.text(harm))


def _put_back(connection: Connection) -> None:
    operations = Operations(MigrationContext.configure(connection))
    tables = sa.MetaData()
    for name, place, columns in (("hand", "seat", HAND), ("adjustment", "place", ADJUSTMENT)):
        operations.create_table(
            name,
            sa.Column("round_id", sa.Integer(), sa.ForeignKey("round.id"), primary_key=True),
            sa.Column(place, sa.Integer(), primary_key=True),
            *(sa.Column(name, kind) for name, kind in columns.items()),
        )
    for name, kind in FACTS.items():
        operations.add_column("round", sa.Column(name, kind))
    tables.reflect(connection, only=["round", "hand", "adjustment"])
    rounds = tables.tables["round"]
    for row in connection.execute(sa.select(rounds.c.id, rounds.c.entry)).all():
        facts, hands, adjustments = _rows(row.entry)
        these = rounds.c.id == row.id
        connection.execute(sa.update(rounds).where(these).values(**facts))
        for name, parts in (("hand", hands), ("adjustment", adjustments)):
            for part in parts:
                into = sa.insert(tables.tables[name])
                connection.execute(into.values(round_id=row.id, **part))
    with operations.batch_alter_table("round") as changed:
        changed.drop_column("entry")
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :at"), {"at": VERSION})


def _rows(entry: dict[str, Any]) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """The columns of an entry, and those of its hands and of its adjustments."""
    if "between" in entry:
        fields = entry["between"]
        kind = next(key for key in fields if key != "note" and not key.startswith("x-"))
        extras = _extras(entry) + _extras(fields, "between.")
        between = {"between": {kind: fields[kind]}, "note": fields.get("note", "")}
        return between | {"own_facts": [], "allow": [], "extras": extras}, [], []
    hands = entry.get("hands", {})
    facts = {
        "ending": entry["ending"],
        "by": _seat(entry.get("by")),
        "upcard": entry.get("upcard"),
        "dealer": _seat(entry.get("dealer")),
        "own_facts": [[key, _fact(key, entry[key])] for key in OWN_FACTS if key in entry],
        "allow": entry.get("allow", []),
        "note": entry.get("note", ""),
        "extras": _extras(entry) + _extras(hands, "hands."),
    }
    given = [
        {"seat": int(name), _column(hand): hand}
        for name, hand in hands.items()
        if not name.startswith("x-")
    ]
    adjustments = [
        {
            "place": place,
            "seat": int(each["player"]),
            "points": each["points"],
            "note": each.get("note", ""),
            "extras": _extras(each),
        }
        for place, each in enumerate(entry.get("adjustments", ()))
    ]
    return facts, given, adjustments


def _column(hand: object) -> str:
    return "points" if isinstance(hand, int) else "cards" if isinstance(hand, str) else "whole"


def _seat(name: str | None) -> int | None:
    return None if name is None else int(name)


def _fact(key: str, value: str | list[str]) -> object:
    if OWN_FACTS[key].choices:
        return value
    return int(value) if isinstance(value, str) else [int(seat) for seat in value]


def _extras(fields: dict[str, Any], inside: str = "") -> list[list[str]]:
    return [
        [inside + key, json.dumps(value)] for key, value in fields.items() if key.startswith("x-")
    ]
