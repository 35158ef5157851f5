"""Reads pages like a browser without JavaScript, and checks what must hold on every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from bs4 import BeautifulSoup, Tag
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.styles import block, homes

HTMX = {"HX-Request": "true"}
"""The header by which htmx asks for a part of a page."""

UNSEEN = {"hidden", "submit", "button", "image", "reset"}
NAMES_IDS = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list")
"""The attributes that refer to the ids of other elements."""

OWN_WORDS = re.compile(r"\b(name|club_name|place|note|entered_by|sign)\b")
"""The fields for what people call things; too long a text is refused with a sentence."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
HOLDS_WORDS = ("p", "span", "strong", "em", "small", "time", "label", "button", "summary", "legend")
MAY_HOLD_HEADING = ("summary", "legend")
BLOCKS = [
    *HEADINGS,
    *("address", "article", "aside", "details", "dialog", "div", "dl", "fieldset", "figure"),
    *("footer", "form", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section"),
    *("table", "ul"),
]
"""The elements that cannot stand among words."""

VALUE = re.compile(r'\b(value|href|action|content|datetime|src|hx-[\w-]+|data-[\w-]+)="[^"]*"')
TEXT = re.compile(r">\s*[^<\s][^<]*")
_in_order: set[int] = set()
"""What distinguishes the pages that were in order: neither words nor addresses and values."""


class Visitor(FlaskClient):
    """A client that checks every page it gets, and sends forms as a browser does."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        kwargs.setdefault("buffered", True)
        response = super().open(*args, **kwargs)
        if response.mimetype == "text/html" and response.data and not response.location:
            _check(response)
        return response

    def visit(self, address: str, **kwargs: Any) -> BeautifulSoup:
        """The page at this address, after redirects."""
        response = self.get(address, follow_redirects=True, **kwargs)
        assert response.status_code == 200, response.text
        return read(response)

    def send(self, address: str, **fields: Any) -> TestResponse:
        """Send fields to an address, with the token of this browser, whatever form there is."""
        token = self.visit("/rules").select_one("[name=csrf_token]")["value"]
        return self.post(address, data={"csrf_token": token, **fields})

    def poll(self, page: BeautifulSoup) -> TestResponse:
        """Ask for what is new, as the page does by itself."""
        [asks] = page.select("[hx-trigger^=every]")
        return self.get(str(asks["hx-get"]), headers=HTMX)

    def preview(
        self, game: str, fields: dict[str, str], page: str = "/rounds/new"
    ) -> BeautifulSoup:
        """The preview that htmx gets for a round of a game, typed so far."""
        options = {"form": "#round", "button": "[data-preview]", "headers": HTMX}
        return read(self.submit(game + page, fields, **options), 200)

    def submit(
        self,
        page: BeautifulSoup | str,
        fields: Mapping[str, str | list[str] | None] | None = None,
        *,
        form: str = "main form",
        button: str | None = None,
        **kwargs: Any,
    ) -> TestResponse:
        """Send the form that the selector finds, with `fields` changed (`None` leaves one out).

        The page may be given by its address. `button` selects the button to press; its name,
        value and `formaction` are used.
        """
        page = self.visit(page) if isinstance(page, str) else page
        found = page.select_one(form)
        assert found is not None, f"no {form} on the page"
        pressed = _button(page, found, button) if button else None
        assert pressed or not button, f"no {button} in {form}"
        data = form_fields(found)
        if pressed and pressed.get("name"):
            data[str(pressed["name"])] = [str(pressed.get("value", ""))]
        for name, value in (fields or {}).items():
            data[name] = [] if value is None else [value] if isinstance(value, str) else value
        source = pressed if pressed and pressed.has_attr("formaction") else found
        address = str(source.get("formaction") or source.get("action"))
        if str(found.get("method", "get")).lower() == "post":
            return self.post(address, data=data, **kwargs)
        return self.get(address, query_string=data, **kwargs)

    def press(self, page: BeautifulSoup | str, *fields: Any, **options: Any) -> BeautifulSoup:
        """Send a form that is answered with the address of a page; returns that page."""
        answer = self.submit(page, *fields, **options)
        assert answer.location, answer.text
        return self.visit(answer.location)


def _check(response: TestResponse) -> None:
    """Check a page, unless one of the same elements was found in order: parsing takes long."""
    skeleton = hash(TEXT.sub(">x", VALUE.sub(r"\1", response.text)))
    if skeleton not in _in_order:
        faults = list(find_faults(read(response)))
        assert not faults, f"{response.request.path}: " + "; ".join(faults)
        _in_order.add(skeleton)


def _button(page: BeautifulSoup, form: Tag, selector: str) -> Tag | None:
    """The button of this form that the selector finds, inside the form or elsewhere on the page."""
    buttons = page.select(f'{selector}[form="{form["id"]}"]') if form.has_attr("id") else []
    return form.select_one(selector) or next(iter(buttons), None)


def read(response: TestResponse, status: int | None = None) -> BeautifulSoup:
    """The page of a response with this status, without `<template>`s; it must not be changed."""
    assert status in (None, response.status_code), response.text
    return _parsed(response.text)


def news_of(page: BeautifulSoup) -> str:
    """What a page tells of what was just done: above it, or in the bar of a game in play."""
    return " ".join(words(part) for part in page.select("#messages, .sheet-news")).strip()


def words(page: Tag, selector: str = "") -> str:
    """The text of the first element that the selector finds.

    Without a selector it is the text of `<main>`, or of all that htmx gets where that is a part.
    A comma for screen readers stands at the word before it.
    """
    found = page.select_one(selector) if selector else page.select_one("main") or page
    assert found is not None, selector
    return " ".join(found.get_text(" ").split()).replace(" ,", ",")


@lru_cache(maxsize=8)
def _parsed(text: str) -> BeautifulSoup:
    """Parse a page; the last ones are cached, as a page is both checked and looked at."""
    page = BeautifulSoup(text, "html.parser", store_line_numbers=False)
    for template in page.find_all("template"):
        template.decompose()
    return page


def form_fields(form: Tag) -> dict[str, list[str]]:
    """What a browser would send of a form as it is, without buttons."""
    data: dict[str, list[str]] = {}
    for field in form.select("input[name], select[name], textarea[name]"):
        if not field.has_attr("disabled"):
            data.setdefault(str(field["name"]), []).extend(_values(field))
    return data


def _values(field: Tag) -> list[str]:
    if field.name == "textarea":
        # A browser reads every line ending as one sign, and drops the first.
        return [field.text.replace("\r\n", "\n").removeprefix("\n")]
    if field.name == "select":
        options = field.select("option[selected]") or field.select("option")[:1]
        return [str(option.get("value", option.text)) for option in options]
    kind = field.get("type", "text")
    if kind in ("submit", "button", "image", "reset", "file"):
        return []
    if kind in ("checkbox", "radio"):
        return [str(field.get("value", "on"))] if field.has_attr("checked") else []
    return [str(field.get("value", ""))]


def find_faults(page: BeautifulSoup) -> Iterator[str]:
    """The faults of a page or a fragment, one sentence each."""
    tags = Tags(page)
    yield from _faults_of_ids(tags)
    yield from _faults_of_fields(tags)
    yield from _faults_of_forms(tags)
    yield from _faults_of_scripts(tags)
    yield from _faults_of_nesting(tags)
    if tags.named("html"):
        yield from _faults_of_whole_page(tags)


class Tags:
    """The tags of a page in their order, found in one walk through it, as that takes long."""

    def __init__(self, page: BeautifulSoup) -> None:
        self.all: list[Tag] = page.find_all(True)
        self._by_name: dict[str, list[Tag]] = {}
        for tag in self.all:
            self._by_name.setdefault(tag.name, []).append(tag)

    def named(self, *names: str) -> list[Tag]:
        """The tags with one of these names."""
        return [tag for name in names for tag in self._by_name.get(name, ())]


def _faults_of_ids(tags: Tags) -> Iterator[str]:
    ids = Counter(str(tag["id"]) for tag in tags.all if "id" in tag.attrs)
    yield from (
        f"the id “{name}” is used {count} times" for name, count in ids.items() if count > 1
    )
    for tag in tags.all:
        for attribute in NAMES_IDS:
            if attribute in tag.attrs:
                for name in str(tag[attribute]).split():
                    if name not in ids:
                        yield f"{attribute} names “{name}”, which is not there"


def _faults_of_fields(tags: Tags) -> Iterator[str]:
    labels = [label for label in tags.named("label") if "for" in label.attrs]
    labelled = {str(label["for"]) for label in labels if label.get_text(strip=True)}
    for field in tags.named("input", "select", "textarea"):
        if field.get("type") not in UNSEEN and not _has_name(field, labelled):
            yield f"{field} has no label"
        if "maxlength" in field.attrs and OWN_WORDS.search(str(field.get("name"))):
            yield f"{field} cuts a name or a note that is pasted, without a word"
    for button in tags.named("button", "a", "summary"):
        goes_nowhere = button.name == "a" and "href" not in button.attrs
        says_nothing = not button.get_text(strip=True) and not _has_name(button, labelled)
        if says_nothing and not goes_nowhere:
            yield f"{button} says nothing"
    for time in tags.named("time"):
        if "." in str(time.get("datetime")):
            yield f"{time} has fractions of seconds"
    yield from (f"{image} has no alt" for image in tags.named("img") if "alt" not in image.attrs)


def _has_name(tag: Tag, labelled: set[str]) -> bool:
    """Whether a screen reader can name an element; `labelled` are the ids that have a label."""
    if tag.get("aria-label") or tag.get("aria-labelledby"):
        return True
    if (label := tag.find_parent("label")) and label.get_text(strip=True):
        return True
    return tag.get("id") in labelled


def _faults_of_nesting(tags: Tags) -> Iterator[str]:
    for tag in tags.named(*HEADINGS, *HOLDS_WORDS):
        for inner in tag.find_all(BLOCKS):
            if not (tag.name in MAY_HOLD_HEADING and inner.name in HEADINGS):
                yield f"<{inner.name}> stands in <{tag.name}>, which holds only words"


def _faults_of_forms(tags: Tags) -> Iterator[str]:
    for form in tags.named("form"):
        if form.has_attr("hx-post") and form["hx-post"] != form.get("action"):
            yield f"a form goes to {form.get('action')}, by htmx to {form['hx-post']}"
        if str(form.get("method", "get")).lower() == "post":
            if not form.find("input", {"type": "hidden", "name": "csrf_token"}):
                yield f"the form to {form.get('action')} has no csrf_token"
        elif form.has_attr("hx-post"):
            yield f"the form to {form['hx-post']} is not sent by post without htmx"
    for button in tags.named("button"):
        if "hx-post" not in button.attrs or button.get("type") == "button":
            continue
        parent = button.find_parent("form")
        plain = button.get("formaction") or (parent.get("action") if parent else None)
        if plain != button["hx-post"]:
            yield f"a button goes to {plain}, by htmx to {button['hx-post']}"


def _faults_of_scripts(tags: Tags) -> Iterator[str]:
    for tag in tags.all:
        if tag.name == "style" or (tag.name == "script" and "src" not in tag.attrs):
            yield f"inline {tag.name}"
        for name, value in tag.attrs.items():
            if name in ("style", "hx-boost") or name.startswith(("on", "hx-on")):
                yield f"{name} on <{tag.name}> needs what the security policy forbids"
            elif str(value).strip().lower().startswith(("js:", "javascript:")):
                yield f"{name} on <{tag.name}> is a script"


def _faults_of_whole_page(tags: Tags) -> Iterator[str]:
    found = {name: tags.named(name) for name in ("title", "main", "h1")}
    found["html[lang]"] = [tag for tag in tags.named("html") if "lang" in tag.attrs]
    yield from (
        f"{len(each)} of {name} on the page" for name, each in found.items() if len(each) != 1
    )
    yield from _faults_of_styles(tags)


def _faults_of_styles(tags: Tags) -> Iterator[str]:
    sheets = [link for link in tags.named("link") if "stylesheet" in link.get("rel", [])]
    links = " ".join(str(link["href"]) for link in sheets)
    linked = {
        name for names in re.findall(r"/static/([\w+-]+)\.css", links) for name in names.split("+")
    }
    for name in {name for tag in tags.all for name in tag.get("class", [])}:
        if linked and homes().get(block(name)) not in (None, *linked):
            yield f"“{name}” needs the style sheet {homes()[block(name)]}"
