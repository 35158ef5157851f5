#!/bin/sh
# Guess: an index option for one database is read only when that database creates the index.
# Seen (SQLAlchemy 2.1.9): `postgresql_where=` on an Index imports the whole PostgreSQL dialect at
# once, including the modules for asyncpg and four other drivers, even if no driver is installed.
# Why it matters here: a score keeper on a phone or a Raspberry Pi uses only SQLite, and pays for
# PostgreSQL at each start. A lazy import of the dialect elsewhere gains nothing.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sqlalchemy==2.1.9
venv/bin/python - <<'EOF'
import sys

import sqlalchemy as sa

game = sa.Table(
    "game",
    sa.MetaData(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("over", sa.Boolean),
)


def imported():
    return [name for name in sys.modules if name.startswith("sqlalchemy.dialects.postgresql")]


assert imported() == []
sa.Index("open_games", game.c.id, postgresql_where=game.c.over.is_(False))
print(len(imported()), "modules, such as", *imported()[-3:])
assert "sqlalchemy.dialects.postgresql.asyncpg" in imported()
assert len(imported()) > 15
EOF
