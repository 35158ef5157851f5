"""Tournaments as pages show them: tables with their results, standings, and what is to be done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from flask_babel import format_decimal, lazy_gettext, ngettext
from flask_babel import gettext as _

from scorekeeper.storage.models import Player
from scorekeeper.tournament.model import (
    KNOCK_OUT,
    LAST,
    LOT,
    MITCHELL,
    NO,
    ROUND_ROBIN,
    STANDING,
    YES,
    Round,
    Table,
)
from scorekeeper.tournament.points import Number
from scorekeeper.tournament.standings import Result, met_before, results, standing
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.formatting import list_of, signed
from scorekeeper.web.shell.translation import total

POINTS_WORDS = {
    "victory": lazy_gettext("Victory Points"),
    "wins": lazy_gettext("Tables won"),
    "total": lazy_gettext("Totals of the games"),
    "places": lazy_gettext("Places at the table"),
}
"""How tables give points, as organisers choose it."""

BREAK_WORDS = {
    "direct": lazy_gettext("their own meetings"),
    "difference": lazy_gettext("difference"),
    "score": lazy_gettext("score"),
    "won": lazy_gettext("won"),
    "opponents": lazy_gettext("opponents’ points"),
    "best": lazy_gettext("best round"),
    "lot": lazy_gettext("lot"),
}
"""What separates those who are level."""

CLOCK_WORDS = {
    "lap": lazy_gettext("The lap is finished and counted"),
    "void": lazy_gettext("The hand does not count"),
    "played-out": lazy_gettext("The hand is played out"),
}
"""What is done when the time is up."""

MOVEMENT_WORDS = {
    LOT: lazy_gettext("By lot"),
    STANDING: lazy_gettext("By standing"),
    MITCHELL: lazy_gettext("Mitchell: East-West moves up"),
    ROUND_ROBIN: lazy_gettext("Everybody meets everybody"),
    KNOCK_OUT: lazy_gettext("Knock-out"),
}

AGAIN_WORDS = {
    NO: lazy_gettext("Nobody meets again"),
    LAST: lazy_gettext("Not the opponents of the last round"),
    YES: lazy_gettext("All may meet again: first against second"),
}


@dataclass(frozen=True, slots=True)
class ShownEntrant:
    """An entrant with the faces of the players."""

    number: int
    title: str
    people: tuple[Player, ...]


@dataclass(frozen=True, slots=True)
class ShownSide:
    """A side of a table: its entrants, and the total and the points that it has so far."""

    title: str
    entrants: tuple[ShownEntrant, ...]
    total: int | None
    points: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a round. `state` says in words how far it is, or how it ended."""

    round: int
    number: int
    sides: tuple[ShownSide, ...]
    state: str
    is_done: bool
    played: int
    game_id: str

    @property
    def titles(self) -> str:
        """Who sits there, such as `Ann & Cem – Bob & Dee`."""
        return " – ".join(side.title for side in self.sides)


def shown_entrant(recorded: RecordedTournament, number: int) -> ShownEntrant:
    """An entrant by number."""
    return ShownEntrant(number, recorded.title(number), recorded.people[number])


def points_text(points: Number | None) -> str:
    """Tournament points, with decimals if they are shared: `31`, `2.25`."""
    if points is None:
        return ""
    if isinstance(points, Fraction):
        return str(format_decimal(round(float(points), 2)))
    return total(points)


def shown_tables(recorded: RecordedTournament, number: int) -> list[ShownTable]:
    """The tables of a round, in order."""
    found = results(recorded.tournament, number)
    in_round = {
        entrant: result
        for entrant, rounds in found.items()
        for result in rounds
        if result.round == number
    }
    return [
        shown_table(recorded, number, table, in_round) for table in recorded.round(number).tables
    ]


def shown_table(
    recorded: RecordedTournament, number: int, table: Table, in_round: dict[int, Result]
) -> ShownTable:
    """A table with the results of its round by entrant."""
    game = recorded.games.get((number, table.number))
    totals = table.totals or (game.totals if game and game.played else None)
    sides = tuple(
        ShownSide(
            title=" & ".join(recorded.title(entrant) for entrant in side),
            entrants=tuple(shown_entrant(recorded, entrant) for entrant in side),
            total=totals[place] if totals else None,
            points=points_text(in_round[side[0]].points) if side[0] in in_round else "",
        )
        for place, side in enumerate(table.sides)
    )
    return ShownTable(
        round=number,
        number=table.number,
        sides=sides,
        state=_state(recorded, table, game.played if game else None, sides),
        is_done=table.is_done,
        played=game.played if game else 0,
        game_id=game.id if game else "",
    )


def _state(
    recorded: RecordedTournament, table: Table, played: int | None, sides: Sequence[ShownSide]
) -> str:
    if table.void:
        return str(_("does not count"))
    if table.forfeit is not None:
        return str(_("%(names)s did not come", names=recorded.title(table.forfeit)))
    if table.totals is not None:
        return result_words(table.totals, [side.points for side in sides])
    if played is None:
        return str(_("not begun yet"))
    return str(ngettext("%(num)d hand played", "%(num)d hands played", played))


def result_words(totals: Sequence[int], points: Sequence[str]) -> str:
    """The result of a table: `1,345 – 580: 16 – 4`."""
    scores = " – ".join(map(total, totals))
    return str(_("%(label)s: %(value)s", label=scores, value=" – ".join(points)))


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of an entrant: whom they met, with which totals, and what it gave.

    `table` is 0 if they sat out. `game_id` is empty for a table without a game.
    """

    number: int
    table: int
    against: str
    totals: str
    gave: str
    game_id: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line of the standing with the rounds behind it. `is_gone` once they have left."""

    place: int
    entrant: ShownEntrant
    points: str
    tie_break: str
    is_gone: bool
    rounds: tuple[PlayedRound, ...]


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """The standing after a round. `answer` says who leads, `tie_break` heads the last column."""

    after: int
    answer: str
    tie_break: str
    lines: tuple[StandingLine, ...]

    def line_of(self, entrant: int | None) -> StandingLine | None:
        """The line of an entrant."""
        return next((line for line in self.lines if line.entrant.number == entrant), None)


def shown_standing(recorded: RecordedTournament, after: int) -> ShownStanding:
    """The standing after a round, as all see it."""
    tournament = recorded.tournament
    found = standing(tournament, after)
    shown = [key for key in tournament.breaks if key not in ("direct", "lot")][:1]
    behind = _rounds_behind(recorded, after)
    lines = tuple(
        StandingLine(
            place=line.place,
            entrant=shown_entrant(recorded, line.entrant),
            points=points_text(line.points),
            tie_break=_signed_break(shown[0], line.breaks.get(shown[0])) if shown else "",
            is_gone=not recorded.entrant(line.entrant).is_in(after + 1),
            rounds=tuple(behind.get(line.entrant, ())),
        )
        for line in found.lines
    )
    return ShownStanding(
        after=after,
        answer=_answer(recorded, after, lines) if after else "",
        tie_break=str(BREAK_WORDS[shown[0]]) if shown else "",
        lines=lines,
    )


def _signed_break(key: str, value: Number | None) -> str:
    if key == "difference" and isinstance(value, int):
        return signed(value)
    return points_text(value)


def _answer(recorded: RecordedTournament, after: int, lines: Sequence[StandingLine]) -> str:
    """Who is first: `After round 2 of 4: Ann & Cem lead with 31.`"""
    first = [line for line in lines if line.place == 1]
    facts = {
        "round": round_words(recorded, after),
        "names": list_of(line.entrant.title for line in first[:3]),
        "points": first[0].points if first else "",
    }
    people = sum(len(line.entrant.people) for line in first)
    if not first or len(first) > 3:
        return str(_("After %(round)s nobody leads yet.", **facts))
    if recorded.setup.get("ended"):
        return str(
            ngettext(
                "%(names)s wins with %(points)s.", "%(names)s win with %(points)s.", people, **facts
            )
        )
    return str(
        ngettext(
            "After %(round)s: %(names)s leads with %(points)s.",
            "After %(round)s: %(names)s lead with %(points)s.",
            people,
            **facts,
        )
    )


def round_words(recorded: RecordedTournament, number: int) -> str:
    """A round within a sentence: `round 2 of 4`."""
    planned = recorded.setup.get("planned", 0)
    if planned >= number:
        return str(_("round %(number)d of %(last)d", number=number, last=planned))
    return str(_("round %(number)d", number=number))


def _rounds_behind(recorded: RecordedTournament, after: int) -> dict[int, list[PlayedRound]]:
    found = results(recorded.tournament, after)
    behind: dict[int, list[PlayedRound]] = {number: [] for number in found}
    for round in recorded.tournament.rounds[:after]:
        seats = {entrant: table for table in round.tables for entrant in table.entrants}
        for entrant, of_entrant in found.items():
            result = next((one for one in of_entrant if one.round == round.number), None)
            if entrant in seats:
                behind[entrant].append(_played(recorded, round, seats[entrant], entrant, result))
            elif result is not None:
                gave = _gave(result, ())
                behind[entrant].append(
                    PlayedRound(round.number, 0, str(_("sits out")), "", gave, "")
                )
    return behind


def _played(
    recorded: RecordedTournament, round: Round, table: Table, entrant: int, result: Result | None
) -> PlayedRound:
    own = next(place for place, side in enumerate(table.sides) if entrant in side)
    others = [place for place in range(len(table.sides)) if place != own]
    names = [recorded.title(one) for place in others for one in table.sides[place]]
    totals = table.totals or ()
    ordered = [totals[place] for place in (own, *others)] if totals else []
    gave = _gave(result, totals) if result else str(_("not done"))
    if table.void:
        gave = str(_("does not count"))
    elif table.forfeit is not None:
        gave = f"{recorded.title(table.forfeit)}: {_('did not come')} · {gave}"
    return PlayedRound(
        round.number,
        table.number,
        list_of(names),
        " – ".join(map(total, ordered)),
        gave,
        table.game,
    )


def _gave(result: Result, totals: Sequence[int]) -> str:
    """What a round gave: `765 difference: 16`."""
    if result.points is None:
        return str(_("the mean of the own rounds"))
    points = points_text(result.points)
    if len(totals) != 2:
        return str(_("%(points)s points", points=points))
    return str(
        _(
            "%(difference)s difference: %(points)s",
            difference=total(abs(totals[0] - totals[1])),
            points=points,
        )
    )


@dataclass(frozen=True, slots=True)
class Seat:
    """Where an entrant sits in a round, and against whom. `table` is 0 if they sit out."""

    entrant: ShownEntrant
    table: int
    against: str


def seats_by_name(recorded: RecordedTournament, number: int) -> list[Seat]:
    """Everybody in a round, sorted by name."""
    round = recorded.round(number)
    seats = [
        Seat(shown_entrant(recorded, entrant), table.number, against(recorded, table, entrant))
        for table in round.tables
        for entrant in table.entrants
    ]
    seats += [Seat(shown_entrant(recorded, entrant), 0, "") for entrant in round.out]
    return sorted(seats, key=lambda seat: seat.entrant.title.casefold())


def against(recorded: RecordedTournament, table: Table, entrant: int) -> str:
    """The names of those on the other sides of a table."""
    sides = [side for side in table.sides if entrant not in side]
    return list_of(" & ".join(recorded.title(one) for one in side) for side in sides)


def entrant_of(recorded: RecordedTournament, player_id: int | None) -> int | None:
    """The number of the entrant that has this player."""
    return next(
        (
            number
            for number, people in recorded.people.items()
            if player_id in [player.id for player in people]
        ),
        None,
    )


def meeting_again(recorded: RecordedTournament) -> list[str]:
    """Who meets again in the round drawn last: `Ann & Cem and Bob & Dee`."""
    rounds = recorded.tournament.rounds
    met = met_before(rounds[:-1])
    return [
        list_of(map(recorded.title, two))
        for table in rounds[-1].tables
        for two in combinations(table.entrants, 2)
        if met[frozenset(two)] and two[1] in table.met_by(two[0])
    ]
