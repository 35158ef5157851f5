"""A second count of a score book in plain Python, from the answers to its game documents.

It is independent of the package `scorekeeper.statistics`, and checks its tables and pages.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from itertools import permutations
from math import floor
from typing import Any

from openskill.models import PlackettLuce
from sqlalchemy import select

from scorekeeper.rummy import score
from scorekeeper.rummy.documents.game import write_game
from scorekeeper.storage.database import db
from scorekeeper.storage.mapping import read_recorded_game
from scorekeeper.storage.models import GameRow, Player

Line = dict[str, Any]
"""A row of statistics, by the names of the columns in the database."""

WITHOUT_A_KNOCK = ("gin", "rum", "out")
"""The tags of a round that ended with a knock and no cards left."""


@dataclass(frozen=True)
class Played:
    """A finished game: its answer, its date, and the person in each seat."""

    id: str
    club_id: int
    variant: str
    played_on: date
    started_at: datetime
    persons: tuple[int, ...]
    called: bool
    answer: dict[str, Any]
    totals: list[dict[str, int]]
    """The totals by name, at the start and after each entry."""
    present: list[tuple[str, ...]]
    """The players still in the game, at the start and after each entry."""
    imported: bool = False
    """Whether only the totals are known."""

    @property
    def sides(self) -> dict[str, list[str]]:
        """The players of each side, by name. Without partners each player is a side."""
        return self.answer.get("sides") or {name: [name] for name in self.answer["players"]}

    def side_of(self, name: str) -> str:
        """Return the name of a player’s side."""
        return next(side for side, players in self.sides.items() if name in players)

    def sides_at(self, place: int) -> list[str]:
        """Return the sides still in the game after this many entries."""
        return [side for side, players in self.sides.items() if players[0] in self.present[place]]

    @property
    def fewest_win(self) -> bool:
        """Whether the lowest total wins."""
        always = self.variant in (
            "three-thirteen",
            "five-crowns",
            "contract",
            "phase-10",
            "rami",
            "chinchon",
            "okey-101",
        )
        rules = self.answer["rules"]
        return always or rules.get("scoring") == "penalty" or rules.get("form") == "pool"


def finished_games() -> list[Played]:
    """Return the games of the book that count, in the order of play.

    They have a round or imported totals, are over or called, and are not deleted.
    """
    same_as = {player.id: player.same_as_id for player in db.session.scalars(select(Player))}
    games = [
        _played(row, same_as)
        for row in db.session.scalars(select(GameRow).where(GameRow.deleted_at.is_(None)))
    ]
    finished = [
        game for game in games if game.answer["over"] and (game.answer["rounds"] or game.imported)
    ]
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
        answer := score(document).as_json(),
        [_totals(document, number) for number in range(len(document["rounds"]) + 1)],
        _present(document, answer),
        "imported" in document,
    )


def _present(document: dict[str, Any], answer: dict[str, Any]) -> list[tuple[str, ...]]:
    """Return the players in the game at the start and after each entry."""
    joiners = _joiners(document["rounds"])
    present = [tuple(name for name in answer["players"] if name not in joiners)]
    for entry in answer["rounds"]:
        after = entry.get("in", present[-1])
        out = entry.get("eliminated", ())
        present.append(tuple(name for name in after if name not in out))
    return present


def _totals(document: dict[str, Any], rounds: int) -> dict[str, int]:
    """Return the totals after this many entries, scored as a game without later ones."""
    later = _joiners(document["rounds"][rounds:])
    begun = document | {
        "rounds": document["rounds"][:rounds],
        "players": [name for name in document["players"] if name not in later],
        "called": False,
    }
    names = document.get("sides") or document["players"]
    return dict.fromkeys(names, 0) | score(begun).totals


def _joiners(entries: list[dict[str, Any]]) -> set[str]:
    return {name for entry in entries for name in entry.get("between", {}).get("joins", ())}


def counting_rounds(game: Played) -> list[tuple[int, dict[str, Any]]]:
    """Return the rounds that were not void, each with the number of entries before it."""
    return [
        (place, entry)
        for place, entry in enumerate(game.answer["rounds"])
        if "between" not in entry and not is_void(entry)
    ]


def rounds_of(game: Played) -> Iterator[Line]:
    """Yield a row for each player of each round that was not void."""
    for place, round in counting_rounds(game):
        names = game.answer["players"]
        ending = round["ending"]
        if ending == "knock":
            ending = next((tag for tag in round["tags"] if tag in WITHOUT_A_KNOCK), ending)
        for seat, name in enumerate(names):
            if name not in game.present[place]:
                continue
            side = game.side_of(name)
            yield {
                "game_id": game.id,
                "number": round["number"],
                "seat": seat,
                "side": list(game.sides).index(side),
                "club_id": game.club_id,
                "player_id": game.persons[seat],
                "variant": game.variant,
                "preset": game.answer["preset"],
                "played_on": game.played_on,
                "ending": ending,
                "ended": round["by"] == name,
                "won": side in round["winners"],
                "undercut": "undercut" in round["tags"],
                "points": sum(
                    line["points"]
                    for line in round["why"]
                    if line["player"] == side and line["rule"] != "adjustment"
                ),
                "deadwood": round["deadwood"].get(side),
            }


def is_void(round: dict[str, Any]) -> bool:
    """Check whether a round does not count.

    In the gin family a round without points, because the stock ran out, is void too.
    """
    return "void" in round["tags"] or ("stock" in round["tags"] and not round["deadwood"])


def games_of(games: Iterable[Played]) -> list[Line]:
    """Return a row for each player of each game, in order of play, with ratings and streaks."""
    lines: list[Line] = []
    model = PlackettLuce()
    ratings: dict[tuple[int, str], Any] = defaultdict(model.rating)
    streaks: dict[object, int] = defaultdict(int)
    for game in games:
        places = places_of(game)
        counted = sorted({line["seat"] for line in rounds_of(game)})
        if game.imported:
            counted = list(range(len(game.persons)))
        if not counted:
            continue
        names, sides = game.answer["players"], list(game.sides)
        of_seat = {seat: sides.index(game.side_of(names[seat])) for seat in counted}
        teams = [[seat for seat in counted if of_seat[seat] == side] for side in range(len(sides))]
        teams = [team for team in teams if team]
        who = {seat: (game.persons[seat], game.variant) for seat in counted}
        ranks = [float(places[of_seat[team[0]]]) for team in teams]
        rated = model.rate([[ratings[who[seat]] for seat in team] for team in teams], ranks=ranks)
        for team, after in zip(teams, rated, strict=True):
            for seat, rating in zip(team, after, strict=True):
                ratings[who[seat]] = rating
        for seat, each in who.items():
            side = of_seat[seat]
            won = places[side] == 1
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
                    "side": side,
                    "rank": places[side],
                    "final": list(game.answer["final"].values())[side],
                    "to_the_end": was_in_to_the_end(game, seat),
                    "met": sum(2**other for other in met_by(game, seat)),
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
    """Return the place of each side: winners, then those still in by totals, then the eliminated.

    The last to go out is placed first of these. Totals place those who went out at the same entry.
    """
    final, winners = game.answer["final"], game.answer["winners"]
    went = {name: len(game.present) for name in final}
    for name in set(final) - set(game.sides_at(-1)):
        went[name] = max(place for place, there in enumerate(game.present) if name in there)

    # In games with phases, the phases laid down count before points.
    rounds = [entry for entry in game.answer["rounds"] if "made" in entry]
    made = {name: sum(name in entry["made"] for entry in rounds) for name in final}

    def is_better(one: str, other: str) -> bool:
        if (one in winners) != (other in winners):
            return one in winners
        if one in winners:
            return False
        if went[one] != went[other]:
            return went[one] > went[other]
        if made[one] != made[other] and game.answer["rules"].get("winner_by") == "phase":
            return made[one] > made[other]
        return final[one] < final[other] if game.fewest_win else final[one] > final[other]

    return [1 + sum(is_better(other, name) for other in final) for name in final]


def tables_of(game: Played) -> list[tuple[str, ...]]:
    """Return the players of each round that counts, or all players once if it has only totals."""
    if game.imported:
        return [game.present[0]]
    return [game.present[place] for place, _round in counting_rounds(game)]


def met_by(game: Played, seat: int) -> set[int]:
    """Return the seats with a round against a player, and the player’s own seat."""
    seats = {name: number for number, name in enumerate(game.answer["players"])}
    name = game.answer["players"][seat]
    partners = set(game.sides[game.side_of(name)]) - {name}
    together = {other for there in tables_of(game) if name in there for other in there}
    return {seats[other] for other in together - partners}


def was_in_to_the_end(game: Played, seat: int) -> bool:
    """Check if a game was not called and that a player never joined, left or came back in it."""
    name = game.answer["players"][seat]
    return not game.called and not any(
        name in entry["between"].get(kind, ())
        for entry in game.answer["rounds"]
        if "between" in entry
        for kind in ("joins", "leaves", "rejoins")
    )


def _margins(game: Played, seat: int) -> Line:
    """Return a winner’s margin, and the greatest deficit of a player who won without others."""
    name, winners = game.side_of(game.answer["players"][seat]), game.answer["winners"]
    losers = [other for other in game.sides_at(-1) if other not in winners]
    margin = comeback = None
    if name in winners and losers:
        ahead = min(_ahead(game, game.answer["final"], winner, losers) for winner in winners)
        margin = ahead if ahead > 0 else None
    if winners == [name] and not game.imported:
        comeback = max([0, *_behind(game, name)])
    return {"margin": margin, "comeback": comeback}


def _behind(game: Played, name: str) -> Iterator[int]:
    """Yield a side’s deficit to the best other side after each round, negative if ahead."""
    for place, entry in enumerate(game.answer["rounds"], 1):
        there = game.sides_at(place)
        others = [other for other in there if other != name]
        if "between" not in entry and name in there and others:
            yield -_ahead(game, game.totals[place], name, others)


def _ahead(game: Played, totals: dict[str, int], name: str, others: Iterable[str]) -> int:
    """Return a side’s lead over the best of some others, negative if behind."""
    if game.fewest_win:
        return min(totals[other] for other in others) - totals[name]
    return totals[name] - max(totals[other] for other in others)


def counters_of(game: Played, seat: int) -> Line:
    """Return a game’s counters for one player."""
    name = game.side_of(game.answer["players"][seat])
    winners = game.answer["winners"]
    mine = [line for line in rounds_of(game) if line["seat"] == seat]
    knocks = [line for line in mine if line["ended"] and line["ending"] == "knock"]
    # A round that ends with the stock has no `ended`, so no player is caught in it.
    ended = {line["number"]: line["side"] for line in rounds_of(game) if line["ended"]}
    caught = [
        line
        for line in mine
        if line["deadwood"] is not None and line["side"] != ended.get(line["number"], line["side"])
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
    """Return a game’s further measures for one player."""
    player = game.answer["players"][seat]
    name = game.side_of(player)
    rounds = [line for line in rounds_of(game) if line["seat"] == seat]
    knocks = [line for line in rounds if line["ended"] and line["ending"] == "knock"]
    high = [line for line in knocks if line["deadwood"] >= 8]
    dealt = [
        (len(game.sides_at(place)), each)
        for place, each in counting_rounds(game)
        if each["dealer"] == player and each["winners"]
    ]
    led, behind = half_time(game, name)
    won = name in game.answer["winners"]
    away = given_away(game, name)
    return {
        "fair": fair_shares(game)[name],
        "knocked_with": sum(line["deadwood"] for line in knocks),
        "high_knocks": len(high),
        "high_knocks_won": sum(line["won"] for line in high),
        "deals": len(dealt),
        "deals_won": sum(name in each["winners"] for _number, each in dealt),
        "deals_fair": sum(WIN // number for number, _each in dealt),
        "led": int(led),
        "led_won": int(led and won),
        "behind": int(behind),
        "behind_won": int(behind and won),
        "laid_badly": len(away),
        "given_away": sum(away),
    }


def half_time(game: Played, name: str) -> tuple[bool, bool]:
    """Return whether a side was ahead of all others, and whether behind, at half of the rounds."""
    places = [place + 1 for place, _round in counting_rounds(game)]
    if game.called or len(places) < 4:
        return False, False
    half = places[len(places) // 2 - 1]
    others = [other for other in game.sides_at(half) if other != name]
    if name not in game.sides_at(half) or not others:
        return False, False
    lead = _ahead(game, game.totals[half], name, others)
    return lead > 0, lead < 0


def fair_shares(game: Played) -> dict[str, int]:
    """Return the expected share of a win of each side that played, in parts of `WIN`.

    A side that joined gets 1 over the number of sides then in the game. The starters share the
    rest. If the rest is not positive, all have equal shares. The last side gets the remainder of
    rounding.
    """
    there = {name for table in tables_of(game) for name in table}
    names = [side for side, players in game.sides.items() if players[0] in there]
    if not names:
        return {}
    joined = {
        name: Fraction(1, len(game.present[place]))
        for place, entry in enumerate(game.answer["rounds"], 1)
        for name in entry.get("between", {}).get("joins", ())
        if name in there
    }
    starters = len(names) - len(joined)
    left = 1 - sum(joined.values())
    if not starters or left <= 0:
        joined, starters, left = {}, len(names), Fraction(1)
    shares = {name: floor(WIN * joined.get(name, left / starters)) for name in names}
    shares[names[-1]] += WIN - sum(shares.values())
    return shares


BETTER = re.compile(r"(?P<name>.+)’s (?:hand can be laid out better|deadwood would be)")
POINTS = re.compile(r"(?:better: |would be )([0-9]+), not ([0-9]+)\.")


def given_away(game: Played, name: str) -> list[int]:
    """Return the points that each badly laid hand lost, from the warnings of its round."""
    away = []
    for each in game.answer["rounds"]:
        if "between" in each:
            continue
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
WIN = 50400
"""The number of parts of a win."""


def added_up(lines: Iterable[Line], *key: str, counters: Iterable[str] = COUNTERS) -> list[Line]:
    """Return the sums of these counters, one row for each value of the columns in `key`."""
    sums: dict[tuple[Any, ...], Line] = {}
    for line in lines:
        which = tuple(line[name] for name in key)
        mine = sums.setdefault(which, dict(zip(key, which, strict=True)))
        for name in counters:
            mine[name] = mine.get(name, 0) + line[name]
    return list(sums.values())


def with_months(lines: Iterable[Line]) -> list[Line]:
    """Return the rows with the first day of their month."""
    return [line | {"month": line["played_on"].replace(day=1)} for line in lines]


def pairs_of(lines: Iterable[Line]) -> list[Line]:
    """Return a row for every player of a game against each player met."""
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
        if mine["met"] & 2 ** other["seat"]
    ]
