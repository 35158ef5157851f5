"""Counts a score book again in plain Python, from the answers to its game documents.

It shares nothing with the package `scorekeeper.statistics`, whose tables and pages it checks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import permutations
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import select

from scorekeeper.rummy import score
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.storage.database import db
from scorekeeper.storage.mapping import read_recorded_game
from scorekeeper.storage.models import GameRow, Player

Line = dict[str, Any]
"""What is counted, by the names of the columns in the database."""

WITHOUT_A_KNOCK = ("gin", "rum", "out")
"""What a knock with nothing left is called in the tags of a round."""


@dataclass(frozen=True)
class Played:
    """A finished game: its document with its answer, when it was played, and who sat where."""

    id: str
    club_id: int
    variant: str
    played_on: date
    started_at: datetime
    persons: tuple[int, ...]
    called: bool
    answer: dict[str, Any]
    totals: list[dict[str, int]]
    """The totals by name, at the start and after each round."""

    @property
    def fewest_win(self) -> bool:
        """Whether the lowest total wins."""
        always = self.variant in ("three-thirteen", "contract", "rami")
        rules = self.answer["rules"]
        return always or rules.get("scoring") == "penalty" or rules.get("form") == "pool"


def finished_games() -> list[Played]:
    """The games of the book that count, in the order of play.

    They have a round, are over or called, and are not deleted.
    """
    same_as = {player.id: player.same_as_id for player in db.session.scalars(select(Player))}
    games = [
        _played(row, same_as)
        for row in db.session.scalars(select(GameRow).where(GameRow.deleted_at.is_(None)))
    ]
    finished = [game for game in games if game.answer["over"] and game.answer["rounds"]]
    return sorted(finished, key=lambda game: (game.played_on, game.started_at, game.id))


def _played(row: GameRow, same_as: dict[int, int | None]) -> Played:
    document = write_game(read_recorded_game(row).game)
    persons = []
    for seat in row.seats:
        person = seat.player_id
        while (other := same_as[person]) is not None:
            person = other
        persons.append(person)
    return Played(
        row.id,
        row.club_id,
        row.variant,
        row.played_on,
        row.created_at,
        tuple(persons),
        document["called"],
        score(document).as_json(),
        [_totals(document, number) for number in range(len(document["rounds"]) + 1)],
    )


def _totals(document: dict[str, Any], rounds: int) -> dict[str, int]:
    """The totals of a game after its first rounds, scored as if it had no more."""
    begun = document | {"rounds": document["rounds"][:rounds], "called": False}
    return score(begun).totals


def rounds_of(game: Played) -> Iterator[Line]:
    """A line for every player of every round that was not void."""
    for round in game.answer["rounds"]:
        if is_void(round):
            continue
        names = game.answer["players"]
        ending = round["ending"]
        if ending == "knock":
            ending = next((tag for tag in round["tags"] if tag in WITHOUT_A_KNOCK), ending)
        for seat, name in enumerate(names):
            yield {
                "game_id": game.id,
                "number": round["number"],
                "seat": seat,
                "club_id": game.club_id,
                "player_id": game.persons[seat],
                "variant": game.variant,
                "preset": game.answer["preset"],
                "played_on": game.played_on,
                "ending": ending,
                "ended": round["by"] == name,
                "won": name in round["winners"],
                "undercut": "undercut" in round["tags"],
                "points": sum(
                    line["points"]
                    for line in round["why"]
                    if line["player"] == name and line["rule"] != "adjustment"
                ),
                "deadwood": round["deadwood"].get(name),
            }


def is_void(round: dict[str, Any]) -> bool:
    """Whether a round counts in nothing.

    In the gin family nobody scores when the stock runs out: that is a void round too.
    """
    return "void" in round["tags"] or ("stock" in round["tags"] and not round["deadwood"])


def games_of(games: Iterable[Played]) -> list[Line]:
    """A line for every player of every game, with ratings and streaks; games in order of play."""
    lines: list[Line] = []
    model = PlackettLuce()
    ratings: dict[tuple[int, str], Any] = defaultdict(model.rating)
    streaks: dict[object, int] = defaultdict(int)
    for game in games:
        places = places_of(game)
        who = [(person, game.variant) for person in game.persons]
        rated = model.rate([[ratings[each]] for each in who], ranks=[*map(float, places)])
        for seat, each in enumerate(who):
            [ratings[each]] = rated[seat]
            won = places[seat] == 1
            for run in (each, each[0]):
                if won:
                    streaks[run] = streaks[run] + 1 if streaks[run] > 0 else 1
                else:
                    streaks[run] = streaks[run] - 1 if streaks[run] < 0 else -1
            lines.append(
                {
                    "game_id": game.id,
                    "seat": seat,
                    "club_id": game.club_id,
                    "player_id": each[0],
                    "variant": game.variant,
                    "preset": game.answer["preset"],
                    "played_on": game.played_on,
                    "started_at": game.started_at,
                    "rank": places[seat],
                    "final": list(game.answer["final"].values())[seat],
                    "mu": ratings[each].mu,
                    "sigma": ratings[each].sigma,
                    "streak": streaks[each[0]],
                    "variant_streak": streaks[each],
                    **_margins(game, seat),
                    **counters_of(game, seat),
                    **measures_of(game, seat),
                }
            )
    return lines


def places_of(game: Played) -> list[int]:
    """Who came in where: the winners first, the others by their totals."""
    final, winners = game.answer["final"], game.answer["winners"]
    fewest = game.fewest_win
    rest = [name for name in final if name not in winners]
    places = []
    for name, total in final.items():
        better = [
            other for other in rest if (final[other] < total if fewest else final[other] > total)
        ]
        places.append(1 if name in winners else 1 + len(winners) + len(better))
    return places


def _margins(game: Played, seat: int) -> Line:
    """By how much a winner won, and from how far behind somebody came who won alone."""
    name, winners = game.answer["players"][seat], game.answer["winners"]
    losers = [other for other in game.answer["players"] if other not in winners]
    margin = comeback = None
    if name in winners and losers:
        ahead = min(_ahead(game, game.answer["final"], winner, losers) for winner in winners)
        margin = ahead if ahead > 0 else None
    if winners == [name]:
        comeback = max(-_ahead(game, totals, name, losers) for totals in game.totals)
    return {"margin": margin, "comeback": comeback}


def _ahead(game: Played, totals: dict[str, int], name: str, others: Iterable[str]) -> int:
    """How far a player is ahead of the best of some others."""
    if game.fewest_win:
        return min(totals[other] for other in others) - totals[name]
    return totals[name] - max(totals[other] for other in others)


def counters_of(game: Played, seat: int) -> Line:
    """What a game counts for one player."""
    name = game.answer["players"][seat]
    winners = game.answer["winners"]
    mine = [line for line in rounds_of(game) if line["seat"] == seat]
    knocks = [line for line in mine if line["ended"] and line["ending"] == "knock"]
    # Nobody ends a round in which the stock runs out, so nobody is caught in it.
    caught = [
        line
        for line in mine
        if not line["ended"] and line["ending"] != "stock" and line["deadwood"] is not None
    ]
    return {
        "games": 1,
        "won": int(name in winners),
        "shared": int(name in winners and len(winners) > 1),
        "called": int(game.called),
        "rounds": len(mine),
        "rounds_won": sum(line["won"] for line in mine),
        "points": sum(line["points"] for line in mine),
        "points_won": sum(line["points"] for line in mine if line["won"]),
        "knocks": len(knocks),
        "knocks_won": sum(line["won"] for line in knocks),
        "outs": sum(line["ended"] for line in mine) - len(knocks),
        "undercuts": sum(line["undercut"] and line["won"] for line in mine),
        "undercut": sum(line["undercut"] and line["ended"] for line in mine),
        "caught": len(caught),
        "caught_with": sum(line["deadwood"] for line in caught),
    }


def measures_of(game: Played, seat: int) -> Line:
    """What else a game adds up to for one player."""
    name, share = game.answer["players"][seat], WIN // len(game.persons)
    rounds = [line for line in rounds_of(game) if line["seat"] == seat]
    knocks = [line for line in rounds if line["ended"] and line["ending"] == "knock"]
    high = [line for line in knocks if line["deadwood"] >= 8]
    dealt = [each for each in game.answer["rounds"] if each["dealer"] == name and each["winners"]]
    led, behind = half_time(game, name)
    won = name in game.answer["winners"]
    away = given_away(game, name)
    return {
        "fair": share,
        "knocked_with": sum(line["deadwood"] for line in knocks),
        "high_knocks": len(high),
        "high_knocks_won": sum(line["won"] for line in high),
        "deals": len(dealt),
        "deals_won": sum(name in each["winners"] for each in dealt),
        "deals_fair": share * len(dealt),
        "led": int(led),
        "led_won": int(led and won),
        "behind": int(behind),
        "behind_won": int(behind and won),
        "laid_badly": len(away),
        "given_away": sum(away),
    }


def half_time(game: Played, name: str) -> tuple[bool, bool]:
    """Whether somebody was alone ahead, and whether behind, after half of the rounds that count."""
    numbers = [each["number"] for each in game.answer["rounds"] if not is_void(each)]
    if game.called or len(numbers) < 4:
        return False, False
    totals = game.totals[numbers[len(numbers) // 2 - 1]]
    others = [other for other in totals if other != name]
    lead = _ahead(game, totals, name, others)
    return lead > 0, lead < 0


BETTER = re.compile(r"(?P<name>.+)’s (?:hand can be laid out better|deadwood would be)")
POINTS = re.compile(r"(?:better: |would be )([0-9]+), not ([0-9]+)\.")


def given_away(game: Played, name: str) -> list[int]:
    """How many points each hand counted more than it could have, by the warnings of its round."""
    away = []
    for each in game.answer["rounds"]:
        for warning in each["warnings"]:
            whose, points = BETTER.search(warning), POINTS.search(warning)
            if whose and points and whose["name"].split(": ")[-1] == name:
                away.append(int(points[2]) - int(points[1]))
    return away


COUNTERS = (
    *("games", "won", "shared", "called", "rounds", "rounds_won", "points", "points_won"),
    *("knocks", "knocks_won", "outs", "undercuts", "undercut", "caught", "caught_with"),
)
MEASURES = (
    *("fair", "knocked_with", "high_knocks", "high_knocks_won", "deals", "deals_won", "deals_fair"),
    *("led", "led_won", "behind", "behind_won", "laid_badly", "given_away"),
)
WIN = 840
"""How many parts a win has."""


def added_up(lines: Iterable[Line], *key: str, counters: Iterable[str] = COUNTERS) -> list[Line]:
    """The lines added up: one for each value of these columns."""
    sums: dict[tuple[Any, ...], Line] = {}
    for line in lines:
        which = tuple(line[name] for name in key)
        mine = sums.setdefault(which, dict(zip(key, which, strict=True)))
        for name in counters:
            mine[name] = mine.get(name, 0) + line[name]
    return list(sums.values())


def with_months(lines: Iterable[Line]) -> list[Line]:
    """The lines with the first day of their month."""
    return [line | {"month": line["played_on"].replace(day=1)} for line in lines]


def pairs_of(lines: Iterable[Line]) -> list[Line]:
    """A line for every player of a game against every other one."""
    tables: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        tables[line["game_id"]].append(line)
    return [
        mine
        | {
            "opponent_id": other["player_id"],
            "ahead": int(mine["rank"] < other["rank"]),
            "level": int(mine["rank"] == other["rank"]),
        }
        for table in tables.values()
        for mine, other in permutations(table, 2)
    ]
