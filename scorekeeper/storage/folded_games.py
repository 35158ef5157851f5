"""A cache of games that this process has read and folded. A version of a game never changes.

A cached game is used only if the row has the same version, the same time of the last change, and
the same number of renames of players. So the cache never returns a version that was not committed,
and never a game from before a backup was restored.
"""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from dataclasses import dataclass, replace
from datetime import datetime
from threading import Lock

from flask import current_app

from scorekeeper.rummy.between import Between
from scorekeeper.rummy.game.entries import BetweenOnSheet, Entry, EntryOnSheet, RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.round import Round
from scorekeeper.storage.faults import reading
from scorekeeper.storage.mapping import RecordedEntry, RecordedGame, read_recorded_game
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.queries import RowState, find_row_state

MOST_ROUNDS_KEPT = 5_000
"""The maximum number of rounds in the cache. The least recently used game is dropped first."""

EXTENSION = "scorekeeper_folded_games"
"""The key of the cache in `app.extensions`."""


@dataclass(slots=True)
class _Folded:
    """A game in one state. Its `sheet` is computed on first use, starting from `earlier`."""

    state: RowState
    recorded: RecordedGame
    sheet: Sheet | None = None
    earlier: Sheet | None = None

    @property
    def size(self) -> int:
        return 1 + len(self.recorded.entries)


def state_of_row(row: GameRow) -> RowState:
    """The state of a row. Renaming a player changes the state, but not the version."""
    return row.version, row.changed_at, row.renamed


class FoldedGames:
    """Games by id, each in its last seen state."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, _Folded] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def find(self, row: GameRow) -> _Folded:
        """The cached game of this row. If the cache lacks this state, read and cache the game."""
        state = state_of_row(row)
        with self._lock:
            cached = self._games.get(row.id)
            if cached is not None and cached.state == state:
                self._games.move_to_end(row.id)
                return cached
        read = _Folded(state, read_recorded_game(row))
        if cached is not None:
            read.recorded = _with_cached_rounds(read.recorded, cached.recorded)
            read.earlier = cached.sheet
        self._keep(row.id, read)
        return read

    def find_sheet(self, game_id: str, state: RowState) -> Sheet | None:
        """The cached sheet of a game in this state. `None` if it is not cached."""
        with self._lock:
            cached = self._games.get(game_id)
        return cached.sheet if cached is not None and cached.state == state else None

    def keep(self, row: GameRow, recorded: RecordedGame, sheet: Sheet) -> None:
        self._keep(row.id, _Folded(state_of_row(row), *_normalised(recorded, sheet)))

    def _keep(self, game_id: str, folded: _Folded) -> None:
        with self._lock:
            before = self._games.pop(game_id, None)
            self._games[game_id] = folded
            self._size += folded.size - (before.size if before else 0)
            while self._size > MOST_ROUNDS_KEPT and len(self._games) > 1:
                self._size -= self._games.popitem(last=False)[1].size


def folded_games() -> FoldedGames:
    games: FoldedGames = current_app.extensions.setdefault(EXTENSION, FoldedGames())
    return games


def recorded_game(row: GameRow) -> RecordedGame:
    """Raises `UnreadableGameError`."""
    return folded_games().find(row).recorded


def game_of(row: GameRow) -> Game:
    """Raises `UnreadableGameError`."""
    return recorded_game(row).game


def sheet_of(row: GameRow) -> Sheet:
    """Raises `UnreadableGameError`."""
    folded = folded_games().find(row)
    if folded.sheet is None:
        with reading(row.id):
            folded.sheet = fold(folded.recorded.game, folded.earlier)
        folded.earlier = None
    return folded.sheet


def cached_sheet(club_id: int, game_id: str) -> Sheet | None:
    """The cached sheet of a game of this club. `None` for a game that is not cached.

    This takes only one small query, without a transaction.
    """
    state = find_row_state(club_id, game_id)
    return folded_games().find_sheet(game_id, state) if state else None


def _with_cached_rounds(recorded: RecordedGame, cached: RecordedGame) -> RecordedGame:
    """The game with the cached objects of unchanged entries, which are judged already.

    Each object is used only once, because a change tells equal entries apart by their objects.
    """
    by_time: defaultdict[datetime, list[RecordedEntry]] = defaultdict(list)
    for entry in cached.entries:
        by_time[entry.at].append(entry)
    return recorded.with_entries(
        tuple(_taken_from(by_time[entry.at], entry) for entry in recorded.entries)
    )


def _taken_from(unused: list[RecordedEntry], entry: RecordedEntry) -> RecordedEntry:
    """Remove the first entry that equals this one and return it. Without one, return this one."""
    return unused.pop(unused.index(entry)) if entry in unused else entry


def _normalised(recorded: RecordedGame, sheet: Sheet) -> tuple[RecordedGame, Sheet]:
    """The game and the sheet with `on_sheet` set in every entry, as after reading the row."""
    entries = tuple(_normalised_entry(entry) for entry in recorded.entries)
    if all(new is old for new, old in zip(entries, recorded.entries, strict=True)):
        return recorded, sheet
    read = recorded.with_entries(entries)
    pairs = zip(sheet.entries, read.game.entries, strict=True)
    judged = tuple(_with_recorded(old, new) for old, new in pairs)
    return read, replace(sheet, game=read.game, entries=judged)


def _with_recorded(old: EntryOnSheet, new: Entry) -> EntryOnSheet:
    if old.recorded is new:
        return old
    if isinstance(old, RoundOnSheet) and isinstance(new, Round):
        return replace(old, round=new)
    if isinstance(old, BetweenOnSheet) and isinstance(new, Between):
        return replace(old, between=new)
    raise AssertionError("an entry stays what it is")


def _normalised_entry(recorded: RecordedEntry) -> RecordedEntry:
    if recorded.entry.on_sheet:
        return recorded
    return replace(recorded, entry=replace(recorded.entry, on_sheet=True))
