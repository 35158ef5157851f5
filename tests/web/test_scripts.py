"""Every script says which others it uses, and the page sends those before it."""

from __future__ import annotations

import re

from scorekeeper.config import resource_dir
from scorekeeper.web.shell.static_files import in_order, uses_of
from tests.support.walks import walk

HTMX = "htmx-2.0.11.min"
SCRIPTS = {path.stem: path.read_text("utf-8") for path in resource_dir("static").glob("*.js")}
OURS = sorted(SCRIPTS.keys() - {HTMX})
MAKES = re.compile(r"^globalThis\.(\w+) = ", re.MULTILINE)


def made_by() -> dict[str, str]:
    """The script that makes each name which others may use."""
    return {"htmx": HTMX} | {
        name: script for script in OURS for name in MAKES.findall(SCRIPTS[script])
    }


@walk("script", OURS)
def test_a_script_declares_just_the_scripts_that_it_uses(script: str) -> None:
    used = {
        owner
        for name, owner in made_by().items()
        if owner != script and re.search(rf"(?<![\w.\"'-]){name}[.;]", SCRIPTS[script])
    }
    assert set(uses_of(script)) == used


@walk("script", OURS)
def test_a_script_makes_one_name_at_most(script: str) -> None:
    assert len(MAKES.findall(SCRIPTS[script])) <= 1
    assert not re.search(r"\bwindow\.\w+ = ", SCRIPTS[script])


@walk("script", OURS)
def test_what_a_script_uses_comes_before_it_and_once(script: str) -> None:
    order = in_order([script, "page"])
    assert len(order) == len({*order})
    for place, each in enumerate(order):
        assert {*uses_of(each)} <= {*order[:place]}, f"{each} in a circle"


def test_what_a_page_has_already_is_not_sent_again() -> None:
    first = in_order(["taps", "polling"])
    assert first == [HTMX, "network", "taps", "polling"]
    assert in_order(["share", "page"], first) == ["share", "page"]
