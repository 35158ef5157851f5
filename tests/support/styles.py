"""The style sheets as tests see them: their selectors, and the home sheet of each class."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

from scorekeeper.config import resource_dir
from scorekeeper.web.shell.static_files import EVERY_SHEET

BIG_SCREEN = ("watch", "watch-parts")
"""The sheets of the big screen, which can style any block."""

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_CONDITION = re.compile(r":(?:has|not)\((?:[^()]|\([^()]*\))*\)")
_CLASS = re.compile(r"\.([a-z][\w-]*)")


def sheets() -> list[str]:
    """Return the names of all style sheets, first those that every page has."""
    names = {path.stem for path in resource_dir("static").glob("*.css")}
    return [*EVERY_SHEET, *sorted(names - set(EVERY_SHEET))]


@cache
def selectors(sheet: str) -> tuple[str, ...]:
    """Return every selector of a style sheet, also those in media queries."""
    text = _COMMENT.sub("", (resource_dir("static") / f"{sheet}.css").read_text("utf-8"))
    heads = [head.strip() for head in re.findall(r"([^{};]+)\{", text)]
    found = (each for head in heads if head[0] != "@" for each in _split(head, ","))
    return tuple(each for each in found if each not in ("from", "to"))


def classes(selector: str) -> list[str]:
    """Return the classes that a selector names."""
    return _CLASS.findall(selector)


def styled_classes(selector: str) -> list[str]:
    """Return the classes of the styled element, not of its ancestors or conditions."""
    return classes(_split(_CONDITION.sub("", selector), " >+~")[-1])


def block(name: str) -> str:
    """Return the block of a class: `pad` for `pad__key--wide`."""
    return re.split("__|--", name)[0]


@cache
def homes() -> dict[str, str]:
    """Return the home sheet of every block.

    It is a sheet that every page has, or else the sheet with the longest name that begins the
    block’s name. Any other block belongs to the sheet that styles it most, those of the big screen
    excluded.
    """
    found: dict[str, str] = {}
    for sheet in (*EVERY_SHEET, *sorted(set(sheets()) - set(EVERY_SHEET), key=len, reverse=True)):
        for name in (name for selector in selectors(sheet) for name in classes(selector)):
            if sheet in EVERY_SHEET or name.startswith(sheet):
                found.setdefault(block(name), sheet)
    styled = Counter(
        (block(name), sheet)
        for sheet in sheets()
        if sheet not in BIG_SCREEN
        for selector in selectors(sheet)
        for name in styled_classes(selector)
    )
    for (name, sheet), _times in styled.most_common():
        found.setdefault(name, sheet)
    return found


def _split(text: str, separators: str) -> list[str]:
    """Split a selector at separators outside parentheses."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign == "(") - (sign == ")")
        if sign in separators and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]
