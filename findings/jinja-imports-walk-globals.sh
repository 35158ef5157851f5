#!/bin/sh
# Guess: importing a macro costs a page the same, however many globals the environment has.
# Seen (Jinja2 3.1.6): the globals of a template are a ChainMap, and each `from ... import` copies it
# name by name in Python. With 64 globals and 40 imports, a page makes 20 times as many calls as
# with an environment in which `make_globals` returns a plain dict. The text is the same.
# Why it matters here: a page of many small macros, such as a score sheet, spent a quarter of its
# instructions on names that it does not use.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jinja2==3.1.6
venv/bin/python - <<'EOF'
import sys

import jinja2

PAGES = jinja2.DictLoader(
    {
        "macros": "{% macro points(number) %}{{ number }}{% endmacro %}",
        "sheet": "{% from 'macros' import points %}{{ points(7) }} " * 40,
    }
)


class PlainGlobals(jinja2.Environment):
    def make_globals(self, d):
        return {**self.globals, **(d or {})}


def calls(environment):
    environment.globals.update({f"name{number}": number for number in range(64)})
    page = environment.get_template("sheet")
    page.render()
    count = 0

    def notice(frame, event, argument):
        nonlocal count
        count += event == "call"

    sys.setprofile(notice)
    text = page.render()
    sys.setprofile(None)
    return count, text, type(page.globals).__name__


chained, text, kind = calls(jinja2.Environment(loader=PAGES))
plain, same_text, _kind = calls(PlainGlobals(loader=PAGES))
print(f"{kind}: {chained} calls; dict: {plain} calls")
assert kind == "ChainMap"
assert text == same_text
assert chained > 20 * plain
EOF
