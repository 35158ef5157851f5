"""Tournaments as pages show them: entrants, tables with results, and seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.storage.models import Player
from scorekeeper.storage.search_text import alphabetical
from scorekeeper.tournament.knock_out import is_level
from scorekeeper.tournament.model import KNOCK_OUT, Table
from scorekeeper.tournament.standings import EntrantResult, met_before, results_in
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.formatting import capital, list_of
from scorekeeper.web.subjects.tournament_words import points_text, round_words, scores_text


@dataclass(frozen=True, slots=True)
class ShownEntrant:
    """An entrant with the players and their faces."""

    number: int
    title: str
    people: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A side of a table: its entrants, its total so far, and its points for the round."""

    title: str
    entrants: tuple[ShownEntrant, ...]
    total: int | None
    points: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a round. `state` is its progress or its result, in words.

    A table of a knock-out that `is_level` is not done until the organiser says who goes on.
    """

    round: int
    number: int
    sides: tuple[ShownSide, ...]
    state: str
    is_done: bool
    is_level: bool
    played: int
    game_id: str

    @property
    def titles(self) -> str:
        """The sides of the table, such as `Ann & Cem – Bob & Dee`."""
        return "\N{NO-BREAK SPACE}– ".join(side.title for side in self.sides)


def shown_entrant(recorded: RecordedTournament, number: int) -> ShownEntrant:
    return ShownEntrant(number, recorded.title(number), recorded.people[number])


def shown_tables(recorded: RecordedTournament, number: int) -> list[ShownTable]:
    round = recorded.round(number)
    results = results_in(recorded.tournament, round)
    return [_shown_table(recorded, number, table, results) for table in round.tables]


def _shown_table(
    recorded: RecordedTournament, number: int, table: Table, results: Mapping[int, EntrantResult]
) -> ShownTable:
    game = recorded.games.get((number, table.number))
    is_knock_out = recorded.round(number).movement == KNOCK_OUT
    level = is_knock_out and is_level(table, fewest_win=recorded.tournament.fewest_win)
    totals = table.totals or (game.totals if game and game.played else None)
    sides = tuple(
        ShownSide(
            title=recorded.title(*side),
            entrants=tuple(shown_entrant(recorded, entrant) for entrant in side),
            total=totals[place] if totals else None,
            points=points_text(results[side[0]].points) if side[0] in results else "",
        )
        for place, side in enumerate(table.sides)
    )
    return ShownTable(
        round=number,
        number=table.number,
        sides=sides,
        state=_with_question(level, _state(recorded, table, game.played if game else None, sides)),
        is_done=table.is_done and not level,
        is_level=level,
        played=game.played if game else 0,
        game_id=game.id if game else "",
    )


def _with_question(is_level: bool, state: str) -> str:
    question = _("who goes on?")
    return f"{state} · {question}" if is_level else state


def _state(
    recorded: RecordedTournament, table: Table, played: int | None, sides: Sequence[ShownSide]
) -> str:
    if len(table.sides) == 1:
        return str(_("sits out"))
    if table.goes_on is not None:
        return str(_("%(names)s goes on", names=recorded.title(table.goes_on)))
    if table.void:
        return str(_("does not count"))
    if table.forfeit is not None:
        return str(_("%(names)s did not come", names=recorded.title(table.forfeit)))
    if table.totals is not None:
        return result_words(table.totals, [side.points for side in sides])
    if played is None:
        return str(_("not begun yet"))
    if not played:
        return str(_("begun"))
    return str(ngettext("%(num)d hand played", "%(num)d hands played", played))


def result_words(totals: Sequence[int], points: Sequence[str]) -> str:
    """The totals of a table, then its points: `1,345–580: 16–4`."""
    value = "–".join(points)
    return str(_("%(label)s: %(value)s", label=scores_text(totals), value=value))


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """An entrant's seat in a round, with the opponents. `table` is 0 without opponents.

    `partner` is the name of the partner drawn for this round, if partners are drawn.
    """

    entrant: ShownEntrant
    table: int = 0
    against: str = ""
    partner: str = ""


def seats_by_name(recorded: RecordedTournament, number: int) -> list[ShownSeat]:
    round = recorded.round(number)
    seats = [
        ShownSeat(
            shown_entrant(recorded, entrant),
            table.number if len(table.sides) > 1 else 0,
            list_of(recorded.title(*other) for other in table.sides if other != side),
            list_of(recorded.title(one) for one in side if one != entrant),
        )
        for table in round.tables
        for side in table.sides
        for entrant in side
    ]
    seats += [ShownSeat(shown_entrant(recorded, entrant)) for entrant in round.out]
    return sorted(seats, key=lambda seat: alphabetical(seat.entrant.title))


def seat_of(recorded: RecordedTournament, number: int, entrant: int | None) -> ShownSeat | None:
    """The seat of an entrant in a round. `None` if they are not in the round."""
    seats = seats_by_name(recorded, number) if number and entrant is not None else []
    return next((seat for seat in seats if seat.entrant.number == entrant), None)


def meeting_again(recorded: RecordedTournament) -> list[str] | None:
    """The pairs of entrants who meet again in the last drawn round: `Ann & Cem and Bob & Dee`.

    `None` for a knock-out, because its draw does not avoid rematches.
    """
    rounds = recorded.tournament.rounds
    if rounds[-1].movement == KNOCK_OUT:
        return None
    met = met_before(rounds[:-1])
    return [
        list_of(map(recorded.title, two))
        for table in rounds[-1].tables
        for two in combinations(table.entrants, 2)
        if met[frozenset(two)] and two[1] in table.met_by(two[0])
    ]


def seat_words(recorded: RecordedTournament, number: int, seat: ShownSeat | None) -> str:
    """The seat of this phone's player: `Round 3: you are at table 7 against Bob & Dee.`"""
    if not number:
        return str(_("No draw is shown yet."))
    round = capital(round_words(recorded, number))
    if seat is None:
        return str(_("%(round)s: find your name.", round=round))
    if not seat.table:
        return str(_("%(round)s: you sit out.", round=round))
    facts = {"round": round, "table": seat.table, "names": seat.against}
    if seat.partner:
        return str(
            _(
                "%(round)s: you are at table %(table)d with %(partner)s against %(names)s.",
                partner=seat.partner,
                **facts,
            )
        )
    return str(_("%(round)s: you are at table %(table)d against %(names)s.", **facts))
