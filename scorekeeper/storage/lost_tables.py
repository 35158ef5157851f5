"""Notices tables and columns that a score book has lost, before any page is served from it."""

from __future__ import annotations

from sqlalchemy import Engine, inspect

from scorekeeper.storage.database import Base
from scorekeeper.storage.faults import DatabaseFaultError, Fault
from scorekeeper.storage.search_text import INDEX_TABLES


def check_tables(engine: Engine) -> None:
    """Raise `DatabaseFaultError` unless every table and column that the program uses is there."""
    look, used = inspect(engine), Base.metadata.tables
    found = {
        table: {column["name"] for column in columns}
        for (_schema, table), columns in look.get_multi_columns(filter_names=[*used]).items()
    }
    lost = {name for name in used if not found.get(name, set()) >= {*used[name].columns.keys()}}
    if engine.dialect.name == "sqlite":
        lost |= INDEX_TABLES.difference(look.get_table_names())
    if lost:
        raise DatabaseFaultError(Fault.DAMAGED, f"lost, or without a column: {sorted(lost)}")
