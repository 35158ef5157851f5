"""A tournament as it is stored, as a value: its facts, the results of its games, its times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.storage.database import db
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import Club, GameRow, Player, TableGame, TournamentRow
from scorekeeper.storage.tokens import is_id
from scorekeeper.tournament.document import read_setup
from scorekeeper.tournament.model import (
    Adjustment,
    Confirmed,
    Entrant,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import Deal, Deals
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments.parts import (
    ADJUSTMENT,
    ROUND,
    TABLE,
    THE_SETUP,
    Document,
    Parts,
    entrants_of,
    read_parts,
    table_part,
)
from scorekeeper.tournaments.setup import fewest_win


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTimes:
    """When a round was drawn, shown to all, when its clock was started, and when it was closed."""

    drawn: datetime
    shown: datetime | None = None
    clock: datetime | None = None
    closed: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAtTable:
    """What a tournament knows of a game: its state, and the rounds it has."""

    id: str
    status: str
    played: int
    totals: tuple[int, ...]
    is_imported: bool
    changed: datetime

    @property
    def is_over(self) -> bool:
        return self.status != "playing"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedTournament:
    """A tournament of the score book, of one version.

    `tournament` has all its facts with the results of its games. `times` are those of its rounds in
    order. `games` are those begun, by round and table. `people` are the players of each entrant.
    """

    id: str
    club_id: int
    version: int
    parts: Parts
    tournament: Tournament
    times: tuple[RoundTimes, ...]
    games: Mapping[tuple[int, int], GameAtTable]
    people: Mapping[int, tuple[Player, ...]]

    @property
    def setup(self) -> Document:
        """What is agreed for all rounds, as it is stored."""
        return self.parts[THE_SETUP]

    @property
    def latest(self) -> int:
        """The number of the round drawn last, 0 before the first."""
        return len(self.times)

    @property
    def shown(self) -> int:
        """The number of the latest round that all may see, 0 before the first."""
        return sum(times.shown is not None for times in self.times)

    @property
    def closed(self) -> int:
        """The number of rounds that are closed."""
        return sum(times.closed is not None for times in self.times)

    @property
    def results_changed(self) -> dict[tuple[int, int], datetime]:
        """When the result of each table was changed last, by round and table."""
        found = {place: game.changed for place, game in self.games.items()}
        for name, document in self.parts.items():
            if name.kind == TABLE and "at" in document:
                place, said = (name.round, name.number), datetime.fromisoformat(document["at"])
                found[place] = max(said, found.get(place, said))
        return found

    def round(self, number: int) -> Round:
        return self.tournament.rounds[number - 1]

    def entrant(self, number: int) -> Entrant:
        return next(one for one in self.tournament.entrants if one.number == number)

    def title(self, number: int) -> str:
        """What an entrant is called."""
        return self.entrant(number).title


def check_is_shown(recorded: RecordedTournament, round: int) -> None:
    """Refuse a round that only its organisers see. Raises `Refusal`."""
    if recorded.times[round - 1].shown is None:
        raise Refusal(message("Round {round} is not shown yet.", round=round), "round")


def check_is_open(recorded: RecordedTournament, round: int) -> None:
    """Refuse a round that is closed. Raises `Refusal`."""
    if recorded.times[round - 1].closed is not None:
        text = message("Round {round} is closed. An organiser can open it again.", round=round)
        raise Refusal(text, "round")


def check_not_begun(recorded: RecordedTournament) -> None:
    """Refuse if a table of the last round has begun. Raises `Refusal`."""
    begun = sorted(table for round, table in recorded.games if round == recorded.latest)
    if begun:
        text = message(
            "Table {table} has begun round {round}. Take its game back first.",
            table=begun[0],
            round=recorded.latest,
        )
        raise Refusal(text, "round")


def find_tournament(club: Club, tournament_id: str) -> TournamentRow | None:
    """The tournament of this id in this club."""
    if not is_id(tournament_id):
        return None
    row = db.session.get(TournamentRow, tournament_id, populate_existing=True)
    return row if row is not None and row.club_id == club.id else None


def recorded_tournament(row: TournamentRow) -> RecordedTournament:
    """The tournament of a row, as this transaction sees it."""
    session = db.session()
    return make_recorded(session, row, read_parts(session, row))


def make_recorded(session: Session, row: TournamentRow, parts: Parts) -> RecordedTournament:
    """The tournament with these parts, whose players are looked up."""
    people = _people(session, parts)
    games = {
        (at.round, at.table): game
        for at, game in session.execute(
            select(TableGame, GameRow)
            .join(GameRow, GameRow.id == TableGame.game_id)
            .where(TableGame.tournament_id == row.id, GameRow.deleted_at.is_(None))
        ).all()
    }
    setup = read_setup({"format": 1, **_of_document(parts[THE_SETUP])})
    # Only points by deals need more of a game than its row.
    deals = _deals if isinstance(setup.points, Deals) else lambda _row: ()
    entrants = tuple(
        _entrant(number, document, people[number]) for number, document in entrants_of(parts)
    )
    rounds = [(name, document) for name, document in parts.items() if name.kind == ROUND]
    tournament = Tournament(
        **{key: getattr(setup, key) for key in _SETTINGS},
        id=row.id,
        fewest_win=fewest_win(parts[THE_SETUP]["game"]),
        entrants=entrants,
        lots=tuple(parts[THE_SETUP].get("lots", ())),
        rounds=tuple(
            Round(
                number=name.round,
                movement=document["movement"],
                again=document["again"],
                step=document["step"],
                since=document["since"],
                lives=document["lives"],
                order=tuple(document["order"]),
                out=tuple(document["out"]),
                tables=tuple(
                    _table(
                        table,
                        parts.get(table_part(name.round, table["number"]), {}),
                        games.get((name.round, table["number"])),
                        deals,
                    )
                    for table in document["tables"]
                ),
            )
            for name, document in rounds
        ),
        adjustments=tuple(
            Adjustment(**{key: document[key] for key in _ADJUSTED})
            for name, document in parts.items()
            if name.kind == ADJUSTMENT
        ),
    )
    return RecordedTournament(
        id=row.id,
        club_id=row.club_id,
        version=row.version,
        parts=parts,
        tournament=tournament,
        times=tuple(_times(document) for _name, document in rounds),
        games={place: _game_at_table(game) for place, game in games.items()},
        people=people,
    )


_SETTINGS = (
    *("name", "date", "place", "play", "seats", "game", "points", "breaks"),
    *("bye", "forfeit_win", "forfeit_loss"),
)
_ADJUSTED = ("entrant", "round", "points", "score", "note")
_NOT_OF_DOCUMENT = ("planned", "minutes", "at_the_clock", "ended", "lots")


def _of_document(setup: Document) -> dict[str, Any]:
    """The setup without what the tournament document does not have."""
    return {key: value for key, value in setup.items() if key not in _NOT_OF_DOCUMENT}


def _people(session: Session, parts: Parts) -> dict[int, tuple[Player, ...]]:
    entered = {number: document["players"] for number, document in entrants_of(parts)}
    wanted = [player for players in entered.values() for player in players]
    found = {
        player.id: player.person
        for player in session.scalars(select(Player).where(Player.id.in_(wanted)))
    }
    return {
        number: tuple(found[player] for player in players) for number, players in entered.items()
    }


def _entrant(number: int, document: Document, people: tuple[Player, ...]) -> Entrant:
    return Entrant(
        number=number,
        players=tuple(person.name for person in people),
        name=document.get("name", ""),
        team=document.get("team", ""),
        line=document.get("line", ""),
        start=document.get("start", 0),
        seed=document.get("seed"),
        first=document.get("from", 1),
        last=document.get("until"),
    )


def _table(table: Document, document: Document, game: GameRow | None, deals: Any) -> Table:
    confirmed = document.get("confirmed")
    totals = None
    if game is not None and (game.status != "playing" or _gave_up_in_mid_game(document, game)):
        totals = tuple(game.totals)
    if document.get("void"):
        totals = None
    if confirmed is not None and confirmed["totals"] != list(totals or ()):
        confirmed = None
    return Table(
        number=table["number"],
        sides=tuple(tuple(side) for side in table["sides"]),
        totals=totals,
        deals=deals(game) if totals is not None else (),
        forfeit=document.get("forfeit"),
        void=document.get("void", False),
        goes_on=document.get("goes_on"),
        game=game.id if game is not None else "",
        confirmed=Confirmed(by=confirmed["by"], at=confirmed["at"]) if confirmed else None,
    )


def _gave_up_in_mid_game(document: Document, game: GameRow) -> bool:
    return document.get("forfeit") is not None and game.played > 0


def _deals(row: GameRow) -> tuple[Deal, ...]:
    """The rounds of a game, as points by deals need them."""
    sheet = sheet_of(row)
    return tuple(
        Deal(
            ending=entry.round.ending,
            by=entry.ruling.winners[0] if entry.ruling.winners else None,
            left=tuple(entry.ruling.deadwood.get(seat) for seat in sheet.game.sides),
        )
        for entry in sheet.rounds
    )


def _game_at_table(row: GameRow) -> GameAtTable:
    return GameAtTable(
        id=row.id,
        status=row.status,
        played=row.played,
        totals=tuple(row.totals),
        is_imported=row.imported is not None,
        changed=row.changed_at,
    )


def _times(document: Document) -> RoundTimes:
    return RoundTimes(
        **{
            key: datetime.fromisoformat(document[key])
            for key in ("drawn", "shown", "clock", "closed")
            if document.get(key)
        }
    )
