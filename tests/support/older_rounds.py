"""Score books of versions before 0050, with rounds as rows of hands and adjustments.

Open rounds are the texts of a form, as in versions before 0051.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection
from sqlalchemy.orm import Session

from scorekeeper.config import Settings
from scorekeeper.rummy.documents.draft import read_draft, read_given
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.sides import shares_of
from scorekeeper.rummy.variants import OWN_FACTS
from scorekeeper.storage.database import db
from scorekeeper.storage.mapping import game_without_rounds
from scorekeeper.storage.migration import migrating
from scorekeeper.storage.models import GameRow
from scorekeeper.web.rounds.typed_round import typed_again, typed_hands
from tests.support.databases import opened

VERSION = "0049"

FACTS = {
    "ending": sa.String(),  # Endings of later games are longer than its ten letters at the time.
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

TABLES_OF_TOURNAMENTS = (
    *("tournament_change", "league_evening", "league"),
    *("table_link", "table_game", "round_seat", "entrant_player"),
    *("tournament_part", "tournament"),
)


def put_back(settings: Settings, harm: str = "") -> None:
    """Turn a score book into one of version 0049, and then run the statement `harm`."""
    with opened(settings), migrating(db.engine) as connection:
        _put_back_open(connection)
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
    _take_out_tournaments(operations)
    connection.execute(sa.text("UPDATE alembic_version SET version_num = :at"), {"at": VERSION})


def _take_out_tournaments(operations: Operations) -> None:
    """Undo 0056, 0055 and 0054. Their games stay, as ordinary games."""
    operations.drop_column("game", "tournament_id")
    with operations.batch_alter_table("device") as device:
        device.drop_constraint("fk_device_table_link_id_table_link", type_="foreignkey")
        device.drop_index("ix_device_table_link_id")
        device.drop_column("table_link_id")
    with operations.batch_alter_table("news") as news:
        news.drop_column("tournament_id")
        news.alter_column("game_id", existing_type=sa.String(16), nullable=False)
    for name in TABLES_OF_TOURNAMENTS:
        operations.drop_table(name)


def _put_back_open(connection: Connection) -> None:
    operations = Operations(MigrationContext.configure(connection))
    operations.add_column("open_round", sa.Column("facts", sa.JSON()))
    tables = sa.MetaData()
    tables.reflect(connection, only=["open_round"])
    rounds = tables.tables["open_round"]
    session = Session(connection)  # Another connection would wait for the tables that change.
    for row in connection.execute(sa.select(rounds)).all():
        game = game_without_rounds(session.get_one(GameRow, row.game_id))
        texts = _texts(row.draft, game)
        hands = {
            number: {
                **hand,
                "text": texts[f"hand-{number}"],
                "replaced": _replaced(number, hand["replaced"], game),
            }
            for number, hand in row.hands.items()
        }
        shown = {last: _texts(document, game) for last, document in row.shown.items()}
        for last in sorted(shown, key=int)[-1:]:
            shown[last]["entered_by"] = row.announcer
        facts = {name: text for name, text in texts.items() if not name.startswith("hand-")}
        this = sa.update(rounds).where(rounds.c.id == row.id)
        connection.execute(this.values(facts=facts, hands=hands, shown=shown))
    with operations.batch_alter_table("open_round") as changed:
        changed.drop_column("draft")
        changed.drop_column("announcer")
    operations.drop_table("import_answer")  # Migration 0052 creates the table.


def _texts(document: dict[str, Any], game: Game) -> dict[str, str]:
    """Return the fields of a round’s form."""
    draft = read_draft(document, game)
    shares = shares_of(game.sides)
    hands = typed_hands([draft.hands.get(share) for share in shares], game)
    return replace(typed_again(draft, game), hands=hands).fields()


def _replaced(number: str, replaced: dict[str, Any] | None, game: Game) -> dict[str, Any] | None:
    if replaced is None:
        return None
    share = shares_of(game.sides)[int(number)]
    [text] = typed_hands([read_given(replaced["hand"], share, game.variant.pieces)], game)
    others = {"by": "", "version": 1, "replaced": None, "changing": None}
    return {"text": text, "device_id": replaced["device_id"], **others}


def _rows(entry: dict[str, Any]) -> tuple[dict[str, Any], list[Any], list[Any]]:
    """Return the columns of an entry, of its hands and of its adjustments."""
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
