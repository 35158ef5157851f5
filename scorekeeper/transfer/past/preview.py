"""The preview of an import of results: its games and players, and its faults with reasons.

The preview writes nothing. Its games are lines of documents, like the lines of any other import.
"""

from __future__ import annotations

import io
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from scorekeeper.evenings import evening_of
from scorekeeper.games.details import EARLIEST
from scorekeeper.rummy.documents.about import FORMAT
from scorekeeper.rummy.documents.names import check_name, heard
from scorekeeper.rummy.documents.sides import proposed_name
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.transfer.ids import new_ids
from scorekeeper.transfer.new_games import Calendar, NewGame, read_new_game
from scorekeeper.transfer.past.choices import Choices
from scorekeeper.transfer.past.dates import (
    DateOrder,
    order_of,
    read_date,
    read_time,
    shows_time,
    with_years,
)
from scorekeeper.transfer.past.kinds import USUAL, PlayedAs
from scorekeeper.transfer.past.meaning import Meaning
from scorekeeper.transfer.past.points import are_points, read_points
from scorekeeper.transfer.past.results import Past, PastGame, Place
from scorekeeper.transfer.past.values import check_result
from scorekeeper.transfer.roster import Roster
from scorekeeper.transfer.sources import Limits, Location, Source, SourceLine

LONGEST_ID = 40

_CELL = "cell"
"""The place of an error in a cell of a table."""

_EVENING = time(20, tzinfo=UTC)
"""The assumed start of an evening's first game if only its date is known."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An unreadable game: the reason as a sentence, and the faulty `cell`, if it is in a table."""

    game: PastGame
    why: Message
    names: Sequence[str] = ()
    cell: str = ""

    @property
    def place(self) -> Place:
        """The place of the game, or of the row with the faulty cell."""
        row = re.sub(r"\D", "", self.cell)
        return Place(self.game.sheet, int(row) if row else self.game.row)


@dataclass(frozen=True, slots=True)
class PreviewedGame:
    """A game to import: as written, as its document, and as read from the document."""

    past: PastGame
    line: bytes
    read: NewGame


class ImportPreview(Meaning):
    """The effect of an import of a file's results into a club.

    - `games` are the games that the import would add.
    - `unread` are unreadable games with reasons.
    - `already_there` is the number of games that the club already has.
    - `without_points` is the number of games without any points, by kind.

    For `watch`, see `Source`.
    """

    def __init__(
        self,
        past: Past,
        choices: Choices,
        roster: Roster,
        calendar: Calendar,
        watch: Callable[[], None] = lambda: None,
        known: Choices | None = None,
    ) -> None:
        super().__init__(past, choices, roster, known or Choices())
        self._calendar, self._watch = calendar, watch
        self.games: list[PreviewedGame] = []
        self.unread: list[Unread] = []
        self.already_there = 0
        self.without_points: Counter[str] = Counter()
        self._ids: Counter[str] = Counter()
        self._of_day: Counter[object] = Counter()
        if not self.needs_answers:
            self._read_games()

    @property
    def today(self) -> date:
        return self._calendar.now.astimezone(self._calendar.zone).date()

    def _read_games(self) -> None:
        dates = [game.date for game in self.past.games]
        order = self.choices.order or order_of(dates) or self.order or DateOrder.DAY_FIRST
        dates = with_years(dates, order, self.today, self.choices.year)
        found: list[PreviewedGame] = []
        rows = dict[str, int]()
        for game, written in zip(self.past.games, dates, strict=True):
            self._watch()
            played_as = self.kinds[game.kind]
            if played_as is None:
                continue
            if game.is_without_points:
                self.without_points[game.kind] += 1
                continue
            try:
                one = self._read(replace(game, date=written), played_as, order)
                if one.read.id in rows:
                    first = rows[one.read.id]
                    raise RuleError(message("This game is in line {line} already.", line=first))
                rows[one.read.id] = game.row
                found.append(one)
            except RuleError as error:
                cell = str(error.where[1]) if error.where[:1] == (_CELL,) else ""
                self.unread.append(Unread(game, error.sentence, error.names, cell))
        new = new_ids(self._roster.session, self._roster.club_id, [one.read.id for one in found])
        self.games = [one for one in found if one.read.id in new]
        self.already_there = len(found) - len(self.games)

    def _read(self, game: PastGame, played_as: PlayedAs, order: DateOrder) -> PreviewedGame:
        for text in (game.kind, game.place, game.note):
            check_result(text)
        table = self._table(game, played_as.variant)
        begun, evening = self._begun(game, order)
        self._calendar.day_of(evening.isoformat())  # Reading the document replaces a bad day.
        document = {
            "format": FORMAT,
            "id": game.id or self._id(game, evening),
            "date": evening.isoformat(),
            "started": begun.astimezone(UTC).isoformat(),
            "place": game.place,
            "note": game.note,
            "variant": played_as.variant.key,
            "preset": played_as.preset.key,
            **table,
        }
        line = json.dumps(document, ensure_ascii=False).encode()
        read = read_new_game(SourceLine(Location(self.past.name, game.row), line), self._calendar)
        self._roster.seats(read.recorded.game.players)
        return PreviewedGame(game, line, read)

    def _table(self, game: PastGame, variant: Variant) -> dict[str, Any]:
        totals, sides = dict[str, int](), dict[str, dict[str, str]]()
        for score in game.scores:
            player = self.players[heard(score.name)]
            if player is None:
                continue
            check_name(player)
            if player in totals:
                raise RuleError(message("“{name}” is in this game twice.", name=player))
            try:
                check_result(score.name)
                totals[player] = read_points(score.points)
            except RuleError as error:
                raise error.under(_CELL, score.cell) from None
            if score.side:
                sides.setdefault(score.side, {})[score.name] = player
        if len(totals) < 2:
            raise RuleError(message("A game has two players or more, each with a total."))
        if not sides and not variant.allows_sides(len(totals), 0):
            sides = _with_the_same(totals, variant)
        return _of_sides(totals, sides) if sides else {"players": [*totals], "imported": totals}

    def _begun(self, game: PastGame, order: DateOrder) -> tuple[datetime, date]:
        """The start of a game, and the date of its evening.

        Games with only a date start one second apart, in the order of the file.
        """
        day, clock = read_date(game.date, order, self.today), read_time(game.date)
        if not (shows_time(game.date) or self._times_differ):
            clock = None
        # Only possible years get a time zone. The check of dates rejects other years.
        if clock and EARLIEST.year <= day.year <= self.today.year:
            begun = datetime.combine(day, clock, clock.tzinfo or self._calendar.zone)
            return begun, evening_of(begun, self._calendar.zone)
        self._of_day[day] += 1
        return datetime.combine(day, _EVENING) + timedelta(seconds=self._of_day[day] - 1), day

    @cached_property
    def _times_differ(self) -> bool:
        """True if the games have different times. Equal times can be an offset of a time zone."""
        return len({_time_of(game) for game in self.past.games}) > 1

    def _id(self, game: PastGame, evening: date) -> str:
        """An id from the written names and points, independent of chosen players.

        The second of two equal games of an evening gets a different id.
        """
        # A column that is left out can have any text.
        scores = sorted(
            ((heard(score.name), _points_or_text(score.points)) for score in game.scores),
            key=lambda score: (score[0], str(score[1])),
        )
        kind = game.kind.removesuffix(USUAL).casefold()
        said = repr((evening.isoformat(), kind, scores))
        self._ids[said] += 1
        return sha256(f"{said} {self._ids[said]}".encode()).hexdigest()[:LONGEST_ID]

    def source(self, limits: Limits) -> Source:
        lines = b"".join(game.line + b"\n" for game in self.games)
        return Source(io.BytesIO(lines), self.past.name, limits, watch=self._watch)


def _with_the_same(totals: Mapping[str, int], variant: Variant) -> dict[str, dict[str, str]]:
    """Sides from equal totals, for a game that is always played in sides."""
    sides: dict[int, dict[str, str]] = {}
    for player, total in totals.items():
        sides.setdefault(total, {})[player] = player
    if not variant.allows_sides(len(totals), len(sides)) or len({*map(len, sides.values())}) > 1:
        return {}
    return {proposed_name([*players]): players for players in sides.values()}


def _of_sides(totals: Mapping[str, int], sides: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Players, sides and totals as in a document. `sides` maps written names to players.

    Partners sit opposite each other, whatever the order of their rows.
    """
    imported, partners = dict[str, int](), dict[str, list[str]]()
    for written, named in sides.items():
        members = [*named.values()]
        if len({totals[player] for player in members}) > 1:
            raise RuleError(message("Partners have the same total: that of their side."))
        name = proposed_name(members) if written == proposed_name([*named]) else written
        partners[name], imported[name] = members, totals[members[0]]
    seated = [player for turn in zip_longest(*partners.values()) for player in turn if player]
    alone = [player for player in totals if player not in seated]
    return {"players": seated + alone, "sides": partners, "imported": imported}


def _points_or_text(text: str) -> int | str:
    return read_points(text) if are_points(text) else text


def _time_of(game: PastGame) -> time | None:
    try:
        return read_time(game.date)
    except RuleError:
        return None
