"""The examples in the program’s docstrings are true."""

from __future__ import annotations

import doctest
from importlib import import_module

from scorekeeper.config import CHECKOUT


def test_the_examples_of_every_module_hold() -> None:
    """Searching modules without examples would take ten times as long."""
    files = [*(CHECKOUT / "scorekeeper").rglob("*.py")]
    shown = [each for each in files if ">>> " in each.read_text(encoding="utf-8")]
    names = [".".join(each.relative_to(CHECKOUT).with_suffix("").parts) for each in shown]
    modules = [import_module(name.removesuffix(".__init__")) for name in names]
    assert len(modules) > 50
    assert [each.__name__ for each in modules if doctest.testmod(each).failed] == []
