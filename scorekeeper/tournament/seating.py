"""Checks that the entrants and rounds of a document fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorekeeper.tournament.draws import PAIR
from scorekeeper.tournament.model import (
    DRAWN_PAIRS,
    KNOCK_OUT,
    PAIRS,
    TWO_SIDES,
    Entrant,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.points import DealPoints, VictoryPoints
from scorekeeper.tournament.refusals import Refusal, Sentence, message
from scorekeeper.tournament.results import PlayedGame

MOST_SINGLES = 5


def check_entrants(entrants: Sequence[Entrant], play: str) -> None:
    """Reject a number, a player or a Mitchell start that occurs twice. Raises `Refusal`.

    Also reject an entrant with too few or too many players, or with an empty name.
    """
    numbers: set[int] = set()
    players: dict[str, int] = {}
    starts: dict[tuple[str, int], int] = {}
    for place, one in enumerate(entrants):
        where = ("entrants", place)
        if one.number in numbers:
            text = message("Number {number} is there twice.", number=one.number)
            raise Refusal(text, *where, "number")
        numbers.add(one.number)
        if play == PAIRS and len(one.players) != PAIR:
            raise Refusal(message("A pair has two players."), *where, "players")
        if play != PAIRS and len(one.players) != 1:
            raise Refusal(message("Give one player."), *where, "players")
        for seat, name in enumerate(one.players):
            if not name.strip():
                raise Refusal(message("Enter a player’s name."), *where, "players", seat)
            if name in players:
                raise Refusal(is_there_too(name, players[name], play), *where, "players", seat)
            players[name] = one.number
        if one.line and (one.line, one.start) in starts:
            number = starts[one.line, one.start]
            text = message("Number {number} has this start too.", number=number)
            raise Refusal(text, *where, "start")
        if one.line:
            starts[one.line, one.start] = one.number


def is_there_too(name: str, number: int, play: str) -> Sentence:
    """The error for a player who is already part of the entrant with this number."""
    if play == PAIRS:
        return message("{player} is in pair {number} too.", player=name, number=number)
    return message("{player} is number {number} too.", player=name, number=number)


def check_rounds(tournament: Tournament, games: Mapping[str, PlayedGame | None]) -> None:
    """Reject rounds with an entrant seated twice or nowhere, and games of other players."""
    if isinstance(tournament.points, VictoryPoints) and not tournament.has_two_sides:
        raise Refusal(message("Victory Points are for tables with two sides."), "points", "by")
    known = {one.number: one for one in tournament.entrants}
    used: dict[str, Table] = {}
    for place, round in enumerate(tournament.rounds):
        _check_seats(tournament, round, known, "rounds", place)
        for number, table in enumerate(round.tables):
            where = ("rounds", place, "tables", number)
            _check_table(tournament, round, table, *where)
            if not table.game:
                continue
            if table.game in used:
                text = message("“{game}” is the game of another table.", game=table.game)
                raise Refusal(text, *where, "game")
            used[table.game] = table
            if games:
                _check_game(table, games, known, *where, "game")


def _check_seats(
    tournament: Tournament, round: Round, known: Mapping[int, Entrant], *where: str | int
) -> None:
    seen: set[int] = set()
    for entrant, seat in _seats(round):
        if entrant not in known:
            raise Refusal(message("There is no number {number}.", number=entrant), *where, *seat)
        if not known[entrant].is_in(round.number):
            text = message(
                "Number {number} does not play in round {round}.",
                number=entrant,
                round=round.number,
            )
            raise Refusal(text, *where, *seat)
        if entrant in seen:
            text = message(
                "Number {number} sits twice in round {round}.", number=entrant, round=round.number
            )
            raise Refusal(text, *where, *seat)
        seen.add(entrant)
    for one in tournament.entrants if round.movement != KNOCK_OUT else ():
        if one.is_in(round.number) and one.number not in seen:
            text = message(
                "Number {number} has no seat in round {round}, and does not sit out.",
                number=one.number,
                round=round.number,
            )
            raise Refusal(text, *where)
    numbers = [table.number for table in round.tables]
    for place, number in enumerate(numbers):
        if number in numbers[:place]:
            text = message("Table {table} is there twice.", table=number)
            raise Refusal(text, *where, "tables", place, "number")


def _seats(round: Round) -> Iterator[tuple[int, tuple[str | int, ...]]]:
    for number, table in enumerate(round.tables):
        for side, entrants in enumerate(table.sides):
            for place, entrant in enumerate(entrants):
                yield entrant, ("tables", number, "sides", side, place)
    for place, entrant in enumerate(round.out):
        yield entrant, ("out", place)


def _check_table(tournament: Tournament, round: Round, table: Table, *where: str | int) -> None:
    most = TWO_SIDES if tournament.has_two_sides else MOST_SINGLES
    fewest = 1 if round.movement == KNOCK_OUT else TWO_SIDES
    if not fewest <= len(table.sides) <= most:
        text = message("A table has two sides.")
        if most > TWO_SIDES:
            text = message("At a table sit 2 to {most} singles.", most=most)
        raise Refusal(text, *where, "sides")
    for side, entrants in enumerate(table.sides):
        if len(entrants) != tournament.players_a_side:
            text = message("A side is one entrant.")
            if tournament.play == DRAWN_PAIRS:
                text = message("A side is two players.")
            raise Refusal(text, *where, "sides", side)
    if isinstance(tournament.points, DealPoints) and table.totals is not None and not table.deals:
        text = message(
            "Points by deals need the rounds of the game at table {table}.", table=table.number
        )
        raise Refusal(text, *where, "game" if table.game else "totals")
    if table.totals is not None and len(table.totals) != len(table.sides):
        raise Refusal(message("Give a total for every side."), *where, "totals")
    named = [("forfeit", table.forfeit), ("goes_on", table.goes_on)]
    if table.confirmed:
        named.append(("confirmed", table.confirmed.by))
    for key, entrant in named:
        if entrant is not None and entrant not in table.entrants:
            text = message("Number {number} does not sit at this table.", number=entrant)
            raise Refusal(text, *where, key)


def _check_game(
    table: Table,
    games: Mapping[str, PlayedGame | None],
    known: Mapping[int, Entrant],
    *where: str | int,
) -> None:
    if table.game not in games:
        raise Refusal(message("There is no game “{game}”.", game=table.game), *where)
    played = games[table.game]
    if played is None:
        return
    sides = tuple(
        frozenset(name for one in side for name in known[one].players) for side in table.sides
    )
    if played.sides != sides:
        text = message("This game is not between the sides of table {table}.", table=table.number)
        raise Refusal(text, *where)
    if played.is_over and not played.has_begun and table.forfeit is None and not table.void:
        text = message(
            "No hand was played at table {table}. Did a pair not come?", table=table.number
        )
        raise Refusal(text, *where)
