"""Games from an export of the app BG Stats: all games as .json, or one play as .bgsplay.

An export has lists of games, players and places. Each play refers to these lists by id.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from scorekeeper.rummy.documents.reading import LONGEST_NOTE
from scorekeeper.rummy.messages import message
from scorekeeper.transfer.past.results import Past, PastGame, WrittenScore
from scorekeeper.transfer.sources import Location, faulty_file

_SUM = re.compile(r"[+-]?\d{1,7}(?:[+-]\d{1,7}){1,200}")
"""Points with additions, such as `12+30-5`, which the app adds up."""

_LISTS = ("games", "players", "plays")


def is_bg_stats(document: object) -> bool:
    return isinstance(document, dict) and all(
        isinstance(document.get(name), list) for name in _LISTS
    )


def games_of_bg_stats(document: Mapping[str, Any], name: str) -> Past:
    """The games of an export. Raises `FaultyFileError` if parts are missing or invalid."""
    try:
        named = {part: _names(document, part) for part in ("games", "players", "locations")}
        plays = [play for play in document["plays"] if not play.get("ignored")]
        games = [_game(play, number, named) for number, play in enumerate(plays, 1)]
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        text = message("This looks like a file of BG Stats, but parts of it are missing.")
        raise faulty_file(text, Location(name)) from None
    return Past(name, tuple(games))


def _names(document: Mapping[str, Any], part: str) -> dict[Any, str]:
    return {entry["id"]: " ".join(str(entry["name"]).split()) for entry in document.get(part, ())}


def _game(play: Mapping[str, Any], number: int, named: Mapping[str, Mapping[Any, str]]) -> PastGame:
    comment = str(play.get("comments") or "").strip()
    return PastGame(
        sheet="",
        row=number,
        date=str(play.get("playDate") or play["playDateYmd"]),
        kind=named["games"].get(play["gameRefId"], ""),
        place=named["locations"].get(play.get("locationRefId"), ""),
        note=comment if len(comment) <= LONGEST_NOTE else comment[: LONGEST_NOTE - 1] + "…",
        scores=tuple(_scores(play, named["players"])),
        id=str(play.get("uuid") or ""),
    )


def _scores(play: Mapping[str, Any], names: Mapping[Any, str]) -> Iterator[WrittenScore]:
    """The players with points and teams, in the order of play as far as it is known.

    The only player of a team has no partner, so the team is left out. In a play without teams,
    every player can have the team `0`.
    """
    scores: list[Mapping[str, Any]] = play["playerScores"]
    has_teams, has_points = play.get("usesTeams", True), not _is_only_won(scores)
    teams = Counter(_team(score) for score in scores) if has_teams else Counter[str]()
    for score in sorted(scores, key=lambda score: int(score.get("seatOrder") or 0)):
        points = _points(score).replace(" ", "") if has_points else ""
        if _SUM.fullmatch(points):
            points = str(sum(map(int, re.findall(r"[+-]?\d+", points))))
        team = _team(score)
        yield WrittenScore(
            names.get(score["playerRefId"], ""), points, team if teams[team] > 1 else ""
        )


def _points(score: Mapping[str, Any]) -> str:
    points = score.get("score")
    return "" if points is None else str(points)


def _team(score: Mapping[str, Any]) -> str:
    return str(score.get("team") or "")


def _is_only_won(scores: Iterable[Mapping[str, Any]]) -> bool:
    """Check for a play with a winner but without points: every score is `0` or empty."""
    has_points = any(str(score.get("score") or "0") != "0" for score in scores)
    return not has_points and len({bool(score.get("winner")) for score in scores}) > 1
