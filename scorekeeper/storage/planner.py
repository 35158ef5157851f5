"""Hints for SQLite's query planner, which chooses an index without statistics."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class unindexed(FunctionElement[int]):  # noqa: N801 - it reads as a function of SQL
    """A number column whose index SQLite must not use.

    With this index, SQLite would read all games of a player or a club. A different index finds only
    the games that the query needs. On PostgreSQL, this is the plain column, because PostgreSQL
    chooses an index by its statistics of the plain column.
    """

    inherit_cache = True
    type = Integer()


@compiles(unindexed)
def _as_it_is(element: unindexed, compiler: SQLCompiler, **options: Any) -> str:
    return str(compiler.process(element.clauses, **options))


@compiles(unindexed, "sqlite")
def _signed(element: unindexed, compiler: SQLCompiler, **options: Any) -> str:
    return f"+{compiler.process(element.clauses, **options)}"
