"""The examples in the docstrings of the core do what they say."""

from __future__ import annotations

import doctest
import pkgutil
from importlib import import_module

import pytest

from scorekeeper import rummy

MODULES = [module.name for module in pkgutil.walk_packages(rummy.__path__, f"{rummy.__name__}.")]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_hold(module: str) -> None:
    assert doctest.testmod(import_module(module)).failed == 0
