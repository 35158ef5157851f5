"""Results as written in a file: each game in the words of the file, with its place there.

Dates, points and names are still texts. The import can need answers about them first, so the page
with the questions carries the results, packed.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from typing import NamedTuple

from scorekeeper.rummy.documents.names import heard
from scorekeeper.rummy.messages import message
from scorekeeper.transfer.sources import Limits, Location, faulty_file

_CELL = re.compile(r"(?:[A-Z]{1,3}\d{1,7})?", re.ASCII)

MOST_DIFFERENT = 2_000
"""The most names, and the most kinds of games, in a file."""


class WrittenScore(NamedTuple):
    """One player's score in a game, as written. `side` is the name of a partnership.

    In a table the points are in a `cell`, such as `C7`.
    """

    name: str
    points: str
    side: str = ""
    cell: str = ""


class Place(NamedTuple):
    """The place of a row: the sheet of a workbook, and the number of the row."""

    sheet: str
    row: int


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as written. `row` is its first row, in this `sheet` of a workbook.

    `id` is set only if the source has a unique id for it.
    """

    sheet: str
    row: int
    date: str
    kind: str
    place: str
    note: str
    scores: tuple[WrittenScore, ...]
    id: str = ""

    @property
    def is_without_points(self) -> bool:
        return bool(self.scores) and not any(score.points for score in self.scores)


@dataclass(frozen=True, slots=True)
class Past:
    """The games of a file called `name`, and its `unused` columns and sheets.

    `sums` are rows that only add up games. `doubtful` are names, as `heard`, that are perhaps
    headings of other number columns.
    """

    name: str
    games: tuple[PastGame, ...]
    unused: tuple[str, ...] = ()
    sums: tuple[Place, ...] = ()
    doubtful: tuple[str, ...] = ()

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of games, in the order of the file."""
        return tuple(dict.fromkeys(game.kind for game in self.games))

    @property
    def names(self) -> tuple[str, ...]:
        """The players, in the order of the file. Two spellings of one name are one player."""
        spelled: dict[str, str] = {}
        for game in self.games:
            for score in game.scores:
                spelled.setdefault(heard(score.name), score.name)
        return tuple(spelled.values())


def checked(past: Past, limits: Limits) -> Past:
    """These results, unchanged. Raises `FaultyFileError` for no or too many results."""
    if not past.games:
        text = message("There is no game in this file.")
        raise faulty_file(text, Location(past.name))
    if len(past.games) > limits.lines:
        text = message("This file has more than {most} games.", most=limits.lines)
        raise faulty_file(text, Location(past.name))
    if len(past.names) > MOST_DIFFERENT:
        text = message(
            "This file names {number} players, and can name up to {most}. Does the right column "
            "have their names?",
            number=len(past.names),
            most=MOST_DIFFERENT,
        )
        raise faulty_file(text, Location(past.name))
    if len(past.kinds) > MOST_DIFFERENT:
        text = message(
            "This file names {number} different games, and can name up to {most}.",
            number=len(past.kinds),
            most=MOST_DIFFERENT,
        )
        raise faulty_file(text, Location(past.name))
    return past


def pack(past: Past) -> str:
    parts = (
        past.name,
        [astuple(game) for game in past.games],
        past.unused,
        past.sums,
        past.doubtful,
    )
    written = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return b64encode(zlib.compress(written.encode(), 9)).decode()


def unpack(text: str, most: int) -> Past:
    """Unpack results. Raises `ValueError` for anything else, or for more than `most` bytes.

    The sender can change the text, so everything is checked.
    """
    unpacking = zlib.decompressobj()
    try:
        written = unpacking.decompress(b64decode(text, validate=True), most)
        name, games, unused, sums, doubtful = json.loads(written)
        return Past(
            _text(name),
            tuple(map(_game, games)),
            tuple(map(_text, unused)),
            tuple(_place(*place) for place in sums),
            tuple(map(_text, doubtful)),
        )
    except (ValueError, zlib.error, TypeError, RecursionError) as error:
        raise ValueError("These are no packed results.") from error


def _game(parts: Sequence[object]) -> PastGame:
    sheet, row, date, kind, place, note, scores, game_id = parts
    if not isinstance(scores, list):
        raise TypeError("Scores are a list.")
    read = tuple(_score(*map(_text, score)) for score in scores)
    return PastGame(
        **_place(sheet, row)._asdict(),
        date=_text(date),
        kind=_text(kind),
        place=_text(place),
        note=_text(note),
        scores=read,
        id=_text(game_id),
    )


def _score(name: str, points: str, side: str, cell: str) -> WrittenScore:
    if not _CELL.fullmatch(cell):
        raise ValueError("This is no cell.")
    return WrittenScore(name, points, side, cell)


def _place(sheet: object, row: object) -> Place:
    if type(row) is not int:
        raise TypeError("A row is a number.")
    return Place(_text(sheet), row)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("This is a text.")
    value.encode()  # A lone surrogate fails here.
    return value
