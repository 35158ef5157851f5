"""The entries of a sheet with several columns, typed in one line: `Ann 18, Bob 35 gin`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scorekeeper.rummy.column import ColumnEntry, EntryKind
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.shell.translation import translate

MOST_ENTRIES = 60
"""The most entries that are read; a game rarely has more than twenty."""

_ENTRY = re.compile(r"(?P<who>.+?)\s+(?P<points>[-−+]?[0-9]{1,4})(?:\s+(?P<kind>[^\W\d]+))?")


def read_entries(
    text: str, players: Sequence[str], kinds: Sequence[EntryKind]
) -> tuple[ColumnEntry, ...]:
    """Read entries separated by commas; raises `RuleError` at `entries` for a wrong one.

    A player is given by name, the beginning of it, or 1 or 2; without a word after the points, the
    points are for a knock.
    """
    written = [each.strip() for each in text.replace("\n", ",").split(",") if each.strip()]
    if len(written) > MOST_ENTRIES:
        raise RuleError(message("No game has that many wins."), "entries")
    return tuple(_read_entry(each, players, kinds) for each in written)


def _read_entry(text: str, players: Sequence[str], kinds: Sequence[EntryKind]) -> ColumnEntry:
    found = _ENTRY.fullmatch(text)
    seat = _seat(found["who"], players) if found else None
    letter = found["kind"][0].lower() if found and found["kind"] else ""
    kind = next((each for each in kinds if each.letter == letter), None)
    if found is None or seat is None or kind is None:
        raise RuleError(
            message(
                "“{text}” is not a name and points, such as {example}.",
                text=shortened(text),
                example=f"{players[0]} 18",
            ),
            "entries",
        )
    return ColumnEntry(seat, int(found["points"].replace("−", "-")), kind)


def _seat(who: str, players: Sequence[str]) -> Seat | None:
    if who in ("1", "2"):
        return Seat(int(who) - 1)
    name = who.casefold()
    exact = [seat for seat, player in enumerate(players) if player.casefold() == name]
    starting = [seat for seat, player in enumerate(players) if player.casefold().startswith(name)]
    seats = exact or starting
    return Seat(seats[0]) if len(seats) == 1 else None


def print_entries(entries: Iterable[ColumnEntry], players: Sequence[str]) -> str:
    """The entries as text, with the players' names."""
    return ", ".join(_print_entry(entry, players) for entry in entries)


def _print_entry(entry: ColumnEntry, players: Sequence[str]) -> str:
    word = translate(entry.kind.word) if entry.kind.word else ""
    return f"{players[entry.seat]} {entry.points} {word}".strip()


def pack_entries(entries: Iterable[ColumnEntry]) -> str:
    """The entries as the shortest text, with players and kinds as numbers and letters."""
    return ",".join(
        f"{entry.seat + 1} {entry.points} {entry.kind.letter}".strip() for entry in entries
    )
