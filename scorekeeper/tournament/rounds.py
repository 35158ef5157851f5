"""The draw of a tournament's next round, by its movement."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain, combinations

from scorekeeper.tournament.draws import (
    Drawn,
    Meetings,
    draw_partners,
    mitchell,
    mitchell_steps,
    pair,
    round_robin,
    seat_by_lot,
    seat_by_standing,
)
from scorekeeper.tournament.knock_out import first_round, later_round, left_with_lives
from scorekeeper.tournament.model import (
    DRAWN_PAIRS,
    EAST_WEST,
    KNOCK_OUT,
    LAST,
    LOT,
    MITCHELL,
    NO,
    NORTH_SOUTH,
    ROUND_ROBIN,
    STANDING,
    TWO_SIDES,
    YES,
    Entrant,
    Round,
    Table,
    Tournament,
)
from scorekeeper.tournament.refusals import Refusal, alternatives, listed, message
from scorekeeper.tournament.standings import met_before, partnered_before, sat_out, standing

FEWEST_ENTRANTS, MOST_ENTRANTS = 2, 400


def draw(
    tournament: Tournament,
    movement: str,
    *,
    again: str = NO,
    step: int | None = None,
    lives: int | None = None,
    shuffled: Sequence[int] = (),
) -> Round:
    """Draw the next round. Raises `Refusal` if a table is open or the movement is over.

    A draw by lot needs the entrants in a `shuffled` order. A Mitchell movement continues from the
    round before, or starts.
    """
    number = len(tournament.rounds) + 1
    for round in tournament.rounds:
        check_done(round)
    fewest = TWO_SIDES * tournament.players_a_side
    if len(tournament.present(number)) < fewest:
        raise Refusal(message("A round needs at least {fewest} entrants.", fewest=fewest))
    if movement not in (LOT, STANDING) and tournament.play == DRAWN_PAIRS:
        raise Refusal(message("Partners are drawn by lot or by standing."))
    if movement == MITCHELL:
        return _draw_mitchell(tournament, number, step)
    if movement == ROUND_ROBIN:
        return _draw_round_robin(tournament, number)
    if movement == KNOCK_OUT:
        return _draw_knock_out(tournament, number, lives, shuffled)
    order = shuffled if movement == LOT else standing_order(tournament)
    order = _present(tournament, order, number)
    drawn = _draw_field(tournament, movement, order, again)
    return Round(
        number=number,
        movement=movement,
        again=again,
        order=order,
        tables=_tables(drawn, tournament.players_a_side),
        out=drawn.out,
    )


def standing_order(tournament: Tournament) -> tuple[int, ...]:
    """The entrants by current standing. Entrants who join in the next round come last."""
    after = len(tournament.rounds)
    order = standing(tournament, after).order
    late = (one.number for one in tournament.entrants if one.number not in order)
    return (*order, *sorted(late))


def check_done(round: Round) -> None:
    """Raise `Refusal` if the round has an open table."""
    if len(round.open_tables) == 1:
        raise Refusal(
            message(
                "Table {table} of round {round} is not done. Type its totals, "
                "or say what became of it.",
                table=round.open_tables[0],
                round=round.number,
            )
        )
    if round.open_tables:
        raise Refusal(
            message(
                "Tables {tables} of round {round} are not done. Type their totals, "
                "or say what became of them.",
                tables=listed(round.open_tables),
                round=round.number,
            )
        )


def _draw_field(tournament: Tournament, movement: str, order: Sequence[int], again: str) -> Drawn:
    is_by_lot = movement == LOT
    met = _counted_meetings(tournament, NO if is_by_lot else again)
    if tournament.play == DRAWN_PAIRS:
        partnered = partnered_before(tournament.rounds)
        return draw_partners(order, partnered, met, sat_out(tournament, tournament.rounds))
    if tournament.has_two_sides:
        return pair(order, met, sat_out(tournament, tournament.rounds))
    return seat_by_lot(order, met) if is_by_lot else seat_by_standing(order)


def _counted_meetings(tournament: Tournament, again: str) -> Meetings:
    """The meetings for a draw to avoid. Meetings within a team weigh more than all others."""
    met = met_before(rounds_to_avoid(tournament, again))
    teams: defaultdict[str, list[int]] = defaultdict(list)
    for one in tournament.entrants:
        if one.team:
            teams[one.team].append(one.number)
    mates = [frozenset(two) for team in teams.values() for two in combinations(team, 2)]
    return met + Counter(dict.fromkeys(mates, 1 + met.total()))


def rounds_to_avoid(tournament: Tournament, again: str) -> Sequence[Round]:
    """The rounds whose opponents do not meet again."""
    return {NO: tournament.rounds, LAST: tournament.rounds[-1:], YES: ()}[again]


def _tables(drawn: Drawn, partners: int = 1) -> tuple[Table, ...]:
    return tuple(
        Table(
            number=number,
            sides=tuple(
                table[first : first + partners] for first in range(0, len(table), partners)
            ),
        )
        for number, table in enumerate(drawn.tables, start=1)
        if table
    )


def _draw_mitchell(tournament: Tournament, number: int, step: int | None) -> Round:
    if not tournament.has_two_sides:
        raise Refusal(message("A Mitchell movement is for tables with two sides."))
    begun = [round for round in tournament.rounds[-1:] if round.movement == MITCHELL]
    since = begun[0].since if begun else number
    if begun and step not in (None, begun[0].step):
        text = message(
            "East-West moves by {step} since round {round}.", step=begun[0].step, round=since
        )
        raise Refusal(text)
    step = begun[0].step if begun else step or 1
    lines = lines_of(tournament, number, since)
    tables = max(start for line in lines.values() for start in line)
    _check_mitchell(tables, step, number - since)
    present = tournament.present(number)
    north_south, east_west = (
        {start: entrant for start, entrant in lines[name].items() if entrant in present}
        for name in (NORTH_SOUTH, EAST_WEST)
    )
    drawn = mitchell(north_south, east_west, tables=tables, moved=(number - since) * step)
    return Round(
        number=number,
        movement=MITCHELL,
        step=step,
        since=since,
        tables=_tables(drawn),
        out=drawn.out,
    )


def _draw_round_robin(tournament: Tournament, number: int) -> Round:
    if not tournament.has_two_sides:
        raise Refusal(message("A round robin is for tables with two sides."))
    begun = [round for round in tournament.rounds[-1:] if round.movement == ROUND_ROBIN]
    since = begun[0].since if begun else number
    field = sorted(tournament.present(since))
    present = tournament.present(number)
    if late := present.difference(field):
        text = message(
            "Number {entrant} came after the round robin began. Go on by standing.",
            entrant=min(late),
        )
        raise Refusal(text)
    rounds = len(field) - 1 + len(field) % 2
    if number - since >= rounds:
        text = message("All have met after {rounds} rounds. Go on by standing.", rounds=rounds)
        raise Refusal(text)
    drawn = round_robin(field, number - since)
    alone = [table for table in drawn.tables if not present.issuperset(table)]
    there = Drawn(
        tuple(table for table in drawn.tables if table not in alone),
        tuple(one for one in (*drawn.out, *chain(*alone)) if one in present),
    )
    return Round(
        number=number,
        movement=ROUND_ROBIN,
        since=since,
        order=tuple(field),
        tables=_tables(there),
        out=there.out,
    )


def _draw_knock_out(
    tournament: Tournament, number: int, lives: int | None, shuffled: Sequence[int]
) -> Round:
    if not tournament.has_two_sides:
        raise Refusal(message("A knock-out is for tables with two sides."))
    begun = [round for round in tournament.rounds[-1:] if round.movement == KNOCK_OUT]
    since = begun[0].since if begun else number
    lives = begun[0].lives if begun else lives or 1
    order: tuple[int, ...] = ()
    if lives > 1:
        order = _present(tournament, standing_order(tournament), number)
        left = left_with_lives(tournament, order, number)
        drawn = pair(left, met_before(tournament.rounds), sat_out(tournament, tournament.rounds))
    elif begun:
        drawn = later_round(tournament, begun[0])
    else:
        order = _present(tournament, _seeded(tournament, shuffled), number)
        drawn = first_round(order)
    return Round(
        number=number,
        movement=KNOCK_OUT,
        since=since,
        lives=lives,
        order=order,
        tables=_tables(drawn),
        out=drawn.out,
    )


def _seeded(tournament: Tournament, shuffled: Sequence[int]) -> tuple[int, ...]:
    """The entrants by seed, then the others by standing, or by lot before the first round."""
    seeds = {one.number: one.seed for one in tournament.entrants if one.seed is not None}
    others = standing_order(tournament) if tournament.rounds else shuffled
    return (*sorted(seeds, key=seeds.__getitem__), *(one for one in others if one not in seeds))


def _present(tournament: Tournament, order: Sequence[int], number: int) -> tuple[int, ...]:
    present = tournament.present(number)
    return tuple(entrant for entrant in order if entrant in present)


def lines_of(tournament: Tournament, number: int, since: int) -> dict[str, dict[int, int]]:
    """The entrants of both lines of a Mitchell movement by their start. Raises `Refusal`.

    If all entrants lack a line, the first half of those who play in round `since` is North-South.
    """
    lines: dict[str, dict[int, int]] = {NORTH_SOUTH: {}, EAST_WEST: {}}
    for one in tournament.entrants:
        if one.line:
            lines[one.line][one.start] = one.number
    if not any(lines.values()):
        field = sorted(tournament.present(since))
        half = (len(field) + 1) // 2
        lines[NORTH_SOUTH] = dict(enumerate(field[:half], start=1))
        lines[EAST_WEST] = dict(enumerate(field[half:], start=1))
    seated = {*lines[NORTH_SOUTH].values(), *lines[EAST_WEST].values()}
    for one in tournament.entrants:
        if one.is_in(number) and one.number not in seated:
            raise has_no_start(one)
    return lines


def has_no_start(entrant: Entrant) -> Refusal:
    """The error for an entrant without a place in the Mitchell movement."""
    return Refusal(
        message(
            "Number {entrant} has no place in the Mitchell movement. Give them a line and a start, "
            "or go on by standing.",
            entrant=entrant.number,
        )
    )


def _check_mitchell(tables: int, step: int, turn: int) -> None:
    steps = mitchell_steps(tables)
    if tables > 1 and step % tables not in steps:
        if step % tables == 0:
            text = message(
                "With {tables} tables, moving by {step} moves nobody. Move by {steps}.",
                tables=tables,
                step=step,
                steps=alternatives(steps),
            )
            raise Refusal(text)
        repeat = next(n for n in range(1, tables + 1) if n * step % tables == 0)
        raise Refusal(
            message(
                "With {tables} tables, moving by {step} meets the same again after {repeat} "
                "rounds. Move by {steps}.",
                tables=tables,
                step=step,
                repeat=repeat,
                steps=alternatives(steps),
            )
        )
    if turn >= tables:
        raise Refusal(
            message(
                "With {tables} tables, East-West has met everybody after {tables} rounds. "
                "Go on by standing.",
                tables=tables,
            )
        )
