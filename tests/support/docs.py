"""The parts of the documentation that the program generates, and the command that writes them.

`python -m tests.support.docs` writes them again. `tests/test_docs.py` fails if one is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import groupby

from scorekeeper.config import CHECKOUT, SETTINGS
from scorekeeper.rummy.messages import Message, render
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.models import COUNTERS
from scorekeeper.transfer.club_tournaments import STANDINGS_TABLE
from scorekeeper.transfer.tables import TABLES
from scorekeeper.transfer.workbook import work_sheets

_PART = re.compile(
    r"(<!-- made from the program: ([a-z.-]+) -->\n\n).*?(\n\n<!-- end -->)", re.DOTALL
)


SEARCHED = {
    "android": "questions",
    "forgot": "questions",
    "printer": "questions",
    "deprecated": "promises",
}
"""Words that newcomers search for, each with the page that answers."""


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    cells = [list(head), *(list(row) for row in rows)]
    cells.insert(1, ["---"] * len(cells[0]))
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


def words(message: Message | None) -> str:
    """Return a message in English, or empty if there is none."""
    return render(message, []) if message else ""


def games_table() -> str:
    """Return the table of games, with their numbers of players and their taglines."""
    return table(
        ("Game", "Players", "In short"),
        ((f"**{words(game.name)}**", players(game), in_short(game)) for game in VARIANTS),
    )


def in_short(game: Variant) -> str:
    """Return a game’s other names and its tagline."""
    others = ", ".join(words(name) for name in game.other_names)
    return (f"Also called {others}. " if others else "") + words(game.tagline)


def players(game: Variant) -> str:
    """Return a game’s possible numbers of players: `2`, `2–5` or `2–4, 6`."""
    runs = groupby(enumerate(game.sizes), lambda placed: placed[1] - placed[0])
    sizes = [[size for _place, size in run] for _from, run in runs]
    return ", ".join("–".join(map(str, sorted({run[0], run[-1]}))) for run in sizes)


def keys_table() -> str:
    """Return the table of keys for games, presets and endings in game documents."""
    return table(
        ("Game", "Key", "Presets", "Endings"),
        (
            (
                words(game.name),
                f"`{game.key}`",
                " ".join(f"`{preset.key}`" for preset in game.presets),
                " ".join(f"`{each.ending}`" for each in game.endings if each.ending != "void"),
            )
            for game in VARIANTS
        ),
    )


def settings_table() -> str:
    """Return the table of settings, with their defaults and purposes."""
    return table(
        ("Setting", "Default", "What it is for"),
        ((f"`{each.variable}`", each.default, each.help) for each in SETTINGS),
    )


def tables_table() -> str:
    """Return the table of exported tables. Each column is explained at its first appearance."""
    explained: set[tuple[str, str]] = set()
    rows = []
    for of in (*TABLES, STANDINGS_TABLE):
        columns = [
            f"`{column.name}`"
            + (f" ({column.help})" if (column.name, column.help) not in explained else "")
            for column in of.columns
        ]
        explained |= {(column.name, column.help) for column in of.columns}
        rows.append((f"`{of.file_name}`", of.help, ", ".join(columns).replace(" ()", "")))
    return table(("File", "A row is", "Columns"), rows)


def statistics_table() -> str:
    """Return the table of the workbook’s sheets, with their columns."""
    return table(
        ("Sheet", "A row is", "Columns"),
        (
            (
                sheet.name,
                sheet.help,
                " ".join(f"`{name}`" for name in sheet.columns if name not in COUNTERS)
                + " and the counters",
            )
            for sheet in work_sheets(0)
        ),
    )


PARTS: dict[str, Callable[[], str]] = {
    "games": games_table,
    "keys": keys_table,
    "settings": settings_table,
    "tables": tables_table,
    "statistics.xlsx": statistics_table,
}
"""Functions by name. Each makes the text between its `made from the program` and `end` comments."""

PAGES = (
    CHECKOUT / "README.md",
    *sorted((CHECKOUT / "docs").glob("*.md")),
    *sorted((CHECKOUT / ".github").glob("*.md")),
)


def filled(page: str) -> str:
    """Return the text of a page with every part made again."""
    return _PART.sub(lambda found: found[1] + PARTS[found[2]]() + found[3], page)


def parts_in(page: str) -> list[str]:
    """Return the names of the parts in the text of a page."""
    return [name for _start, name, _end in _PART.findall(page)]


if __name__ == "__main__":
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        if filled(text) != text:
            path.write_text(filled(text), encoding="utf-8")
            print(f"{path.relative_to(CHECKOUT)} is up to date again")
