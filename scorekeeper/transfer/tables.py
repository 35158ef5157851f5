"""The tables of a club’s games: the meaning of their rows, and their columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cached_property

from scorekeeper.rummy.cards import print_cards
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.game.entries import BetweenOnSheet, RoundOnSheet
from scorekeeper.rummy.hand import Count, Declared, Hand, Parts, Unmatched, Whole
from scorekeeper.rummy.messages import SEATS, Seat
from scorekeeper.rummy.ruling import points_of
from scorekeeper.rummy.sides import by_side, members, side_of, sides_of
from scorekeeper.statistics.results import is_counted
from scorekeeper.storage.mapping import RecordedEntry
from scorekeeper.transfer.club_games import ClubGame
from scorekeeper.transfer.table_files import ExportTable, TableColumn, Value


@dataclass(frozen=True, slots=True)
class GameLine:
    """A row of a table about a game."""

    game: ClubGame
    zone: tzinfo


@dataclass(frozen=True, slots=True)
class EntryLine(GameLine):
    """A row of a table about an entry of a sheet."""

    entry: RecordedEntry


@dataclass(frozen=True)
class RoundLine(EntryLine):
    """A row of the table of rounds."""

    judged: RoundOnSheet

    @cached_property
    def points(self) -> tuple[int, ...]:
        """The points by side, without adjustments."""
        return self.judged.ruling.earned(len(self.game.sheet.game.sides))

    @cached_property
    def adjusted(self) -> tuple[int, ...]:
        """The points that adjustments added or subtracted in the round, by side."""
        return points_of(self.judged.ruling.adjustments, len(self.game.sheet.game.sides))


@dataclass(frozen=True, slots=True)
class HandLine(GameLine):
    """A row of the table of hands: one hand in one round, of a player or a side."""

    round: RoundLine
    seat: Seat

    @property
    def side(self) -> Seat:
        """The player's side. Its points count in full for each of its players."""
        return side_of(members(self.seat)[0], self.round.judged.before)


@dataclass(frozen=True, slots=True)
class BetweenLine(EntryLine):
    """A row of the table of events between rounds: an entry's part about one player."""

    judged: BetweenOnSheet
    seat: Seat
    after: int


@dataclass(frozen=True, slots=True)
class ResultLine(GameLine):
    """A row of the table of results: one player's result in one game."""

    seat: Seat

    @property
    def side(self) -> Seat:
        return side_of(self.seat, sides_of(self.game.players))


def _between_lines(game: ClubGame, zone: tzinfo) -> Iterator[BetweenLine]:
    after = 0
    for entry, judged in zip(game.recorded.entries, game.sheet.entries, strict=True):
        if isinstance(judged, RoundOnSheet):
            after = judged.number
            continue
        for seat in judged.between.seats:
            yield BetweenLine(game, zone, entry, judged, seat, after)


def _round_lines(game: ClubGame, zone: tzinfo) -> Iterator[RoundLine]:
    for entry, judged in zip(game.recorded.entries, game.sheet.entries, strict=True):
        if isinstance(judged, RoundOnSheet):
            yield RoundLine(game, zone, entry, judged)


def _hand_lines(game: ClubGame, zone: tzinfo) -> Iterator[HandLine]:
    for line in _round_lines(game, zone):
        for seat in game.sheet.game.variant.hands_of(line.judged.before):
            yield HandLine(game, zone, line, seat)


def _result_lines(game: ClubGame, zone: tzinfo) -> list[ResultLine]:
    seats = SEATS[: len(game.players)] if is_counted(game.row) else ()
    return [ResultLine(game, zone, seat) for seat in seats]


def _local(moment: datetime, zone: tzinfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None, microsecond=0)


def _by(entry: RecordedEntry) -> str | None:
    return (program_of(entry.by) or entry.by) if entry.by else None


def _name(game: ClubGame, seat: int | None) -> str | None:
    return None if seat is None else game.players[seat]


def _names(game: ClubGame, seats: Sequence[int]) -> str:
    names = by_side(game.players)
    return ", ".join(names[seat] for seat in seats)


def _totals(line: GameLine) -> str:
    players = zip(by_side(line.game.players), line.game.row.totals, strict=True)
    return ", ".join(f"{name} {total}" for name, total in players)


def _cards(line: HandLine) -> Value:
    hand = line.round.judged.round.hand(line.seat)
    return None if hand is None else _written(hand)


def _written(hand: Hand) -> str | int:
    match hand:
        case Count(points):
            return points
        case Declared(melds, unmatched):
            return " / ".join(map(print_cards, [*melds, unmatched]))
        case Parts(left, shown=shown) if shown is not None:
            groups = [shown.points] if isinstance(shown, Count) else map(print_cards, shown)
            return " / ".join(map(str, [*groups, "" if left is None else _written(left)]))
        case Parts(left, opened):
            cards = "" if left is None else _written(left)
            return cards if opened else f"! {cards}".rstrip()
        case Unmatched() | Whole():
            return print_cards(hand.cards)


def _deadwood(line: HandLine) -> int | None:
    laid = line.round.judged.ruling.laid.get(line.seat)
    return laid.deadwood if laid else None


def _upcard(line: RoundLine) -> str | None:
    upcard = line.judged.round.upcard
    return None if upcard is None else str(upcard)


_GAME: tuple[TableColumn[GameLine], ...] = (
    TableColumn("game", "the id of the game", lambda line: line.game.row.id),
    TableColumn("date", "of the evening", lambda line: line.game.row.played_on),
    TableColumn("kind", "the key of the game", lambda line: line.game.row.variant),
)

_DETAILS: tuple[TableColumn[GameLine], ...] = (
    TableColumn("preset", "", lambda line: line.game.row.preset),
    TableColumn("place", "", lambda line: line.game.row.place),
    TableColumn("note", "", lambda line: line.game.row.note),
)

_ENTERED: tuple[TableColumn[EntryLine], ...] = (
    TableColumn("entered", "the time of recording", lambda line: _local(line.entry.at, line.zone)),
    TableColumn("entered_by", "the player or program, if known", lambda line: _by(line.entry)),
)

GAMES: tuple[TableColumn[GameLine], ...] = (
    TableColumn("game", "the id, as in the address of its page", lambda line: line.game.row.id),
    TableColumn("date", "of the evening", lambda line: line.game.row.played_on),
    TableColumn("started", "", lambda line: _local(line.game.row.created_at, line.zone)),
    TableColumn("kind", "the key of the game", lambda line: line.game.row.variant),
    *_DETAILS,
    TableColumn("players", "in the order of play", lambda line: ", ".join(line.game.players)),
    TableColumn("rounds", "the number of rounds", lambda line: line.game.row.played),
    TableColumn("status", "`playing`, `over`, `called`", lambda line: line.game.row.status),
    TableColumn(
        "imported",
        "`1` if only totals are known",
        lambda line: int(line.game.row.imported is not None),
    ),
    TableColumn(
        "winners",
        "",
        lambda line: _names(line.game, line.game.row.winners),
    ),
    TableColumn("totals", "with bonuses", _totals),
    TableColumn(
        "deleted",
        "the time of deletion, if any",
        lambda line: line.game.row.deleted_at and _local(line.game.row.deleted_at, line.zone),
    ),
)

ROUNDS: tuple[TableColumn[RoundLine], ...] = (
    *_GAME,
    TableColumn("round", "the number of the round", lambda line: line.judged.number),
    TableColumn("ending", "as in a document", lambda line: line.judged.round.ending),
    TableColumn(
        "by", "the player who ended the round", lambda line: _name(line.game, line.judged.round.by)
    ),
    TableColumn("dealer", "", lambda line: _name(line.game, line.judged.dealer)),
    TableColumn("upcard", "in Oklahoma Gin", _upcard),
    TableColumn("winners", "", lambda line: _names(line.game, line.judged.ruling.winners)),
    TableColumn("note", "", lambda line: line.judged.round.note),
    *_ENTERED,
)

HANDS: tuple[TableColumn[HandLine], ...] = (
    *_GAME,
    TableColumn("round", "the number of the round", lambda line: line.round.judged.number),
    TableColumn("player", "", lambda line: _name(line.game, line.seat)),
    TableColumn(
        "hand",
        "as entered: cards or a count, with melds before `/`, and `!` if the player never opened",
        _cards,
    ),
    TableColumn("deadwood", "after lay-offs", _deadwood),
    TableColumn(
        "won",
        "`1` or `0`",
        lambda line: int(line.side in line.round.judged.ruling.winners),
    ),
    TableColumn(
        "points",
        "of the round, without adjustments; in Hollywood Gin they count in one to three columns",
        lambda line: line.round.points[line.side],
    ),
    TableColumn(
        "adjusted",
        "adjustments: points that the players decided to give or take",
        lambda line: line.round.adjusted[line.side],
    ),
    TableColumn(
        "total",
        "after the round; in Hollywood Gin the sum of all columns",
        lambda line: line.round.judged.totals[line.side],
    ),
)

BETWEEN: tuple[TableColumn[BetweenLine], ...] = (
    *_GAME,
    TableColumn("after", "the previous round, `0` at the start", lambda line: line.after),
    TableColumn(
        "what",
        "`adjust`, `leaves`, `joins` or `rejoins`",
        lambda line: line.judged.between.kind,
    ),
    TableColumn("player", "", lambda line: _name(line.game, line.seat)),
    TableColumn("points", "the points of this entry", lambda line: line.judged.points()[line.seat]),
    TableColumn("total", "after the entry", lambda line: line.judged.totals[line.seat]),
    TableColumn("note", "", lambda line: line.judged.between.note),
    *_ENTERED,
)


RESULTS: tuple[TableColumn[ResultLine], ...] = (
    *_GAME,
    *_DETAILS,
    TableColumn("player", "", lambda line: _name(line.game, line.seat)),
    TableColumn(
        "side",
        "in partnership games",
        lambda line: _name(line.game, line.side) if line.game.row.sides else None,
    ),
    TableColumn("points", "the total, with bonuses", lambda line: line.game.row.totals[line.side]),
    TableColumn(
        "won",
        "`1` or `0`",
        lambda line: int(line.side in line.game.row.winners),
    ),
)


TABLES = (
    ExportTable("results.csv", "A player in a game that is over.", RESULTS, _result_lines),
    ExportTable("games.csv", "A game.", GAMES, lambda game, zone: [GameLine(game, zone)]),
    ExportTable("rounds.csv", "A round.", ROUNDS, _round_lines, ("sheet",)),
    ExportTable(
        "hands.csv",
        "A player in a round.",
        HANDS,
        _hand_lines,
        ("sheet",),
    ),
    ExportTable(
        "between.csv",
        "A player who left, joined, came back or got points between two rounds.",
        BETWEEN,
        _between_lines,
        ("sheet",),
    ),
)
