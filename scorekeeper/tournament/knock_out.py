"""A knock-out: the winners of tables and their next opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from scorekeeper.tournament.draws import PAIR, Drawn
from scorekeeper.tournament.model import KNOCK_OUT, Round, Table, Tournament
from scorekeeper.tournament.points import winners
from scorekeeper.tournament.refusals import Refusal, message


def bracket(places: int) -> tuple[int, ...]:
    """The seeds from top to bottom of a bracket. `places` is a power of two.

    >>> bracket(8)
    (1, 8, 4, 5, 2, 7, 3, 6)
    """
    slots = [1]
    while len(slots) < places:
        last = 2 * len(slots) + 1
        slots = [seed for slot in slots for seed in (slot, last - slot)]
    return tuple(slots)


def first_round(order: Sequence[int]) -> Drawn:
    """The first round in order of the seeds. An entrant without an opponent sits alone.

    >>> first_round([9, 8, 7])
    Drawn(tables=((9,), (8, 7)), out=())
    """
    size = 1 << (len(order) - 1).bit_length()
    seeded = dict(enumerate(order, start=1))
    slots = [seeded.get(seed) for seed in bracket(size)]
    return Drawn(
        tuple(
            tuple(entrant for entrant in two if entrant is not None)
            for two in zip(slots[::PAIR], slots[1::PAIR], strict=True)
        )
    )


def later_round(tournament: Tournament, before: Round) -> Drawn:
    """Pair the winners of tables 1 and 2, of tables 3 and 4, and so on. Raises `Refusal`."""
    on = {table.number: winner(table, fewest_win=tournament.fewest_win) for table in before.tables}
    present = tournament.present(before.number + 1)
    _check_goes_on(
        tournament, [*on.values()] if len(on) == 1 else present.intersection(on.values())
    )
    return Drawn(
        tuple(
            tuple(on[table] for table in (above, above + 1) if on.get(table) in present)
            for above in range(1, max(on) + 1, PAIR)
        )
    )


def left_with_lives(tournament: Tournament, order: Sequence[int], number: int) -> list[int]:
    """The entrants of this order with lives left. Raises `Refusal` if the knock-out is over."""
    reached = rounds_reached(tournament, number - 1)
    left = [entrant for entrant in order if reached.get(entrant, number) >= number]
    _check_goes_on(tournament, left)
    return left


def rounds_reached(tournament: Tournament, after: int) -> dict[int, int]:
    """The round in which each entrant was knocked out; later than `after` for those still in.

    Empty if the round `after` is not of a knock-out.
    """
    if not after or tournament.rounds[after - 1].movement != KNOCK_OUT:
        return {}
    last = tournament.rounds[after - 1]
    lost: Counter[int] = Counter()
    reached: dict[int, int] = {}
    for round in tournament.rounds[last.since - 1 : after]:
        reached |= dict.fromkeys(round.out, round.number + 1)
        for table in round.tables:
            on = _winner(table, fewest_win=tournament.fewest_win)
            for entrant in table.entrants:
                lost[entrant] += on not in (None, entrant)
                reached[entrant] = round.number + (lost[entrant] < last.lives)
    # Winners who left come behind those who go on.
    present = tournament.present(after + 1)
    return {
        entrant: number + (number > after and entrant in present)
        for entrant, number in reached.items()
    }


def champion(tournament: Tournament, after: int) -> int | None:
    """The winner of a knock-out after this round. `None` if the knock-out is not over."""
    reached = rounds_reached(tournament, after)
    furthest = max(reached.values(), default=0)
    left = [entrant for entrant, number in reached.items() if number == furthest > after]
    return left[0] if len(left) == 1 else None


def winner(table: Table, *, fewest_win: bool) -> int:
    """The entrant who goes on from a table. Raises `Refusal` if a tie is not decided."""
    found = _winner(table, fewest_win=fewest_win)
    if found is None:
        text = message(
            "Table {table} is level. Play one more hand, or say who goes on.", table=table.number
        )
        raise Refusal(text)
    return found


def is_level(table: Table, *, fewest_win: bool) -> bool:
    """Check whether the result of a table leaves open who goes on."""
    return table.is_done and _winner(table, fewest_win=fewest_win) is None


def _winner(table: Table, *, fewest_win: bool) -> int | None:
    entrants = table.entrants
    if table.goes_on is not None:
        return table.goes_on
    if table.forfeit is not None or len(entrants) == 1:
        return next(entrant for entrant in entrants if entrant != table.forfeit)
    best = winners(table.totals, fewest_win=fewest_win) if table.totals else []
    return entrants[best[0]] if len(best) == 1 else None


def _check_goes_on(tournament: Tournament, left: Collection[int]) -> None:
    if not left:
        raise Refusal(message("Nobody is left in the knock-out."))
    if len(left) == 1:
        [name] = [one.title for one in tournament.entrants if one.number in left]
        raise Refusal(message("The knock-out is over: {winner} won.", winner=name))
