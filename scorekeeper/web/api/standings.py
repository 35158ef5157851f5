"""The leaderboard and the records of a club."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, request

from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.leaderboard import LeaderboardEntry, LeaderboardOrder
from scorekeeper.statistics.leaderboard import leaderboard as in_order
from scorekeeper.statistics.records import RecordKind
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import people_in
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.figures import (
    GAME,
    SPAN,
    Person,
    WonGames,
    game_asked,
    person,
    span_asked,
    won_games,
    written_day,
)
from scorekeeper.web.api.operations import Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.leaderboard import dealer_words, missing_words
from scorekeeper.web.subjects.records import ShownHolder, ShownRecord, shown_records

ORDERS = [order.value for order in LeaderboardOrder if order]
ORDER = Parameter(
    "order",
    "Sort by `rating`, which needs a `game`, or by the date of the `latest` game. Without it, "
    "players are sorted by wins.",
    {"enum": ORDERS},
)


@dataclass(slots=True, kw_only=True)
class Ranked(Answer):
    """A player on the leaderboard. `few` is set until they have enough games for a place.

    Until then, their place and the numbers that compare players are null. With `order=latest`, all
    places are null.
    """

    player: Person
    place: int | None = described(
        "The place. Equal players share it. Null with too few games, and with `order=latest`."
    )
    games: int
    won: int
    shared: int = described("The number of shared wins among `won`.")
    wins: WonGames | None = described("The wins compared with par. Null with too few games.")
    rating: int | None = described(
        "The rating in this kind of game. Null with too few games, and without a `game`."
    )
    last_played: str | None = described(
        "The date of the last game, of any kind and in any year.", format="date"
    )
    few: str | None = described("A sentence with the number of games still needed, else null.")


@dataclass(slots=True, kw_only=True)
class Leaderboard(Answer):
    """The players in order. By wins or rating, players with too few games come last."""

    players: tuple[Ranked, ...]
    dealer: str | None = described(
        "A sentence if dealers of this `game` win more or fewer rounds than par, and luck hardly "
        "explains it. Else null."
    )


@dataclass(slots=True, kw_only=True)
class RecordHolder(Answer):
    """The holder of a record, and when they set it: in a round, in a game, or on an evening."""

    player: Person | None = described("The first of `players`. Null for a record of all players.")
    players: tuple[Person, ...] = described("The player, or all players of the side.")
    date: str = described("The date of the record.", format="date")
    game: str | None = described("The id of the game, for a record of a round or game.")
    round: int | None = described("The number of the round, for a record of a round.")
    page: str = described("The address of the page behind the record, for members.", format="uri")


@dataclass(slots=True, kw_only=True)
class ToldRecord(Answer):
    """A record with its first holders.

    `more` is the number of other holders, null if they are too many to count.
    """

    kind: RecordKind
    words: str = described("The name of the record.")
    value: int
    text: str = described("The value as on the pages.")
    holders: tuple[RecordHolder, ...]
    more: int | None


@dataclass(slots=True, kw_only=True)
class RecordsOfPreset(Answer):
    """Records of games with one preset, or of all games if `preset` is empty."""

    preset: str
    name: str
    records: tuple[ToldRecord, ...]


@dataclass(slots=True, kw_only=True)
class Records(Answer):
    """The records of a club, over all games or in one kind of game."""

    groups: tuple[RecordsOfPreset, ...]


@operation(
    "GET",
    "/leaderboard",
    "standings",
    role=WATCHER,
    answers=(Leaderboard,),
    parameters=(*SPAN, ORDER),
)
def leaderboard() -> Response:
    """The players in order: by wins, by rating in one kind of game, or by last game."""
    club, span = current_club(), span_asked()
    entries = in_order(club, span, _order_asked(span))
    dealer = dealer_words(club, span) or None
    return answered(Leaderboard(players=tuple(map(_ranked, entries)), dealer=dealer))


def _order_asked(span: Span) -> LeaderboardOrder:
    order = request.args.get("order", LeaderboardOrder.WINS.value)
    if order == LeaderboardOrder.RATING and not span.variant:
        raise RuleError(message("Each kind of game has its own ratings: choose one."), "order")
    return LeaderboardOrder(order)


def _ranked(entry: LeaderboardEntry) -> Ranked:
    few = missing_words(entry)
    return Ranked(
        player=person(entry.player),
        place=entry.place,
        games=entry.wins.games,
        won=entry.wins.won,
        shared=entry.shared,
        wins=None if few else won_games(entry.wins),
        rating=None if few else entry.rating,
        last_played=written_day(entry.last_played),
        few=few or None,
    )


@operation("GET", "/records", "standings", role=WATCHER, answers=(Records,), parameters=(GAME,))
def records() -> Response:
    """The records of all games, or of one kind. Points are compared only within a preset."""
    found = shown_records(current_club(), game_asked())
    groups = tuple(
        RecordsOfPreset(
            preset=group.preset, name=group.name, records=tuple(map(_record, group.records))
        )
        for group in found
    )
    return answered(Records(groups=groups))


def _record(shown: ShownRecord) -> ToldRecord:
    return ToldRecord(
        kind=shown.of.kind,
        words=shown.words,
        value=shown.of.value,
        text=shown.value,
        holders=tuple(map(_holder, shown.holders)),
        more=shown.more,
    )


def _holder(shown: ShownHolder) -> RecordHolder:
    people = people_in(shown.player) if shown.player else ()
    return RecordHolder(
        player=person(people[0]) if people else None,
        players=tuple(map(person, people)),
        date=shown.of.day.isoformat(),
        game=shown.of.game_id,
        round=shown.of.number,
        page=address_to_send().base + shown.address,
    )
