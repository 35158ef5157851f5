"""A stored tournament as a value: its facts, the results of its games, its times.

Computed values are cached in memory by the state of the tournament, so that pages and polls share
them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session, joinedload

from scorekeeper.storage.database import db
from scorekeeper.storage.models import Club, Player, TournamentRow
from scorekeeper.storage.tokens import is_id
from scorekeeper.tournament.model import TIMES, Entrant, Round, Tournament
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.standings import Standing, standing
from scorekeeper.tournaments.building import TableTotals, build, results_of
from scorekeeper.tournaments.games import (
    GAMES_STATE,
    GameAtTable,
    Place,
    deals_of_games,
    games_at_tables,
)
from scorekeeper.tournaments.parts import (
    ROUND,
    TABLE,
    THE_SETUP,
    Document,
    Parts,
    entrants_of,
    read_parts,
)

AnyComputed = TypeVar("AnyComputed")


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimes:
    """The times when a round was drawn, shown to all, put on the clock, and closed.

    `None` means that this has not happened yet.
    """

    drawn: datetime
    shown: datetime | None = None
    clock: datetime | None = None
    closed: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTournament:
    """A tournament of the score book in one version.

    `tournament` has all its facts with the results of its games. `times` has the times of its
    rounds in order, `games` the games that have begun by round and table, and `people` the players
    of each entrant. Cached tournaments with equal facts and results share the values in `computed`.
    """

    id: str
    club_id: int
    version: int
    parts: Parts
    tournament: Tournament
    times: tuple[RoundTimes, ...]
    games: Mapping[Place, GameAtTable]
    people: Mapping[int, tuple[Player, ...]]
    computed: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def setup(self) -> Document:
        return self.parts[THE_SETUP]

    @property
    def latest(self) -> int:
        """The number of the last drawn round, 0 before the first."""
        return len(self.times)

    @property
    def shown(self) -> int:
        """The number of the latest round shown to all, 0 before the first."""
        return sum(times.shown is not None for times in self.times)

    @property
    def closed(self) -> int:
        """The number of closed rounds."""
        return sum(times.closed is not None for times in self.times)

    @property
    def results_changed(self) -> dict[Place, datetime]:
        """The time of the last change of each table's result, by round and table."""
        found = {place: game.changed for place, game in self.games.items()}
        for name, document in self.parts.items():
            if name.kind == TABLE and "at" in document:
                place, said = (name.round, name.number), datetime.fromisoformat(document["at"])
                found[place] = max(said, found.get(place, said))
        return found

    def round(self, number: int) -> Round:
        return self.tournament.rounds[number - 1]

    def standing(self, after: int) -> Standing:
        return self.once(after, lambda: standing(self.tournament, after))

    def once(self, what: Hashable, compute: Callable[[], AnyComputed]) -> AnyComputed:
        """Compute a value of this state only once.

        `what` is its key, which includes everything else that the value depends on.
        """
        if what not in self.computed:
            self.computed[what] = compute()
        found: AnyComputed = self.computed[what]
        return found

    def entrant(self, number: int) -> Entrant:
        return next(one for one in self.tournament.entrants if one.number == number)

    def title(self, *side: int) -> str:
        """The name of an entrant, or of the entrants on a side."""
        return " & ".join(self.entrant(number).title for number in side)


def check_goes_on(recorded: RecordedTournament) -> None:
    """Raise `Refusal` if the tournament has ended."""
    if recorded.setup.get("ended"):
        raise Refusal(message("This tournament is over."), "round")


def check_is_shown(recorded: RecordedTournament, round: int) -> None:
    """Raise `Refusal` if only organisers see the round."""
    if recorded.times[round - 1].shown is None:
        raise Refusal(message("Round {round} is not shown yet.", round=round), "round")


def check_is_open(recorded: RecordedTournament, round: int) -> None:
    """Raise `Refusal` if the round is closed."""
    if recorded.times[round - 1].closed is not None:
        text = message("Round {round} is closed. An organiser can open it again.", round=round)
        raise Refusal(text, "round")


def check_not_begun(recorded: RecordedTournament) -> None:
    """Raise `Refusal` if a table of the last round has begun."""
    begun = sorted(table for round, table in recorded.games if round == recorded.latest)
    if begun:
        text = message(
            "Table {table} has begun round {round}. Take its game back first.",
            table=begun[0],
            round=recorded.latest,
        )
        raise Refusal(text, "round")


def find_tournament(
    club: Club, tournament_id: str, *, with_leagues: bool = False
) -> TournamentRow | None:
    """The club's tournament with this id. Its leagues can be loaded in the same statement."""
    if not is_id(tournament_id):
        return None
    more = [joinedload(TournamentRow.leagues)] if with_leagues else []
    row = db.session.get(TournamentRow, tournament_id, options=more, populate_existing=True)
    return row if row is not None and row.club_id == club.id else None


def recorded_tournament(row: TournamentRow) -> RecordedTournament:
    """The tournament of a row, as of this transaction."""
    session = db.session()
    state = _state(session, row)
    kept = kept_tournaments().find(row.id)
    if kept is None or kept.state != state:
        kept = _read(session, row, state, kept)
        kept_tournaments().keep(row.id, kept)
    return replace(kept.recorded, people=_EntrantPlayers(session, kept.recorded.parts))


def _read(session: Session, row: TournamentRow, state: _State, kept: _Kept | None) -> _Kept:
    """Read a tournament. If only games in play have changed, return `kept` with these games."""
    has_facts = kept is not None and kept.state.facts == state.facts
    parts = kept.recorded.parts if kept and has_facts else read_parts(session, row)
    games = games_at_tables(session, row.id)
    results = results_of(parts, games)
    if kept and has_facts and kept.results == results:
        return _Kept(state, results, replace(kept.recorded, games=games))
    recorded = _recorded(session, row, parts, games, results)
    return _Kept(state, results, replace(recorded, people={}))


def make_recorded(
    session: Session, row: TournamentRow, parts: Parts | None = None
) -> RecordedTournament:
    """Read a tournament without the cache. `parts` replace the stored parts."""
    parts = read_parts(session, row) if parts is None else parts
    games = games_at_tables(session, row.id)
    return _recorded(session, row, parts, games, results_of(parts, games))


def _recorded(
    session: Session,
    row: TournamentRow,
    parts: Parts,
    games: Mapping[Place, GameAtTable],
    results: Mapping[Place, TableTotals],
) -> RecordedTournament:
    people = _EntrantPlayers(session, parts)
    names = {number: tuple(one.name for one in players) for number, players in people.items()}
    return RecordedTournament(
        id=row.id,
        club_id=row.club_id,
        version=row.version,
        parts=parts,
        tournament=build(row.id, parts, names, results, partial(deals_of_games, session)),
        times=tuple(_times(part) for name, part in parts.items() if name.kind == ROUND),
        games=games,
        people=people,
    )


class _EntrantPlayers(Mapping[int, tuple[Player, ...]]):
    """The players of each entrant, read on first use."""

    def __init__(self, session: Session, parts: Parts) -> None:
        self._session = session
        self._entered = {number: document["players"] for number, document in entrants_of(parts)}
        self._found: dict[int, Player] = {}

    def __getitem__(self, number: int) -> tuple[Player, ...]:
        entered = self._entered[number]
        if not self._found:
            wanted = {player for players in self._entered.values() for player in players}
            query = select(Player).where(Player.id.in_(wanted))
            self._found = {player.id: player.person for player in self._session.scalars(query)}
        return tuple(self._found[player] for player in entered)

    def __iter__(self) -> Iterator[int]:
        return iter(self._entered)

    def __len__(self) -> int:
        return len(self._entered)


def _times(document: Document) -> RoundTimes:
    return RoundTimes(
        **{key: datetime.fromisoformat(document[key]) for key in TIMES if document.get(key)}
    )


MOST_KEPT = 20_000
"""The most parts in the cache. The least recently used tournament is dropped first."""

EXTENSION = "scorekeeper_tournaments"
"""The key of the cache in `app.extensions`."""


class _State(NamedTuple):
    """Identifies the facts of a tournament, with the names of its players, and its games."""

    facts: tuple[int, datetime]
    games: tuple[Any, ...]


def _state(session: Session, row: TournamentRow) -> _State:
    games = session.execute(GAMES_STATE, {"tournament": row.id}).one()
    return _State((row.version, row.changed_at), tuple(games))


@dataclass(frozen=True, slots=True)
class _Kept:
    """A cached tournament in one state, with the results of its games in this state.

    It has no people, because they belong to the session of a request.
    """

    state: _State
    results: Mapping[Place, TableTotals]
    recorded: RecordedTournament

    @property
    def size(self) -> int:
        return len(self.recorded.parts)


class KeptTournaments:
    """A cache of tournaments by id, each in the state last seen."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def find(self, tournament_id: str) -> _Kept | None:
        with self._lock:
            kept = self._kept.get(tournament_id)
            if kept is not None:
                self._kept.move_to_end(tournament_id)
            return kept

    def keep(self, tournament_id: str, kept: _Kept) -> None:
        with self._lock:
            before = self._kept.pop(tournament_id, None)
            self._kept[tournament_id] = kept
            self._size += kept.size - (before.size if before else 0)
            while self._size > MOST_KEPT and len(self._kept) > 1:
                self._size -= self._kept.popitem(last=False)[1].size


def kept_tournaments() -> KeptTournaments:
    """The cache of this process."""
    kept: KeptTournaments = current_app.extensions.setdefault(EXTENSION, KeptTournaments())
    return kept
