"""Templates are readable and translatable, and the check of every page finds faults."""

from __future__ import annotations

import re

from scorekeeper.config import resource_dir
from tests.support.pages import find_faults
from tests.support.walks import walk

LONGEST_LINE = 120
ONE_LANGUAGE = {"en", "fr"}
"""The folders of texts written in one language."""


def test_no_line_of_a_template_is_too_long() -> None:
    for path in resource_dir("templates").rglob("*.html"):
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        assert not [number for number, line in lines if len(line) > LONGEST_LINE], path


def test_a_colon_is_translated_with_what_stands_before_it() -> None:
    """In French there is a space before it."""
    colon = re.compile(r"[%}]\}(?:</\w+>)*:(?=[\s<]|$)", re.MULTILINE)
    for path in resource_dir("templates").rglob("*.html"):
        if ONE_LANGUAGE.isdisjoint(path.parts):
            assert not colon.findall(path.read_text(encoding="utf-8")), path


HIDDEN = '<input type="hidden" name="csrf_token" value="t">'


@walk(
    ("markup", "fault"),
    [
        ('<p id="a"></p><p id="a"></p>', "the id “a” is used 2 times"),
        ('<p aria-describedby="help">?</p>', "aria-describedby names “help”, which is not there"),
        ('<input name="a">', "has no label"),
        ('<label for="a"> </label><input id="a">', "has no label"),
        ("<button></button>", "says nothing"),
        ('<img src="/x.png">', "has no alt"),
        ('<form method="post" action="/a"></form>', "the form to /a has no csrf_token"),
        (f'<form method="post" action="/a" hx-post="/b">{HIDDEN}</form>', "by htmx to /b"),
        ('<form><input aria-label="A"></form>', "may come back after a reload"),
        ('<form action="/a" hx-post="/a"></form>', "is not sent by post without htmx"),
        ('<form action="/a"><button hx-post="/b">B</button></form>', "a button goes to /a"),
        ("<style>p {}</style>", "inline style"),
        ("<script>1</script>", "inline script"),
        ('<p style="color: red">a</p>', "style on <p>"),
        ("<summary>a<div>b</div></summary>", "<div> stands in <summary>"),
        ("<p>a<div>b</div></p>", "a browser reads p where nothing is written"),
        ("<button><p>a</p></button>", "<p> stands in <button>"),
        ("<span><h2>a</h2></span>", "<h2> stands in <span>"),
        ('<p onclick="x()">a</p>', "onclick on <p>"),
        ('<p hx-on:click="x()">a</p>', "hx-on:click on <p>"),
        ('<p hx-vals="js:{a: 1}">a</p>', "hx-vals on <p> is a script"),
        ('<a href="javascript:x()">a</a>', "href on <a> is a script"),
        ("<html><title>a</title><main><h1>a</h1></main></html>", "0 of html[lang]"),
        ('<html lang="en"><title>a</title><main></main></html>', "0 of h1"),
    ],
)
def test_a_fault_is_found(markup: str, fault: str) -> None:
    faults = list(find_faults(markup))
    assert len(faults) == 1
    assert fault in faults[0]


@walk(
    "markup",
    [
        '<label for="a">A</label><input id="a">',
        "<summary><h2>A</h2></summary>",
        "<label>A <select></select></label>",
        '<input aria-label="A">',
        '<form autocomplete="off"><input aria-label="A"></form>',
        '<h2 id="a">A</h2><textarea aria-labelledby="a"></textarea>',
        f'<form method="post" action="/a" hx-post="/a">{HIDDEN}<button>Go</button></form>',
        f'<form method="post" action="/a">{HIDDEN}'
        '<button formaction="/b" hx-post="/b">Go</button></form>',
        '<html lang="en"><title>a</title><main><h1>a</h1></main></html>',
    ],
)
def test_a_page_in_order_has_no_fault(markup: str) -> None:
    assert not list(find_faults(markup))
