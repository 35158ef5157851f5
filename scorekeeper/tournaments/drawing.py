"""Drawing a round, swapping two entrants in it, and finding results corrected since the draw."""

from __future__ import annotations

from dataclasses import replace
from random import SystemRandom

from scorekeeper import clock
from scorekeeper.tournament.document import MOST_LIVES, MOST_ROUNDS
from scorekeeper.tournament.model import (
    AGAIN,
    KNOCK_OUT,
    LOT,
    MOVEMENTS,
    NO,
    SINGLES,
    STANDING,
    Round,
    Table,
)
from scorekeeper.tournament.reading import read_choice, read_whole
from scorekeeper.tournament.refusals import Refusal, Sentence, message
from scorekeeper.tournament.rounds import MOST_ENTRANTS, draw, rounds_to_avoid
from scorekeeper.tournament.standings import met_before, sat_out
from scorekeeper.tournament.writing import write_round
from scorekeeper.tournaments.documents import part_of_round
from scorekeeper.tournaments.parts import (
    TABLE,
    Document,
    PartName,
    entrants_of,
    round_part,
    seated_entrants,
)
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.tournaments.setup import check_size

FROM_RESULTS = (STANDING, KNOCK_OUT)
"""The movements with a draw that depends on the results of earlier rounds."""


def drawn(
    recorded: RecordedTournament,
    movement: str,
    *,
    again: str = NO,
    step: int | None = None,
    lives: int | None = None,
) -> tuple[PartName, Document]:
    """Draw the next round. Returns its part. Raises `Refusal`."""
    read_choice(movement, MOVEMENTS, "movement")
    read_choice(again, AGAIN, "again")
    if step is not None:
        read_whole(step, "step", least=1, most=MOST_ENTRANTS)
    if lives is not None:
        read_whole(lives, "lives", least=1, most=MOST_LIVES)
    if recorded.latest >= MOST_ROUNDS:
        text = message("A tournament can have up to {most} rounds.", most=MOST_ROUNDS)
        raise Refusal(text, "round")
    tournament = recorded.tournament
    shuffled = [one.number for one in tournament.entrants]
    SystemRandom().shuffle(shuffled)
    round = draw(tournament, movement, again=again, step=step, lives=lives, shuffled=shuffled)
    partners = tournament.play != SINGLES
    for size in {_size(recorded, table) for table in round.tables if len(table.sides) > 1}:
        check_size(recorded.setup["game"], size, partners=partners)
    numbered = _at_fixed_tables(recorded, round)
    return round_part(round.number), {
        **part_of_round(write_round(numbered)),
        "drawn": clock.now().isoformat(),
    }


def _size(recorded: RecordedTournament, table: Table) -> int:
    return sum(len(recorded.people[entrant]) for entrant in table.entrants)


def without_last_round(recorded: RecordedTournament) -> RecordedTournament:
    latest = recorded.latest
    return replace(
        recorded,
        tournament=replace(recorded.tournament, rounds=recorded.tournament.rounds[:-1]),
        times=recorded.times[:-1],
        computed={},
        parts={
            name: part
            for name, part in recorded.parts.items()
            if name != round_part(latest) and (name.kind, name.round) != (TABLE, latest)
        },
    )


def fixed_tables(recorded: RecordedTournament) -> dict[int, int]:
    """The fixed table of each entrant who has one, such as a player in a wheelchair."""
    return {
        number: document["table"]
        for number, document in entrants_of(recorded.parts)
        if document.get("table")
    }


def _at_fixed_tables(recorded: RecordedTournament, round: Round) -> Round:
    """The round with tables renumbered so that entrants with a fixed table keep it.

    If two of these entrants meet or have the same table, the lower entrant number decides. The
    tables of a knock-out keep their numbers, because the next round depends on them.
    """
    if round.movement == KNOCK_OUT:
        return round
    tables = {table.number: table for table in round.tables}
    placed: set[int] = set()
    for entrant, wanted in sorted(fixed_tables(recorded).items()):
        now = next((n for n, table in tables.items() if entrant in table.entrants), None)
        if now is None or now in placed or wanted in placed:
            continue
        placed.add(wanted)
        if wanted != now:
            here, there = tables.pop(now), tables.pop(wanted, None)
            tables[wanted] = replace(here, number=wanted)
            if there is not None:
                tables[now] = replace(there, number=now)
    return replace(round, tables=tuple(tables[number] for number in sorted(tables)))


def with_swapped(document: Document, one: int, other: int) -> Document:
    place = {one: other, other: one}

    def seated(entrant: int) -> int:
        return place.get(entrant, entrant)

    tables = [
        {**table, "sides": [[seated(entrant) for entrant in side] for side in table["sides"]]}
        for table in document["tables"]
    ]
    return {
        **document,
        "tables": tables,
        "out": [seated(entrant) for entrant in document["out"]],
    }


def broken_by_swap(recorded: RecordedTournament, one: int, other: int) -> list[Sentence]:
    """The rules of the draw that this swap breaks in the last round, as sentences.

    At tables with more than two sides, a draw by standing breaks no rule with rematches or
    teammates. Empty if `one` or `other` is not seated in the round: `rounds.swap` rejects them.
    """
    if not recorded.latest:
        return []
    round = recorded.round(recorded.latest)
    before = without_last_round(recorded).tournament
    swapped = with_swapped(recorded.parts[round_part(round.number)], one, other)
    tables = dict(seated_entrants(swapped))
    if not {one, other} <= tables.keys():
        return []
    found: list[Sentence] = []
    if round.movement not in (LOT, STANDING):
        found.append(message("The movement would seat them otherwise."))
    may_meet = round.movement == STANDING and not before.has_two_sides
    met = met_before(() if may_meet else rounds_to_avoid(before, round.again))
    teams = {} if may_meet else {one.number: one.team for one in before.entrants if one.team}
    for entrant in (one, other):
        for opponent in _opponents(swapped, entrant):
            names = {"one": recorded.title(entrant), "other": recorded.title(opponent)}
            if met[frozenset((entrant, opponent))]:
                found.append(message("{one} and {other} have met before.", **names))
            if entrant in teams and teams[entrant] == teams.get(opponent):
                found.append(message("{one} and {other} are of one team.", **names))
        if entrant in swapped["out"] and entrant not in round.out:
            times = sat_out(before, before.rounds)
            if times[entrant] > min(times[number] for number in tables):
                text = message(
                    "{one} sits out again before others have.", one=recorded.title(entrant)
                )
                found.append(text)
        kept = fixed_tables(recorded).get(entrant)
        if kept and tables[entrant] not in (0, kept):
            text = message("{one} keeps table {table}.", one=recorded.title(entrant), table=kept)
            found.append(text)
    return found


def _opponents(round: Document, entrant: int) -> list[int]:
    return [
        opponent
        for table in round["tables"]
        if any(entrant in side for side in table["sides"])
        for side in table["sides"]
        if entrant not in side
        for opponent in side
    ]


def corrected_since_drawn(recorded: RecordedTournament) -> dict[int, list[tuple[int, int]]]:
    """The rounds drawn before a correction, each with the corrected rounds and tables.

    A round is listed only if its draw depends on results. It stays as drawn, but `draw_again` can
    redraw the last round until one of its tables begins.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    results = sorted(recorded.results_changed.items())
    for number, times in enumerate(recorded.times, start=1):
        changed = [place for place, at in results if place[0] < number and at > times.drawn]
        if changed and recorded.round(number).movement in FROM_RESULTS:
            found[number] = changed
    return found
