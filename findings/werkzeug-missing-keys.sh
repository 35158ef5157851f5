#!/bin/sh
# Guess: looking up a missing field of a form takes no longer than looking up an existing one.
# Seen (werkzeug 3.1.9): `MultiDict.get` uses `self[key]`, so for a missing key it raises and catches
# a BadRequestKeyError. This takes several times as long as a check with `in` first.
# Why it matters here: the form of a round looks up each field of each player, and most are empty.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check werkzeug==3.1.9
venv/bin/python - <<'EOF'
import sys
from timeit import repeat

from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequestKeyError

form = MultiDict({"hand": "7S 7H 7D"})


def by_get(key):
    return form.get(key)


def by_in(key):
    return form[key] if key in form else None


def seconds(ask, key):
    return min(repeat(lambda: ask(key), number=20_000, repeat=9))


def exceptions_made(ask, key):
    made = 0

    def notice(frame, event, argument):
        nonlocal made
        made += event == "exception" and argument[0] is BadRequestKeyError
        return notice

    sys.settrace(notice)
    ask(key)
    sys.settrace(None)
    return made


assert by_get("bonus") is by_in("bonus") is None
assert by_get("hand") == by_in("hand") == "7S 7H 7D"
for ask in (by_get, by_in):
    ratio = seconds(ask, "bonus") / seconds(ask, "hand")
    print(f"{ask.__name__}: a missing key takes {ratio:.1f} times as long as a present one")
    print(f"exceptions: {exceptions_made(ask, 'bonus')}")
    assert (ratio > 1.8) is (ask is by_get)
assert exceptions_made(by_get, "bonus") > 0
assert exceptions_made(by_in, "bonus") == 0
EOF
