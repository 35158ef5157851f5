#!/bin/sh
# Guess: a pool made by `engine.pool.recreate()` belongs to its engine, so listeners of the engine
# apply to the connections of both.
# Seen (SQLAlchemy 2.1.9): the new pool copies the existing listeners. A listener added to the engine
# later is called only for the engine's connections, even after `engine.dispose()`.
# Why it matters here: SQLite checks foreign keys only if a listener turns this on for each
# connection. Connections of the copied pool can store a score of a game that does not exist.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sqlalchemy==2.1.9
venv/bin/python - <<'EOF'
from sqlalchemy import create_engine, event

engine = create_engine("sqlite:///scores.db")
called = []
event.listen(engine, "connect", lambda _connection, _record: called.append("early"))
copy = engine.pool.recreate()


@event.listens_for(engine, "connect")
def check_foreign_keys(connection, _record):
    called.append("late")
    connection.execute("PRAGMA foreign_keys = ON")


def seen(pool):
    called.clear()
    connection = pool.connect()
    [checks] = connection.cursor().execute("PRAGMA foreign_keys").fetchone()
    connection.close()
    return called[:], checks


of_engine, of_copy = seen(engine.pool), seen(copy)
engine.dispose()
after_dispose = seen(engine.pool)
print("engine:", of_engine, "copy:", of_copy, "engine after dispose:", after_dispose)
assert of_engine == after_dispose == (["early", "late"], 1)
assert of_copy == (["early"], 0)
EOF
