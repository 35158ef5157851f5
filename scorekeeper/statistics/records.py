"""A club’s records in each variant and preset, and over all games, with their games or evenings.

The first holder of a record comes first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Integer,
    Row,
    ScalarSelect,
    Select,
    String,
    bindparam,
    func,
    literal,
    select,
    union_all,
)

from scorekeeper.rummy.documents.sides import proposed_name
from scorekeeper.rummy.variants import find_variant
from scorekeeper.statistics.totals import Sense, sense_of, started_at
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    Club,
    GameResult,
    GameRow,
    Partners,
    Player,
    PlayerEvening,
    RoundResult,
    Scorer,
)
from scorekeeper.storage.queries import FINISHED

MOST_NAMED = 3
"""The most holders named for one record."""

MOST_COUNTED = 100
"""The most holders counted. A club can have thousands of wins by a margin of 1."""


MOST_WITH_LOWEST = 10
"""With more holders, the lowest total is no record. In some games, 0 is common."""


class RecordKind(StrEnum):
    ROUND = "round"
    HIGHEST = "highest"
    LOWEST = "lowest"
    MARGIN = "margin"
    COMEBACK = "comeback"
    STREAK = "streak"
    LONGEST = "longest"
    WON_IN_EVENING = "won in evening"
    OUTS_IN_EVENING = "outs in evening"
    UNDERCUTS_IN_EVENING = "undercuts in evening"
    BUSIEST = "busiest"


_CLUB = bindparam("club", type_=Integer)

_LEAST = {RecordKind.STREAK: 1}
"""Values that are not yet a record: one win is not a streak."""

_NO_SIDES = (RecordKind.STREAK, RecordKind.LONGEST)
"""Records that a side cannot hold. A streak has one player, and the longest game has no holder."""


@dataclass(frozen=True, slots=True)
class Holding:
    """The holder of a record, with the `number` of its round, its game, or only its evening.

    `player` is `None` for a record without a holder, such as the longest game. In games with
    partners, `player` can be a side.
    """

    day: date
    player: Scorer | None = None
    game_id: str | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A record with its first holders. `more` is the number of other holders, `None` for too many.

    A record of points compares only games with the same `preset`.
    """

    kind: RecordKind
    value: int
    holders: list[Holding]
    more: int | None
    preset: str = ""


def records_of_variant(club: Club, variant: str) -> list[Record]:
    """The records of a variant. Records of points are by preset, in the order of presets."""
    presets = _presets_played(club, variant)
    return _found(club, _of_variant(variant, presets))


def _presets_played(club: Club, variant: str) -> tuple[str, ...]:
    """The presets of a variant with a counted game. One index look-up each."""
    found = find_variant(variant)
    mine = GameResult.club_id == _CLUB, GameResult.variant == variant
    looked_up = [
        select(literal(preset.key, String)).where(
            select(literal(1)).where(*mine, GameResult.preset == preset.key).exists()
        )
        for preset in (found.presets if found else ())
    ]
    if not looked_up:
        return ()
    return tuple(db.session.scalars(union_all(*looked_up), {"club": club.id}))


def records_of_club(club: Club) -> list[Record]:
    return [*_found(club, _of_all()), *_busiest(club)]


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A record to find: the best value of a column, and the first rows with this value."""

    kind: RecordKind
    column: Any
    conditions: tuple[ColumnElement[bool], ...]
    preset: str = ""

    @property
    def best(self) -> ScalarSelect[Any]:
        order = self.column if self.kind is RecordKind.LOWEST else self.column.desc()
        conditions = self.conditions
        if self.kind is not RecordKind.LOWEST:
            conditions = (*conditions, self.column > _LEAST.get(self.kind, 0))
        return select(self.column).where(*conditions).order_by(order).limit(1).scalar_subquery()

    def holders(self, number: int) -> Select[Any]:
        """The first rows with the best value, a parameter with `number` in its name."""
        rows, value = self.column.class_, bindparam(_best(number), type_=Integer)
        some = select(literal(1)).where(*self.conditions, self.column == value)
        sharing = select(func.count()).select_from(some.limit(MOST_COUNTED + 1).subquery())
        # Equivalent to `==`, but lets SQLite use the index of the values.
        first = self.column <= value if self.kind is RecordKind.LOWEST else self.column >= value
        return (
            select(
                literal(number, Integer).label("wanted"),
                (literal(0, Integer) if self.kind is RecordKind.LONGEST else rows.player_id).label(
                    "who"
                ),
                rows.played_on.label("day"),
                getattr(rows, "game_id", literal("", String)).label("game_id"),
                getattr(rows, "number", literal(0, Integer)).label("number"),
                getattr(rows, "side", literal(0, Integer)).label("side"),
                sharing.scalar_subquery().label("sharing"),
            )
            .where(*self.conditions, first)
            .order_by(self.column, rows.played_on, *_then_by(rows))
            .limit(MOST_NAMED)
        )


def _best(number: int) -> str:
    return f"best_{number}"


@dataclass(frozen=True, slots=True)
class _RecordSearch:
    """Two queries for the same records: first the `best` values, then their `holders`.

    Planning a single query would take longer than running it.
    """

    wanted: tuple[_Wanted, ...]
    best: Select[Any]
    holders: CompoundSelect[Any]


def _search(wanted: Iterable[_Wanted]) -> _RecordSearch:
    records = tuple(wanted)
    holders = [select(record.holders(number).subquery()) for number, record in enumerate(records)]
    best = select(*[record.best.label(_best(number)) for number, record in enumerate(records)])
    return _RecordSearch(records, best, union_all(*holders))


@lru_cache(maxsize=32)
def _of_variant(variant: str, presets: tuple[str, ...]) -> _RecordSearch:
    """The search for a variant's records. Cached, because building it is slow."""
    games = (GameResult.club_id == _CLUB, GameResult.variant == variant)
    of_presets = [record for preset in presets for record in _of_preset(variant, preset)]
    return _search(
        (
            *of_presets,
            _Wanted(RecordKind.STREAK, GameResult.variant_streak, games),
            _Wanted(RecordKind.LONGEST, GameResult.rounds, (*games, GameResult.seat == 0)),
        )
    )


def _of_preset(variant: str, preset: str) -> Iterator[_Wanted]:
    """The records of points with one preset. Points of different rules do not compare."""
    rounds, games = (
        # A side has one record, in the row of its first player.
        (
            rows.club_id == _CLUB,
            rows.variant == variant,
            rows.preset == preset,
            rows.seat == rows.side,
        )
        for rows in (RoundResult, GameResult)
    )
    to_the_end = (*games, GameResult.to_the_end.is_(True))
    yield _Wanted(RecordKind.ROUND, RoundResult.points, rounds, preset)
    if sense_of(variant) is not Sense.FEWEST:
        yield _Wanted(RecordKind.HIGHEST, GameResult.final, to_the_end, preset)
    if sense_of(variant) is not Sense.MOST:
        yield _Wanted(RecordKind.LOWEST, GameResult.final, to_the_end, preset)
    yield _Wanted(RecordKind.MARGIN, GameResult.margin, games, preset)
    yield _Wanted(RecordKind.COMEBACK, GameResult.comeback, games, preset)


@cache
def _of_all() -> _RecordSearch:
    games, evenings = (GameResult.club_id == _CLUB,), (PlayerEvening.club_id == _CLUB,)
    return _search(
        (
            _Wanted(RecordKind.STREAK, GameResult.streak, games),
            _Wanted(RecordKind.WON_IN_EVENING, PlayerEvening.won, evenings),
            _Wanted(RecordKind.OUTS_IN_EVENING, PlayerEvening.outs, evenings),
            _Wanted(RecordKind.UNDERCUTS_IN_EVENING, PlayerEvening.undercuts, evenings),
        )
    )


def _then_by(rows: Any) -> list[Any]:
    if rows is PlayerEvening:
        return [rows.player_id]
    numbers = [rows.number] if rows is RoundResult else []
    return [started_at(rows), rows.game_id, *numbers, rows.seat]


def _busiest(club: Club) -> list[Record]:
    games = func.count().label("games")
    evenings = db.session.execute(
        select(GameRow.played_on, games)
        .where(GameRow.club_id == club.id, FINISHED)
        .group_by(GameRow.played_on)
        .order_by(games.desc(), GameRow.played_on)
        .limit(MOST_COUNTED + 1)
    ).all()
    most = [evening for evening in evenings if evening.games == evenings[0].games]
    first = [Holding(evening.played_on) for evening in most[:MOST_NAMED]]
    return [_record(RecordKind.BUSIEST, most[0].games, first, len(most))] if most else []


def _found(club: Club, search: _RecordSearch) -> list[Record]:
    best = db.session.execute(search.best, {"club": club.id}).one()
    rows = db.session.execute(search.holders, {"club": club.id, **best._mapping}).all()
    query = select(Player).where(
        Player.club_id == club.id, Player.id.in_({row.who for row in rows})
    )
    players = {player.id: player for player in db.session.scalars(query)}
    partners = _partners(rows)
    found = []
    for number, first in groupby(
        sorted(rows, key=attrgetter("wanted", "day")), key=attrgetter("wanted")
    ):
        named, wanted = list(first), search.wanted[number]
        if wanted.kind is RecordKind.LOWEST and named[0].sharing > MOST_WITH_LOWEST:
            continue
        holders = [
            Holding(
                row.day,
                players.get(row.who)
                if wanted.kind in _NO_SIDES
                else partners.get((row.game_id, row.side), players.get(row.who)),
                row.game_id or None,
                row.number or None,
            )
            for row in named
        ]
        record = _record(wanted.kind, best[number], holders, named[0].sharing)
        found.append(replace(record, preset=wanted.preset))
    return found


def _partners(rows: Sequence[Row[Any]]) -> dict[tuple[str, int], Partners]:
    query = (
        select(GameResult.game_id, GameResult.side, Player)
        .join(Player, Player.id == GameResult.player_id)
        .where(GameResult.game_id.in_({row.game_id for row in rows}))
        .order_by(GameResult.seat)
    )
    sides: dict[tuple[str, int], list[Player]] = {}
    for game_id, side, player in db.session.execute(query):
        sides.setdefault((game_id, side), []).append(player)
    return {
        key: Partners(proposed_name([player.name for player in people]), tuple(people))
        for key, people in sides.items()
        if len(people) > 1
    }


def _record(kind: RecordKind, value: int, first: list[Holding], sharing: int) -> Record:
    more = None if sharing > MOST_COUNTED else sharing - len(first)
    return Record(kind, value, first, more)
