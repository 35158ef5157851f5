"""What was written in Hollywood's columns so far, typed in one line: `Ann 18, Bob 35 gin`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from flask_babel import gettext as _

from scorekeeper.rummy.documents.fields import shortened
from scorekeeper.rummy.game.starting_point import ColumnEntry, EntryKind
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import RuleError

MOST_ENTRIES = 60
"""So many are read; a game has seldom more than twenty."""

_ENTRY = re.compile(r"(?P<who>.+?)\s+(?P<points>[-−+]?[0-9]{1,4})(?:\s+(?P<kind>[^\W\d]+))?")
_KINDS = {"g": EntryKind.GIN, "u": EntryKind.UNDERCUT, "a": EntryKind.ADJUSTMENT}


def read_entries(text: str, players: Sequence[str]) -> tuple[ColumnEntry, ...]:
    """Read entries parted by commas; raises `RuleError` at `entries` for the first that is none.

    A player is a name, its beginning, or the number of the place; a win is a knock's where nothing
    else stands after the points.
    """
    written = [each.strip() for each in text.replace("\n", ",").split(",") if each.strip()]
    if len(written) > MOST_ENTRIES:
        raise RuleError(message("These are more wins than a game has."), "entries")
    return tuple(_read_entry(each, players) for each in written)


def _read_entry(text: str, players: Sequence[str]) -> ColumnEntry:
    found = _ENTRY.fullmatch(text)
    seat = _seat(found["who"], players) if found else None
    kind = _KINDS.get(found["kind"][0].lower()) if found and found["kind"] else EntryKind.KNOCK
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
    begun = [seat for seat, player in enumerate(players) if player.casefold().startswith(name)]
    seats = exact or begun
    return Seat(seats[0]) if len(seats) == 1 else None


def print_entries(entries: Iterable[ColumnEntry], players: Sequence[str]) -> str:
    """The text that says these entries, with the players' names."""
    return ", ".join(_print_entry(entry, players) for entry in entries)


def _print_entry(entry: ColumnEntry, players: Sequence[str]) -> str:
    words = {
        EntryKind.KNOCK: "",
        EntryKind.GIN: _("gin"),
        EntryKind.UNDERCUT: _("undercut"),
        EntryKind.ADJUSTMENT: _("adjustment"),
    }
    return f"{players[entry.seat]} {entry.points} {words[entry.kind]}".strip()


def pack_entries(entries: Iterable[ColumnEntry]) -> str:
    """The same as short as it can be said, with the numbers of the places."""
    letters = {kind: letter for letter, kind in _KINDS.items()}
    return ",".join(
        f"{entry.seat + 1} {entry.points} {letters.get(entry.kind, '')}".strip()
        for entry in entries
    )
