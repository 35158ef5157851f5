"""The elements of a page as a browser finds them, after the parser’s repairs."""

from __future__ import annotations

from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode


def parse(text: str) -> Element:
    """Return a whole page, or a part as htmx reads it.

    Selectors do not look into a `<template>`.
    """
    if "<html" in text:
        return Element(LexborHTMLParser(text).root.parent)
    # A template can hold table rows without their table.
    page = LexborHTMLParser(f"<!doctype html><template>{text}</template>")
    return Element(page.template_fragments()[0])


class Element:
    """An element, or a page, with its content."""

    def __init__(self, node: LexborNode) -> None:
        self._node = node

    def __str__(self) -> str:
        return str(self._node.html)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __getitem__(self, attribute: str) -> str:
        return self.attributes[attribute]

    def get(self, attribute: str, default: str | None = None) -> str | None:
        """Return the value of an attribute, or the default if it is missing."""
        return self.attributes.get(attribute, default)

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The values by name. An attribute without a value has an empty one."""
        return {name: value or "" for name, value in self._node.attributes.items()}

    @cached_property
    def name(self) -> str:
        """The element’s tag, such as `form`."""
        return str(self._node.tag)

    @property
    def classes(self) -> list[str]:
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        return str(self._node.text())

    @property
    def words(self) -> str:
        """The text with single spaces, also between adjacent elements."""
        return " ".join(self._node.text(separator=" ").split())

    @property
    def parent(self) -> Element:
        return Element(self._node.parent)

    @property
    def children(self) -> list[Element]:
        """The elements directly inside."""
        return [Element(node) for node in self._node.iter()]

    def select(self, selector: str) -> list[Element]:
        """Return all descendants that a CSS selector finds, in document order."""
        found = {node.mem_id: node for node in self._node.css(selector)}
        found.pop(self._node.mem_id, None)
        return [Element(node) for node in found.values()]

    def select_one(self, selector: str) -> Element | None:
        """Return the first descendant that a CSS selector finds, or `None`."""
        return next(iter(self.select(selector)), None)

    def closest(self, selector: str) -> Element | None:
        """Return this element or its nearest ancestor that a CSS selector finds, or `None`."""
        node: LexborNode | None = self._node
        while node is not None:
            first = node.css_first(selector)
            if first is not None and first.mem_id == node.mem_id:
                return Element(node)
            node = node.parent
        return None

    def without(self, selector: str) -> Element:
        """Return a copy without the elements that a CSS selector finds."""
        rest = parse(str(self))
        while found := rest._node.css_first(selector):
            found.decompose()
        return rest
