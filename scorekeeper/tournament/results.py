"""Reading the results of tables from the API's answers for their games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.tournament.points import PlayedDeal
from scorekeeper.tournament.reading import (
    read_choice,
    read_list,
    read_object,
    read_text,
    read_texts,
    read_true,
    read_whole,
)
from scorekeeper.tournament.refusals import Refusal, message

MOST, FEWEST = "most", "fewest"
WINS = (MOST, FEWEST)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """The game of a table. `sides` are the players of each side, and totals are in their order."""

    totals: tuple[int, ...]
    deals: tuple[PlayedDeal, ...]
    sides: tuple[frozenset[str], ...]
    is_over: bool
    has_begun: bool


def read_games(value: object, game: Mapping[str, Any]) -> dict[str, PlayedGame | None]:
    """Read the games of a tournament by their ids. A game without an answer is `None`.

    `game` is the game that the tournament plays. Raises `Refusal` at the first error.
    """
    games: dict[str, PlayedGame | None] = {}
    rules: list[Mapping[str, Any]] = [game]
    for place, one in enumerate(read_list(value, "games")):
        where = ("games", place)
        fields = read_object(one, None, *where)
        key = read_text(fields.get("id"), *where, "id")
        if key in games:
            raise Refusal(message("Two games are called “{game}”.", game=key), *where, "id")
        answer = read_object(fields.get("answer") or {}, None, *where, "answer")
        read_object(answer.get("rules", {}), None, *where, "answer", "rules")
        games[key] = _read_answer(fields, answer, *where, "answer") if answer else None
        if answer and not all(_is_of(answer, stated) for stated in rules):
            raise Refusal(message("All tables play by the same rules."), *where)
        rules = [game, answer] if answer else rules
    return games


def _is_of(answer: Mapping[str, Any], stated: Mapping[str, Any]) -> bool:
    rules = answer.get("rules", {})
    return answer.get("variant") == stated.get("variant", answer.get("variant")) and all(
        rules.get(name) == value
        for name, value in stated.get("rules", {}).items()
        if not name.startswith("x-")
    )


def _read_answer(
    game: Mapping[str, Any], answer: Mapping[str, Any], *where: str | int
) -> PlayedGame:
    players = read_texts(answer.get("players"), *where, "players")
    given = read_object(
        answer.get("sides") or {name: [name] for name in players}, None, *where, "sides"
    )
    named = {side: _names(names, *where, "sides", side) for side, names in given.items()}
    # Sort by order of play, because JSON objects have no order.
    sides = sorted(named, key=lambda side: [name not in named[side] for name in players])
    final = read_object(answer.get("final"), None, *where, "final")
    totals = tuple(read_whole(final.get(side), *where, "final", side) for side in sides)
    document = read_object(game.get("document") or {}, None, *where[:-1], "document")
    is_imported = bool(game.get("imported")) or "imported" in document
    rounds = read_list(answer.get("rounds"), *where, "rounds")
    return PlayedGame(
        totals=totals,
        deals=tuple(
            _read_deal(one, sides, named, *where, "rounds", place)
            for place, one in enumerate(rounds)
        ),
        sides=tuple(named[side] for side in sides),
        is_over=read_true(answer.get("over"), *where, "over"),
        has_begun=is_imported or bool(rounds),
    )


def _read_deal(
    value: object, sides: Sequence[str], named: Mapping[str, frozenset[str]], *where: str | int
) -> PlayedDeal:
    """A round of a game. An event between rounds becomes a deal without cards."""
    fields = read_object(value, None, *where)
    left = read_object(fields.get("deadwood", {}), None, *where, "deadwood")
    by = fields.get("by")
    return PlayedDeal(
        ending=read_text(fields.get("ending", ""), *where, "ending"),
        by=next((place for place, side in enumerate(sides) if by in (side, *named[side])), None),
        left=tuple(
            read_whole(left[side], *where, "deadwood", side) if side in left else None
            for side in sides
        ),
    )


def _names(names: object, *where: str | int) -> frozenset[str]:
    return frozenset(read_text(name, *where) for name in read_list(names, *where))


def fewest_win(game: Mapping[str, Any], games: Sequence[Any]) -> bool:
    """Check whether the fewest points win, as stated for the tournament or its first game."""
    stated = [(("game",), game), *((("games", place), one) for place, one in enumerate(games))]
    said = [
        (where, read_choice(one["wins"], WINS, *where, "wins"))
        for where, one in stated
        if isinstance(one, dict) and "wins" in one
    ]
    for where, wins in said:
        if wins != said[0][1]:
            raise Refusal(message("All tables play by the same rules."), *where, "wins")
    return bool(said) and said[0][1] == FEWEST
