"""Partners on four phones: each enters what they hold, one of a side what it melded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.game import read_document
from scorekeeper.rummy.game.sheet import fold
from tests.support.clubs import cookie
from tests.support.phone import end_round, tap_count, tap_hand
from tests.support.table import Table

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
