"""Reads pages like a browser without JavaScript, and checks the rules for every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.web.shell.static_files import EVERY, EVERY_SHEET
from tests.support.elements import Element, parse
from tests.support.styles import block, homes

HTMX = {"HX-Request": "true"}
"""The header with which htmx asks for a part of a page."""

UNSEEN = {"hidden", "submit", "button", "image", "reset"}
NAMES_IDS = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "list")
"""The attributes that refer to the ids of other elements."""

OWN_WORDS = re.compile(r"\b(name|club_name|place|note|entered_by|sign)\b")
"""The fields for free names and notes. The server answers an overlong text with a sentence."""

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
HOLDS_WORDS = ("p", "span", "strong", "em", "small", "time", "label", "button")
MAY_HOLD_HEADING = ("summary", "legend")
BLOCKS = (
    *("address", "article", "aside", "details", "dialog", "div", "dl", "fieldset", "figure"),
    *("footer", "form", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section"),
    *("table", "ul"),
)
"""The elements not allowed inside text, nor inside headings."""

VALUE = re.compile(r'\b(value|href|action|content|datetime|src|hx-[\w-]+|data-[\w-]+)="[^"]*"')
TEXT = re.compile(r">\s*[^<\s][^<]*")
FRAME = ("html", "head", "body")
START = re.compile(r"<([a-z][\w-]*)")
UNREAD = re.compile(r"<!--.*?-->|(?<=<template).*?(?=</template>)", re.DOTALL)
"""The parts of a page’s source that are no elements."""
_in_order: set[int] = set()
"""The hashes of pages without faults, made without their texts, addresses and values."""


class Visitor(FlaskClient):
    """A client that checks every page it gets, and sends forms like a browser."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        kwargs.setdefault("buffered", True)
        response = super().open(*args, **kwargs)
        if response.mimetype == "text/html" and response.data and not response.location:
            _check(response)
        return response

    def visit(self, address: str, **kwargs: Any) -> Element:
        """Return the page at this address, after redirects."""
        response = self.get(address, follow_redirects=True, **kwargs)
        assert response.status_code == 200, response.text
        return read(response)

    def send(self, address: str, **fields: Any) -> TestResponse:
        """Send fields to an address with this browser’s token, without reading a form."""
        token = self.visit("/settings").select_one("[name=csrf_token]")["value"]
        return self.post(address, data={"csrf_token": token, **fields})

    def poll(self, page: Element) -> TestResponse:
        """Ask for news, as the page does by itself."""
        [asks] = page.select("[hx-trigger^=every]")
        return self.get(str(asks["hx-get"]), headers=HTMX)

    def preview(self, game: str, fields: dict[str, str], page: str = "/rounds/new") -> Element:
        """Return the preview that htmx gets for a round being typed."""
        options = {"form": "#round", "button": "[data-preview]", "headers": HTMX}
        return read(self.submit(game + page, fields, **options), 200)

    def submit(
        self,
        page: Element | str,
        fields: Mapping[str, str | list[str] | None] | None = None,
        *,
        form: str = "main form",
        button: str | None = None,
        **kwargs: Any,
    ) -> TestResponse:
        """Send the form that the selector finds, with `fields` changed (`None` leaves one out).

        The page can be an address. `button` selects the button to press. Its name, value and
        `formaction` are used.
        """
        page = self.visit(page) if isinstance(page, str) else page
        found = page.select_one(form)
        assert found is not None, f"no {form} on the page"
        pressed = _button(page, found, button) if button else None
        assert pressed or not button, f"no {button} in {form}"
        data = form_fields(found)
        if pressed and pressed.get("name"):
            data[pressed["name"]] = [pressed.get("value", "")]
        for name, value in (fields or {}).items():
            data[name] = [] if value is None else [value] if isinstance(value, str) else value
        source = pressed if pressed and "formaction" in pressed.attributes else found
        address = str(source.get("formaction") or source.get("action"))
        if str(found.get("method", "get")).lower() == "post":
            return self.post(address, data=data, **kwargs)
        return self.get(address, query_string=data, **kwargs)

    def press(self, page: Element | str, *fields: Any, **options: Any) -> Element:
        """Send a form that is answered with a redirect, and return the page there."""
        answer = self.submit(page, *fields, **options)
        assert answer.location, answer.text
        return self.visit(answer.location)


def _check(response: TestResponse) -> None:
    """Check a page, unless one with the same elements had no fault: parsing takes long."""
    skeleton = hash(TEXT.sub(">x", VALUE.sub(r"\1", response.text)))
    if skeleton not in _in_order:
        faults = list(find_faults(response.text))
        assert not faults, f"{response.request.path}: " + "; ".join(faults)
        _in_order.add(skeleton)


def _button(page: Element, form: Element, selector: str) -> Element | None:
    """Return the form’s button that the selector finds, also one outside the form."""
    buttons = page.select(f'{selector}[form="{form["id"]}"]') if form.get("id") else []
    return form.select_one(selector) or next(iter(buttons), None)


def read(response: TestResponse, status: int | None = None) -> Element:
    """Return the page of a response, and check its status if one is given."""
    assert status in (None, response.status_code), response.text
    return parse(response.text)


def news_of(page: Element) -> str:
    """Return the messages about the last action, above the page or in a game’s bar."""
    return " ".join(words(part) for part in page.select("#messages, .sheet-news")).strip()


def words(page: Element, selector: str = "") -> str:
    """Return the text of the first element that the selector finds.

    The default is the text of `<main>`, or of the whole page if it is a part for htmx. A comma for
    screen readers is moved to the word before it.
    """
    found = page.select_one(selector) if selector else page.select_one("main") or page
    assert found is not None, selector
    return found.words.replace(" ,", ",")


def link_named(page: Element, text: str) -> Element:
    found = next((link for link in page.select("a") if link.text.strip() == text), None)
    assert found is not None, text
    return found


def form_fields(form: Element) -> dict[str, list[str]]:
    """Return what a browser would send of an unchanged form, without buttons."""
    data: dict[str, list[str]] = {}
    for field in form.select("input[name], select[name], textarea[name]"):
        if "disabled" not in field.attributes:
            data.setdefault(field["name"], []).extend(_values(field))
    return data


def _values(field: Element) -> list[str]:
    if field.name == "textarea":
        # A browser reads every line ending as one character, and drops the first.
        return [field.text.replace("\r\n", "\n").removeprefix("\n")]
    if field.name == "select":
        options = field.select("option[selected]") or field.select("option")[:1]
        return [option.get("value", option.text) for option in options]
    kind = field.get("type", "text")
    if kind in ("submit", "button", "image", "reset", "file"):
        return []
    if kind in ("checkbox", "radio"):
        return [field.get("value", "on")] if "checked" in field.attributes else []
    return [field.get("value", "")]


def find_faults(text: str) -> Iterator[str]:
    """Return the faults of a page or a fragment, one sentence each."""
    tags = Tags(parse(text))
    yield from _faults_of_ids(tags)
    yield from _faults_of_fields(tags)
    yield from _faults_of_forms(tags)
    yield from _faults_of_scripts(tags)
    yield from _faults_of_nesting(tags, text)
    if tags.named("html"):
        yield from _faults_of_whole_page(tags)


class Tags:
    """The tags of a page in order, found in one walk because a walk takes long."""

    def __init__(self, page: Element) -> None:
        self.page = page
        self.all = page.select("*")
        self._by_name: dict[str, list[Element]] = {}
        for tag in self.all:
            self._by_name.setdefault(tag.name, []).append(tag)

    def named(self, *names: str) -> list[Element]:
        """Return the tags with one of these names."""
        return [tag for name in names for tag in self._by_name.get(name, ())]


def _faults_of_ids(tags: Tags) -> Iterator[str]:
    ids = Counter(tag["id"] for tag in tags.all if "id" in tag.attributes)
    yield from (
        f"the id “{name}” is used {count} times" for name, count in ids.items() if count > 1
    )
    for tag in tags.all:
        for attribute in [name for name in NAMES_IDS if name in tag.attributes]:
            for name in tag[attribute].split():
                if name not in ids:
                    yield f"{attribute} names “{name}”, which is not there"


def _faults_of_fields(tags: Tags) -> Iterator[str]:
    labels = [label for label in tags.named("label") if "for" in label.attributes]
    labelled = {label["for"] for label in labels if label.words}
    for field in tags.named("input", "select", "textarea"):
        if field.get("type") not in UNSEEN and not _has_name(field, labelled):
            yield f"{field} has no label"
        if field.get("type") not in UNSEEN and _may_move(field):
            yield f"{field} may come back after a reload with what was in another field"
        if "maxlength" in field.attributes and OWN_WORDS.search(field.get("name", "")):
            yield f"{field} cuts a name or a note that is pasted, without a word"
    for button in tags.named("button", "a", "summary"):
        goes_nowhere = button.name == "a" and "href" not in button.attributes
        if not button.words and not _has_name(button, labelled) and not goes_nowhere:
            yield f"{button} says nothing"
    for time in tags.named("time"):
        if "." in time.get("datetime", ""):
            yield f"{time} has fractions of seconds"
    images = tags.named("img")
    yield from (f"{image} has no alt" for image in images if "alt" not in image.attributes)


def _has_name(tag: Element, labelled: set[str]) -> bool:
    """Check whether a screen reader can name an element. `labelled` are the ids with a label."""
    if tag.get("aria-label") or tag.get("aria-labelledby") or tag.get("id") in labelled:
        return True
    label = tag.closest("label")
    return label is not None and label.words != ""


def _may_move(field: Element) -> bool:
    """Check whether a reload in Firefox can fill this field with the text of another field.

    Firefox does not fill a form with `autocomplete="off"`. A part of a page can lack its form.
    """
    form = field.closest("form")
    return form is not None and form.get("autocomplete") != "off"


def _faults_of_nesting(tags: Tags, text: str) -> Iterator[str]:
    for holders, others in (
        ((*HOLDS_WORDS, *HEADINGS), (*BLOCKS, *HEADINGS)),
        (MAY_HOLD_HEADING, BLOCKS),
    ):
        holder = f":is({', '.join(holders)})"
        for inner in tags.page.select(f"{holder} :is({', '.join(others)})"):
            outer = inner.parent.closest(holder)
            yield f"<{inner.name}> stands in <{outer.name}>, which holds only words"
    # A browser ends an open paragraph before a block, and so reads two paragraphs.
    found = [tag.name.lower() for tag in tags.all if tag.name not in FRAME]
    written = [name for name in START.findall(UNREAD.sub("", text).lower()) if name not in FRAME]
    for mended, name in zip_longest(found, written, fillvalue="nothing"):
        if mended != name:
            yield f"a browser reads {mended} where {name} is written"
            break


def _faults_of_forms(tags: Tags) -> Iterator[str]:
    for form in tags.named("form"):
        action, by_htmx = form.get("action"), form.get("hx-post")
        if by_htmx is not None and by_htmx != action:
            yield f"a form goes to {action}, by htmx to {by_htmx}"
        if form.get("method", "get").lower() == "post":
            if not form.select("input[type=hidden][name=csrf_token]"):
                yield f"the form to {action} has no csrf_token"
        elif by_htmx is not None:
            yield f"the form to {by_htmx} is not sent by post without htmx"
    for button in tags.named("button"):
        if "hx-post" not in button.attributes or button.get("type") == "button":
            continue
        form = button.closest("form")
        plain = button.get("formaction") or (form.get("action") if form else None)
        if plain != button["hx-post"]:
            yield f"a button goes to {plain}, by htmx to {button['hx-post']}"


def _faults_of_scripts(tags: Tags) -> Iterator[str]:
    for tag in tags.all:
        if tag.name == "style" or (tag.name == "script" and "src" not in tag.attributes):
            yield f"inline {tag.name}"
        for name, value in tag.attributes.items():
            if name in ("style", "hx-boost") or name.startswith(("on", "hx-on")):
                yield f"{name} on <{tag.name}> needs what the security policy forbids"
            elif value.strip().lower().startswith(("js:", "javascript:")):
                yield f"{name} on <{tag.name}> is a script"


def _faults_of_whole_page(tags: Tags) -> Iterator[str]:
    found = {name: tags.named(name) for name in ("title", "main", "h1")}
    found["html[lang]"] = [tag for tag in tags.named("html") if "lang" in tag.attributes]
    yield from (
        f"{len(each)} of {name} on the page" for name, each in found.items() if len(each) != 1
    )
    yield from _faults_of_styles(tags)


def _faults_of_styles(tags: Tags) -> Iterator[str]:
    sheets = [link for link in tags.named("link") if link.get("rel") == "stylesheet"]
    links = " ".join(link["href"] for link in sheets)
    linked = {
        name for names in re.findall(r"/static/([\w+-]+)\.css", links) for name in names.split("+")
    }
    if EVERY in linked:
        linked |= {*EVERY_SHEET}
    for name in {name for tag in tags.all for name in tag.classes}:
        if linked and homes().get(block(name)) not in (None, *linked):
            yield f"“{name}” needs the style sheet {homes()[block(name)]}"
