"""What SQLite's query planner has to be told, since it chooses an index without any statistics."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class unindexed(FunctionElement[int]):  # noqa: N801 - it reads as a function of SQL
    """A column of numbers whose index SQLite must not use. On PostgreSQL just the column.

    By that index SQLite would go through all games of a player or of a club, where another one has
    the few that are wanted. PostgreSQL chooses by statistics, which it has of the bare column only.
    """

    inherit_cache = True
    type = Integer()


@compiles(unindexed)
def _as_it_is(element: unindexed, compiler: SQLCompiler, **options: Any) -> str:
    return str(compiler.process(element.clauses, **options))


@compiles(unindexed, "sqlite")
def _signed(element: unindexed, compiler: SQLCompiler, **options: Any) -> str:
    return f"+{compiler.process(element.clauses, **options)}"
