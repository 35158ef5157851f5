"""Games from a table with a game in each row, or a player of a game in each row.

A row for a game has a column for each player, or pairs of columns for players and points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from scorekeeper.rummy.documents.names import heard
from scorekeeper.rummy.messages import Message, message
from scorekeeper.storage.tokens import is_id
from scorekeeper.transfer.past.cells import CellRow, Worksheet
from scorekeeper.transfer.past.dates import since_1900
from scorekeeper.transfer.past.doubts import doubtful
from scorekeeper.transfer.past.headings import (
    Columns,
    Holds,
    are_known,
    columns_of,
    has_date,
    without_points,
)
from scorekeeper.transfer.past.points import are_points, did_not_play, read_points
from scorekeeper.transfer.past.results import Past, PastGame, Place, WrittenScore
from scorekeeper.transfer.past.sums import ReadRow, sums_among
from scorekeeper.transfer.sources import FaultyFileError, Location, Source, faulty_file
from scorekeeper.transfer.tables import RESULTS

MOST_NAMED = 5
"""The most columns that a message about columns without points names."""

MOST_IN_A_GAME = 100
"""The most players combined in one game. A later check rejects games with far fewer players."""

HEADINGS_WITHIN = 20
"""The headings must be in the first rows, up to this many. A title can be above the headings."""


@dataclass(frozen=True, slots=True)
class ResultTable:
    """A sheet with its columns and the rows of games below their headings.

    `sums` are rows that only add up other rows. For `from_1904`, see `Worksheet`.
    """

    title: str
    columns: Columns
    rows: tuple[CellRow, ...]
    sums: tuple[CellRow, ...] = ()
    from_1904: bool = False


def games_of_tables(sheets: Sequence[Worksheet], source: Source) -> Past:
    """The games of a workbook or of a text. Raises `FaultyFileError` if there is no table."""
    written = [sheet for sheet in sheets if sheet.rows]
    tables = [table for sheet in written if (table := table_of(sheet, source.watch))]
    if not tables:
        raise _no_headings(written, source.name)
    read = {table.title for table in tables}
    unused = [table.columns.headings[n] for table in tables for n in table.columns.others]
    unused += [sheet.title for sheet in written if sheet.title not in read]
    games = [game for table in tables for game in _games(table)]
    sums = [Place(table.title, row.number) for table in tables for row in table.sums]
    return Past(
        source.name,
        games=tuple(games),
        unused=tuple(dict.fromkeys(unused)),
        sums=tuple(sums),
        doubtful=tuple(_doubtful(tables)),
    )


def _doubtful(tables: Sequence[ResultTable]) -> Iterator[str]:
    found = Counter(name for table in tables for name in doubtful(_columns_of_players(table)))
    there = Counter(name for table in tables for name in _columns_of_players(table))
    return (name for name, number in found.items() if number == there[name])


def _columns_of_players(table: ResultTable) -> dict[str, list[int | None]]:
    by_name = table.columns.by_name
    read = [[_points(row.cells[column]) for column in by_name] for row in table.rows]
    rows = [row for row in read if row.count(None) < len(row)]
    return {
        heard(table.columns.headings[column]): [row[n] for row in rows]
        for n, column in enumerate(by_name)
    }


def _points(cell: str) -> int | None:
    return read_points(cell) if are_points(cell) else None


def _no_headings(written: Sequence[Worksheet], name: str) -> FaultyFileError:
    if not written:
        return faulty_file(message("This file is empty."), Location(name))
    first = [(sheet, n) for sheet in written for n in range(len(sheet.rows[:HEADINGS_WITHIN]))]
    for sheet, index in first:
        row, below = sheet.rows[index], sheet.rows[index + 1 :]
        if has_date(row.cells) and (why := _why_unread(row, below)):
            return faulty_file(why, Location(name, row.number))
    if any(are_known(sheet.rows[index].cells) for sheet, index in first):
        text = message("No heading says where the dates are, such as “Date”.")
        return faulty_file(text, Location(name))
    text = message(
        "The first row must name the columns: date, game, and a column for each player, or player "
        "and points."
    )
    return faulty_file(text, Location(name))


def _why_unread(headings: CellRow, below: Sequence[CellRow]) -> Message | None:
    if not below:
        return message("There is nothing below the headings of this table.")
    if names := without_points(headings.cells, [row.cells for row in below]):
        written = ", ".join(f"“{name}”" for name in names[:MOST_NAMED])
        return message("There are no points below {names}. They are whole numbers.", names=written)
    return None


def table_of(sheet: Worksheet, watch: Callable[[], None]) -> ResultTable | None:
    """The sheet as a table. `None` if no row has headings of results."""
    for index, row in enumerate(islice(sheet.rows, HEADINGS_WITHIN)):
        watch()
        below = sheet.rows[index + 1 :]
        columns = columns_of(row.cells, [row.cells for row in below]) if below else None
        if columns:
            rows = tuple(_padded(below, row.cells))
            return _with_sums_apart(
                ResultTable(sheet.title, columns, rows, from_1904=sheet.from_1904)
            )
    return None


def _padded(rows: Iterable[CellRow], headings: Sequence[str]) -> Iterator[CellRow]:
    for row in rows:
        yield replace(row, cells=(*row.cells, *[""] * (len(headings) - len(row.cells))))


def _with_sums_apart(table: ResultTable) -> ResultTable:
    """The table with rows that only add up games moved to `sums`. A tidy table has no sums."""
    if table.columns.is_tidy:
        return table
    columns = table.columns
    read = (
        ReadRow(row, columns.cell(row.cells, Holds.DATE), _scores(columns, row))
        for row in table.rows
    )
    sums = tuple(sums_among(read))
    apart = {row.number for row in sums}
    return replace(table, rows=tuple(r for r in table.rows if r.number not in apart), sums=sums)


def _games(table: ResultTable) -> Iterator[PastGame]:
    games = (_game(table, row) for row in _filled(table))
    return _put_together(table, games) if table.columns.is_tidy else games


def _filled(table: ResultTable) -> Iterator[CellRow]:
    """The rows after filling empty cells for date, kind and game from the row above."""
    of, above = table.columns.of, dict[int, str]()
    columns = [of[kind] for kind in (Holds.DATE, Holds.KIND, Holds.GAME) if kind in of]
    for row in table.rows:
        cells = [*row.cells]
        for column in columns:
            above[column] = cells[column] = cells[column] or above.get(column, "")
        yield replace(row, cells=tuple(cells))


def _game(table: ResultTable, row: CellRow) -> PastGame:
    columns, cells = table.columns, row.cells
    kind, preset = columns.cell(cells, Holds.KIND), columns.cell(cells, Holds.PRESET)
    date = columns.cell(cells, Holds.DATE)
    return PastGame(
        sheet=table.title,
        row=row.number,
        date=since_1900(date) if table.from_1904 else date,
        kind=f"{kind}/{preset}" if preset else kind,
        place=columns.cell(cells, Holds.PLACE),
        note=columns.cell(cells, Holds.NOTE),
        scores=_scores(columns, row),
        id=_own_id(columns, cells),
    )


def _scores(columns: Columns, row: CellRow) -> tuple[WrittenScore, ...]:
    cells = row.cells
    pairs = [(cells[player], points) for player, points in columns.pairs]
    pairs += [(columns.headings[n], n) for n in columns.by_name if not did_not_play(cells[n])]
    side = columns.cell(cells, Holds.SIDE)
    return tuple(
        WrittenScore(name, cells[n], side, row.cell_name(n))
        for name, n in pairs
        if name or cells[n]
    )


def _own_id(columns: Columns, cells: Sequence[str]) -> str:
    """The id of a game in a table of this program. In other tables, numbers are not unique."""
    if [*filter(None, columns.headings)] != [column.name for column in RESULTS]:
        return ""
    game_id = columns.cell(cells, Holds.GAME)
    return game_id if is_id(game_id) else ""


def _put_together(table: ResultTable, rows: Iterable[PastGame]) -> Iterator[PastGame]:
    """The games of a table with a row for each player.

    Rows with the same date, kind and game column are one game. Without a game column, a game
    continues as long as the date and kind stay the same, no player repeats, and there is no empty
    row. If there is an empty row before every row, empty rows mean nothing.
    """
    numbered = Holds.GAME in table.columns.of
    by_row = {row.number: table.columns.cell(row.cells, Holds.GAME) for row in _filled(table)}
    apart = {row.number for row in table.rows[1:] if row.apart}
    if len(apart) == len(table.rows) - 1:
        apart = set()
    games: dict[object, PastGame] = {}
    last: PastGame | None = None
    for row in rows:
        key: object = (row.date, row.kind, by_row[row.row])
        if not numbered:
            goes_on = last and row.row not in apart and _goes_on(last, row)
            key = last.row if last and goes_on else row.row
        if len(games.get(key, row).scores) >= MOST_IN_A_GAME:
            key = row.row
        last = games[key] = _with(games[key], row) if key in games else row
    return iter(games.values())


def _goes_on(game: PastGame, row: PastGame) -> bool:
    there = {heard(score.name) for score in game.scores}
    is_new = not any(heard(score.name) in there for score in row.scores)
    return is_new and (game.date, game.kind) == (row.date, row.kind)


def _with(game: PastGame, row: PastGame) -> PastGame:
    return replace(
        game,
        scores=game.scores + row.scores,
        place=game.place or row.place,
        note=game.note or row.note,
    )
