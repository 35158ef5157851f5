"""Worked examples of Oklahoma Gin."""

from __future__ import annotations

from scorekeeper.rummy.article import Example, ended, knock

OKLAHOMA_EXAMPLES = (
    Example(
        article="upcard",
        rounds=(knock("Nina", Nina="4", Max=22) | {"upcard": "6S"},),
        flips=({"spades_double": False},),
    ),
    Example(
        article="upcard",
        rounds=(ended("gin", "Nina", Max=30) | {"upcard": "AS"},),
    ),
    Example(
        article="upcard",
        rounds=(knock("Nina", Nina="A", Max="K 5") | {"upcard": "AH"},),
    ),
    Example(
        article="knock-too-high",
        rounds=(knock("Nina", Nina="5", Max="K") | {"upcard": "7D"},),
        flips=({"knock_limit": 3},),
    ),
)
