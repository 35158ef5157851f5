#!/bin/sh
# Guess: a column added in Alembic's batch mode leaves the rest of an SQLite table unchanged.
# Seen (Alembic 1.20.1, SQLAlchemy 2.1.9): the rebuilt table has lost its trigger, AUTOINCREMENT,
# COLLATE NOCASE, ON CONFLICT, and the DESC of its index. Nothing is reported.
# Why it matters here: a trigger that guards finished games, or a name that is unique in any case,
# is gone after an upgrade. Compare sqlite_master before and after each migration.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check alembic==1.20.1 sqlalchemy==2.1.9
venv/bin/python - <<'EOF'
import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations

BEFORE = """
CREATE TABLE player (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT COLLATE NOCASE,
    points INTEGER,
    UNIQUE (name) ON CONFLICT REPLACE
);
CREATE INDEX best ON player (points DESC);
CREATE TABLE seen (points INTEGER);
CREATE TRIGGER note_points AFTER INSERT ON player
BEGIN INSERT INTO seen VALUES (NEW.points); END
"""
KEPT = ("AUTOINCREMENT", "NOCASE", "ON CONFLICT", "DESC", "TRIGGER")


def found(connection):
    stored = connection.exec_driver_sql("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    text = " ".join(row[0] for row in stored).upper()
    return [each for each in KEPT if each in text]


with sa.create_engine("sqlite://").begin() as connection:
    connection.connection.driver_connection.executescript(BEFORE)
    print("before:", *found(connection))
    assert found(connection) == list(KEPT)
    operations = Operations(MigrationContext.configure(connection))
    with operations.batch_alter_table("player", recreate="always") as table:
        table.add_column(sa.Column("note", sa.Text))
    print("after:", *found(connection))
    assert found(connection) == []
EOF
