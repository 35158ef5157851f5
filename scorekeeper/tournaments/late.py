"""Seating a late entrant in the current round: in place of a bye, or at a table of three."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.tournament.draws import THREE, draw_partners
from scorekeeper.tournament.model import (
    DRAWN_PAIRS,
    EAST_WEST,
    KNOCK_OUT,
    MITCHELL,
    NORTH_SOUTH,
    PARTNERS,
    ROUND_ROBIN,
    TWO_SIDES,
    Entrant,
    Round,
    Tournament,
)
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournament.rounds import has_no_start, lines_of
from scorekeeper.tournaments.parts import Document, PartName, Parts, entrant_part, round_part
from scorekeeper.tournaments.recorded import RecordedTournament, check_is_open
from scorekeeper.tournaments.setup import check_size


def seated_late(recorded: RecordedTournament, late: Entrant) -> Parts:
    """The parts that change if a late entrant plays in the last round. Raises `Refusal`.

    At tables with two sides, the late entrant meets an entrant without an opponent. With drawn
    partners, they join three entrants who sit out. A single player at larger tables joins a table
    of three before it begins.
    """
    round = recorded.round(recorded.latest)
    check_is_open(recorded, round.number)
    if round.movement in (ROUND_ROBIN, KNOCK_OUT) and round.since != round.number:
        text = message("This movement began in round {round}, without them.", round=round.since)
        raise Refusal(text, "round")
    name = round_part(round.number)
    document = recorded.parts[name]
    tournament = recorded.tournament
    if not tournament.has_two_sides:
        return {name: _at_table_of_three(recorded, round, document, late)}
    if tournament.play == DRAWN_PAIRS:
        return {name: _as_fourth(round, document, late)}
    if round.movement == KNOCK_OUT and not round.out:
        return {name: _in_bracket(round, document, late)}
    if not round.out:
        raise _nobody_sits_out(round)
    if round.movement == MITCHELL:
        return _in_mitchell(recorded, round, document, late)
    opponent = round.out[0]
    number = 1 + max((table.number for table in round.tables), default=0)
    return {name: _with_table(document, number, [[opponent], [late.number]])}


def _nobody_sits_out(round: Round) -> Refusal:
    text = message(
        "Nobody sits out in round {round}. They can play from the next one.", round=round.number
    )
    return Refusal(text, "round")


def _with_table(document: Document, number: int, sides: list[list[int]]) -> dict[str, Any]:
    seated = [entrant for side in sides for entrant in side]
    tables = [*document["tables"], {"number": number, "sides": sides}]
    return {
        **document,
        "out": [entrant for entrant in document["out"] if entrant not in seated],
        "tables": sorted(tables, key=lambda table: table["number"]),
    }


def _with_side(document: Document, number: int, entrant: int) -> dict[str, Any]:
    return {
        **document,
        "tables": [
            {**table, "sides": [*table["sides"], [entrant]]} if table["number"] == number else table
            for table in document["tables"]
        ],
    }


def _in_bracket(round: Round, document: Document, late: Entrant) -> Document:
    for table in round.tables:
        if len(table.sides) < TWO_SIDES:
            return _with_side(document, table.number, late.number)
    raise _nobody_sits_out(round)


def _at_table_of_three(
    recorded: RecordedTournament, round: Round, document: Document, late: Entrant
) -> Document:
    for table in round.tables:
        has_begun = (round.number, table.number) in recorded.games or table.is_done
        if len(table.sides) == THREE and not has_begun:
            check_size(recorded.setup["game"], THREE + 1, partners=False)
            return _with_side(document, table.number, late.number)
    raise Refusal(message("Every table of three has begun. They can play from the next round."))


def _as_fourth(round: Round, document: Document, late: Entrant) -> Document:
    if len(round.out) < THREE:
        raise _nobody_sits_out(round)
    [four] = draw_partners([*round.out[:THREE], late.number], {}, {}, {}).tables
    sides = [list(four[:PARTNERS]), list(four[PARTNERS:])]
    return _with_table(document, len(round.tables) + 1, sides)


def _in_mitchell(
    recorded: RecordedTournament, round: Round, document: Document, late: Entrant
) -> Parts:
    """A table at the missing place of the movement, and every entrant with a stored place.

    Without stored places, the program computes them from the numbers of all entrants. The late
    entrant would then change the places of the others.
    """
    tournament = replace(
        recorded.tournament,
        entrants=tuple(one for one in recorded.tournament.entrants if one.number != late.number),
    )
    places = _places(tournament, round)
    tables = max(start for _line, start in places.values())
    moved = (round.number - round.since) * round.step
    opponent = round.out[0]
    line, start = places[opponent]
    if line == NORTH_SOUTH:
        number = start
        place = (EAST_WEST, (start - 1 - moved) % tables + 1)
        sides = [[opponent], [late.number]]
    else:
        number = (start - 1 + moved) % tables + 1
        place = (NORTH_SOUTH, number)
        sides = [[late.number], [opponent]]
    if place in places.values():
        raise has_no_start(late)
    written = _written(recorded, {**places, late.number: place})
    return {**written, round_part(round.number): _with_table(document, number, sides)}


def places_in_writing(recorded: RecordedTournament) -> Parts:
    """The entrants with their places in the last round. Empty if it has no Mitchell movement."""
    round = recorded.round(recorded.latest)
    if round.movement != MITCHELL:
        return {}
    return _written(recorded, _places(recorded.tournament, round))


def _places(tournament: Tournament, round: Round) -> dict[int, tuple[str, int]]:
    """The line and the start of each entrant."""
    return {
        entrant: (line, start)
        for line, entrants in lines_of(tournament, round.number, round.since).items()
        for start, entrant in entrants.items()
    }


def _written(
    recorded: RecordedTournament, places: Mapping[int, tuple[str, int]]
) -> dict[PartName, Document]:
    return {
        entrant_part(entrant): {
            **recorded.parts[entrant_part(entrant)],
            "line": line,
            "start": start,
        }
        for entrant, (line, start) in places.items()
    }
