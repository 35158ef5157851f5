#!/bin/sh
# Guess: SQLAlchemy caches the SQL of a statement, so a statement that is built anew at each call
# costs little more than one that is kept.
# Seen (SQLAlchemy 2.1.9): the cache saves only compiling. An “insert or add” into a table of 30
# numbers takes more than ten times as long to build as to run, because each new
# statement copies all columns of the table for `excluded` and builds a sum for each.
# Why it matters here: the end of a game adds to three tables of sums while it holds the lock of
# SQLite's only writer. Statements that are built once shorten the wait of all other tables.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sqlalchemy==2.1.9
venv/bin/python - <<'EOF'
from statistics import median
from time import perf_counter

from sqlalchemy import Column, Integer, MetaData, Table, create_engine
from sqlalchemy.dialects.sqlite import insert

NUMBERS = [f"number_{place}" for place in range(30)]
sums = Table(
    "sums",
    MetaData(),
    Column("player", Integer, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in NUMBERS),
)
engine = create_engine("sqlite://")
sums.metadata.create_all(engine)


def build():
    added = insert(sums)
    more = {name: sums.c[name] + added.excluded[name] for name in NUMBERS}
    return added.on_conflict_do_update(index_elements=["player"], set_=more)


def took(work):
    times = []
    for _ in range(200):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return median(times)


row = {"player": 1, **dict.fromkeys(NUMBERS, 1)}
with engine.begin() as connection:
    kept = build()
    running = took(lambda: connection.execute(kept, row))
    building = took(build)
    [stored] = connection.execute(sums.select())
print(f"building takes {building / running:.1f} times as long as running")
assert stored.number_29 == 200
assert building > 10 * running
EOF
