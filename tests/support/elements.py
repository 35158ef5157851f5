"""The elements of a page as a browser finds them: its own repairs of a page included."""

from __future__ import annotations

from functools import cached_property

from selectolax.lexbor import LexborHTMLParser, LexborNode


def parse(text: str) -> Element:
    """A whole page, or a part of one as htmx takes it; what is in a `<template>` is not found."""
    if "<html" in text:
        return Element(LexborHTMLParser(text).root.parent)
    # In a template rows may stand without their table.
    page = LexborHTMLParser(f"<!doctype html><template>{text}</template>")
    return Element(page.template_fragments()[0])


class Element:
    """An element, or a page, with what is in it."""

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
        """The value of an attribute that may be missing."""
        return self.attributes.get(attribute, default)

    @cached_property
    def attributes(self) -> dict[str, str]:
        """The values by name; an attribute without a value has an empty one."""
        return {name: value or "" for name, value in self._node.attributes.items()}

    @cached_property
    def name(self) -> str:
        """What kind of element it is, such as `form`."""
        return str(self._node.tag)

    @property
    def classes(self) -> list[str]:
        """The names of its classes."""
        return self.attributes.get("class", "").split()

    @property
    def text(self) -> str:
        """All that is written in it."""
        return str(self._node.text())

    @property
    def words(self) -> str:
        """The same with single spaces, also where only elements divide it."""
        return " ".join(self._node.text(separator=" ").split())

    @property
    def parent(self) -> Element:
        """The element around it."""
        return Element(self._node.parent)

    @property
    def children(self) -> list[Element]:
        """The elements that stand right in it."""
        return [Element(node) for node in self._node.iter()]

    def select(self, selector: str) -> list[Element]:
        """All elements in it that a CSS selector finds, in their order."""
        found = {node.mem_id: node for node in self._node.css(selector)}
        found.pop(self._node.mem_id, None)
        return [Element(node) for node in found.values()]

    def select_one(self, selector: str) -> Element | None:
        """The first element in it that a CSS selector finds."""
        return next(iter(self.select(selector)), None)

    def closest(self, selector: str) -> Element | None:
        """The innermost element around it that a CSS selector finds, or it itself."""
        node: LexborNode | None = self._node
        while node is not None:
            first = node.css_first(selector)
            if first is not None and first.mem_id == node.mem_id:
                return Element(node)
            node = node.parent
        return None

    def without(self, selector: str) -> Element:
        """A copy that lacks the elements that a CSS selector finds."""
        rest = parse(str(self))
        while found := rest._node.css_first(selector):
            found.decompose()
        return rest
