#!/bin/sh
# Guess: all minor versions of SQLAlchemy create the same tables from the same models.
# Seen (SQLAlchemy 2.0.44 and 2.1.9): `Mapped[float]` is FLOAT in 2.0, and DOUBLE (on PostgreSQL
# DOUBLE PRECISION) in 2.1.
# Why it matters here: with one of the versions, tables created by migrations differ from tables
# created from the models. A test that compares them fails on machines with that version.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
cat >made.py <<'EOF'
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.schema import CreateTable


class Base(DeclarativeBase):
    pass


class Rating(Base):
    __tablename__ = "rating"
    player: Mapped[int] = mapped_column(primary_key=True)
    mu: Mapped[float]


for dialect in (sqlite.dialect(), postgresql.dialect()):
    made = str(CreateTable(Rating.__table__).compile(dialect=dialect))
    print(next(line for line in made.splitlines() if "mu" in line).split("mu ")[1])
EOF
types() {
    python3 -m venv "venv-$1"
    "venv-$1/bin/pip" install --quiet --disable-pip-version-check "sqlalchemy==$1"
    "venv-$1/bin/python" made.py | tr '\n' ' '
}
old=$(types 2.0.44)
new=$(types 2.1.9)
printf '2.0.44: %s\n2.1.9: %s\n' "$old" "$new"
test "$old" = 'FLOAT NOT NULL,  FLOAT NOT NULL,  '
test "$new" = 'DOUBLE NOT NULL,  DOUBLE PRECISION NOT NULL,  '
