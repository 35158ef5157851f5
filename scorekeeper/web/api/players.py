"""The players of a club: all of them, one with all figures, and two compared."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

from flask import Response, abort
from flask_babel import gettext as _

from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answers import PointsByName
from scorekeeper.statistics.duels import DuelSide
from scorekeeper.statistics.fairness import Odds
from scorekeeper.statistics.leaderboard import leaderboard
from scorekeeper.statistics.players import find_person, months_played
from scorekeeper.statistics.totals import Span
from scorekeeper.storage.models import GameResult, Player
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.web.api.answering import answered
from scorekeeper.web.api.figures import (
    SPAN,
    Figure,
    Person,
    WonGames,
    counted,
    person,
    shown,
    shown_figure,
    span_asked,
    won_games,
    written_day,
)
from scorekeeper.web.api.operations import Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import problem
from scorekeeper.web.shell.requests import OTHER_PATH, PLAYER_PATH
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.figures import few_words, game_name
from scorekeeper.web.subjects.head_to_head import HeadToHead, compared
from scorekeeper.web.subjects.players import PlayerSummary

_ID = {"type": "integer", "minimum": 0, "maximum": 2_147_483_647}
PLAYER_ID = Parameter("player_id", "The id of a player, as `players` lists it.", _ID)
OTHER_ID = Parameter("other_id", "The id of another player.", _ID)


@dataclass(slots=True, kw_only=True)
class ListedPlayer(Person):
    """A player with the number of games that count, how many were won, and the last game’s day."""

    games: int
    won: int
    last_played: str | None = described("The date of the last game.", format="date")


@dataclass(slots=True, kw_only=True)
class Players(Answer):
    """All players by name, including archived ones."""

    players: tuple[ListedPlayer, ...]


@dataclass(slots=True, kw_only=True)
class InGame(Answer):
    """A player’s games of one kind, with their figures."""

    variant: str
    name: str
    wins: WonGames
    figures: tuple[Figure, ...]
    counted: PointsByName


@dataclass(slots=True, kw_only=True)
class SaidPlayerSummary(Answer):
    """A sentence that enough games support, its number, and the figures behind it.

    `name` is the kind of game that the sentence is about. It is missing if the sentence is about
    all games, or if the player plays only one kind.
    """

    number: str
    words: str
    figures: tuple[Figure, ...]
    name: str | None = None


@dataclass(slots=True, kw_only=True)
class LastGame(Answer):
    """One of a player’s last games."""

    id: str
    variant: str
    name: str
    date: str = described("The date on which it was played.", format="date")
    won: bool


@dataclass(slots=True, kw_only=True)
class Rival(Answer):
    """The number of games that a player finished before another player, and after them."""

    player: Person
    ahead: int
    behind: int
    beyond_luck: bool = described(
        "True if the difference is hardly luck, judged for this pair only."
    )


@dataclass(slots=True, kw_only=True)
class WholePlayer(Person):
    """A player, with the figures of the games that are counted.

    `counted` has the same counters as the workbook that a club can export.
    """

    also_played_as: tuple[str, ...]
    since: str | None = described(
        "The first day of the month of the player’s first game.", format="date"
    )
    wins: WonGames
    figures: tuple[Figure, ...]
    counted: PointsByName
    games: tuple[InGame, ...] = described("Figures by kind of game, most games first.")
    said: tuple[SaidPlayerSummary, ...]
    last_games: tuple[LastGame, ...] = described("The player’s last games, the latest first.")
    streak: int = described(
        "The current run of wins. A negative number counts games without a win."
    )
    longest_streak: int
    against: tuple[Rival, ...] = described("All players whom this player met, most games first.")


@dataclass(slots=True, kw_only=True)
class OneOfTwo(Answer):
    """One of two players in the games that both played."""

    player: Person
    ahead: int = described("The number of games in which this player finished before the other.")
    won: int
    counted: PointsByName


@dataclass(slots=True, kw_only=True)
class BesideEachOther(Answer):
    """A figure of both players, null for a player without this figure."""

    label: str
    one: Figure | None = described("The figure of the first player.")
    other: Figure | None = described("The figure of the second player.")


@dataclass(slots=True, kw_only=True)
class Lead(Answer):
    """The first player’s lead in games after an evening or a month, negative if behind."""

    date: str = described("The date of the evening, or the first day of the month.", format="date")
    games: int


@dataclass(slots=True, kw_only=True)
class TwoPlayers(Answer):
    """Two players head to head."""

    games: int
    level: int = described("The number of games in which both finished level.")
    one: OneOfTwo
    other: OneOfTwo
    beyond_luck: bool = described("True if one player is ahead, and hardly by luck.")
    words: str | None = described(
        "A sentence: who is ahead, or that there are too few games to judge."
    )
    knocks: str | None = described("A sentence that tests the claim “You never knock”.")
    figures: tuple[BesideEachOther, ...]
    leads: tuple[Lead, ...]


@operation("GET", "/players", "players", role=WATCHER, answers=(Players,))
def players() -> Response:
    """All players of the club, by name."""
    entries = leaderboard(current_club(), Span())
    listed = tuple(
        ListedPlayer(
            **_person(entry.player),
            games=entry.wins.games,
            won=entry.wins.won,
            last_played=written_day(entry.last_played),
        )
        for entry in sorted(entries, key=lambda entry: alphabetical(entry.player.name))
    )
    return answered(Players(players=listed))


@operation(
    "GET",
    f"/players/{PLAYER_PATH}",
    "players",
    role=WATCHER,
    answers=(WholePlayer,),
    parameters=(PLAYER_ID, *SPAN),
)
def player(player_id: int) -> Response:
    """A player with all statistics. The id of a merged player leads to the remaining one."""
    found, span = _person_of(player_id), span_asked()
    summary = PlayerSummary(current_club(), found, span, months_played(found.id))
    return answered(_whole(found, summary))


@operation(
    "GET",
    f"/players/{PLAYER_PATH}/against/{OTHER_PATH}",
    "players",
    role=WATCHER,
    answers=(TwoPlayers,),
    parameters=(PLAYER_ID, OTHER_ID, *SPAN),
)
def against(player_id: int, other_id: int) -> Response:
    """Two players compared, in the games that both played."""
    one, other, span = _person_of(player_id), _person_of(other_id), span_asked()
    if one.id == other.id:
        abort(problem(404, _("These two are one person.")))
    return answered(_two(one, other, compared(one, other, span)))


def _person_of(player_id: int) -> Player:
    found = find_person(current_club(), player_id)
    return found or abort(problem(404, _("Nobody in the club has this number.")))


def _person(player: Player) -> dict[str, Any]:
    found = person(player)
    return {field.name: getattr(found, field.name) for field in fields(found)}


def _whole(player: Player, found: PlayerSummary) -> WholePlayer:
    return WholePlayer(
        **_person(player),
        also_played_as=tuple(other.name for other in found.merged),
        since=written_day(found.since),
        wins=won_games(found.totals.wins),
        figures=shown(found.figures),
        counted=counted(found.totals),
        games=tuple(
            InGame(
                variant=of_variant.variant,
                name=game_name(of_variant.variant),
                wins=won_games(of_variant.totals.wins),
                figures=shown(of_variant.figures),
                counted=counted(of_variant.totals),
            )
            for of_variant in found.games
        ),
        said=tuple(
            SaidPlayerSummary(
                number=insight.number,
                words=insight.words,
                figures=shown(insight.figures),
                name=insight.game or None,
            )
            for insight in found.insights
        ),
        last_games=tuple(map(_last_game, found.recent)),
        streak=found.streak,
        longest_streak=found.longest,
        against=tuple(_rival(rival, odds) for rival, odds in found.rivals),
    )


def _last_game(result: GameResult) -> LastGame:
    return LastGame(
        id=result.game_id,
        variant=result.variant,
        name=game_name(result.variant),
        date=result.played_on.isoformat(),
        won=bool(result.won),
    )


def _rival(rival: Player, odds: Odds) -> Rival:
    return Rival(
        player=person(rival),
        ahead=odds.ahead,
        behind=odds.behind,
        beyond_luck=odds.is_beyond_luck(),
    )


def _two(one: Player, other: Player, found: HeadToHead) -> TwoPlayers:
    return TwoPlayers(
        games=found.games,
        level=found.mine.level,
        one=_one_of_two(one, found.mine),
        other=_one_of_two(other, found.theirs),
        beyond_luck=found.odds.is_beyond_luck(),
        words=few_words(found.mine.totals.wins) or found.verdict or None,
        knocks=found.never or None,
        figures=tuple(
            BesideEachOther(
                label=pair.words,
                one=None if pair.mine is None else shown_figure(pair.mine),
                other=None if pair.theirs is None else shown_figure(pair.theirs),
            )
            for pair in found.pairs
        ),
        leads=tuple(Lead(date=lead.day.isoformat(), games=lead.games) for lead in found.leads),
    )


def _one_of_two(player: Player, side: DuelSide) -> OneOfTwo:
    return OneOfTwo(
        player=person(player),
        ahead=side.ahead,
        won=side.totals.won,
        counted=counted(side.totals),
    )
