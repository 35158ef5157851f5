"""The examples in the docstrings of the program do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import scorekeeper

STARTED_NOT_IMPORTED = ("scorekeeper.__main__", "scorekeeper.storage.migrations")
"""These do their work when they are imported."""

MODULES = [
    module.name
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper.")
    if not module.name.startswith(STARTED_NOT_IMPORTED)
]


def test_the_examples_of_every_module_hold() -> None:
    assert [name for name in MODULES if doctest.testmod(import_module(name)).failed] == []
