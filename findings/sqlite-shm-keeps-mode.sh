#!/bin/sh
# Guess: after `chmod u+w`, a score book that was read-only is writable again.
# Seen (SQLite 3.54.1 by apsw 3.54.1.0): in WAL mode the -shm file gets the current mode of the database
# and keeps it. If it was created while the database was read-only, it stays read-only as long as a
# connection is open, and only root can write to the book.
# Why it matters here: an archived book is opened, made writable, and still cannot be changed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check apsw==3.54.1.0
venv/bin/python - <<'EOF'
import os
import stat

import apsw


def modes():
    return [oct(stat.S_IMODE(os.stat("book.db" + end).st_mode)) for end in ("", "-shm")]


os.umask(0o022)
book = apsw.Connection("book.db")
book.execute("PRAGMA journal_mode = wal").fetchall()
book.execute("CREATE TABLE game (points INTEGER)").fetchall()
book.close()
os.chmod("book.db", 0o444)
reader = apsw.Connection("book.db")
reader.execute("SELECT * FROM game").fetchall()
read_only = modes()
os.chmod("book.db", 0o644)
another = apsw.Connection("book.db")
another.execute("SELECT * FROM game").fetchall()
writable = modes()
print("SQLite", apsw.sqlite_lib_version(), read_only, writable)
assert read_only == ["0o444", "0o444"]
assert writable == ["0o644", "0o444"]
EOF
