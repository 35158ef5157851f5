"""Worked examples of Hollywood Gin."""

from __future__ import annotations

from scorekeeper.rummy.article import Ask, Example, knock

HOLLYWOOD_EXAMPLES = (
    Example(
        article="higher-final",
        rounds=(
            knock("Nina", Nina=1, Max=61),
            knock("Nina", Nina=1, Max=31),
            knock("Nina", Nina=1, Max=61),
            knock("Max", Nina=61, Max=1),
            knock("Max", Nina=61, Max=1),
            knock("Max", Nina=61, Max=1),
        ),
        rules={"target": 100},
        flips=({"winner_by": "columns"},),
        ask=Ask.WINNER,
    ),
    Example(
        article="columns",
        rounds=(
            knock("Nina", Nina=1, Max=19),
            knock("Max", Nina=13, Max=1),
            knock("Nina", Nina=1, Max=26),
            knock("Nina", Nina=1, Max=16),
        ),
        ask=Ask.COLUMNS,
    ),
    Example(
        article="columns",
        rounds=(
            knock("Nina", Nina=1, Max=61),
            knock("Nina", Nina=1, Max=51),
            knock("Max", Nina=21, Max=1),
            knock("Max", Nina=11, Max=1),
        ),
        rules={"target": 100},
        ask=Ask.COLUMNS,
    ),
)
