"""The examples in the docstrings of the program do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

import scorekeeper

STARTED_NOT_IMPORTED = ("scorekeeper.__main__", "scorekeeper.storage.migrations")
"""These do their work when they are imported."""

MODULES = [
    module.name
    for module in pkgutil.walk_packages(scorekeeper.__path__, "scorekeeper.")
    if not module.name.startswith(STARTED_NOT_IMPORTED)
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0
