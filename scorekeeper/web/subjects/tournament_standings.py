"""The standings of a tournament as pages show them, with the rounds behind each line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.tournament.knock_out import champion
from scorekeeper.tournament.model import KNOCK_OUT, TWO_SIDES, EntrantAdjustment, Round, Table
from scorekeeper.tournament.points import Number
from scorekeeper.tournament.standings import EntrantResult, results_in, team_points
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.formatting import capital, list_of, signed
from scorekeeper.web.shell.translation import total
from scorekeeper.web.subjects.tournament_words import (
    BREAK_WORDS,
    points_text,
    round_words,
    scores_text,
)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round of an entrant: opponents, totals, and in `gave` the points in words.

    `table` is 0 if the entrant sat out or was absent, or if the organiser gave these points, and
    `against` then says so. `game_id` is empty for a table without a game.
    """

    number: int
    table: int
    against: str
    totals: str
    gave: str
    game_id: str


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line of the standings, for the entrant with this number.

    `is_gone`: the entrant has left. `out` names the round of a knock-out that the entrant lost.
    """

    place: int
    number: int
    title: str
    points: str
    tie_break: str
    is_gone: bool
    out: str


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team with the points of all its entrants."""

    place: int
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """The standings after a round. `answer` names the leaders. `tie_break` heads a column."""

    after: int
    answer: str
    tie_break: str
    lines: tuple[ShownLine, ...]
    teams: tuple[TeamLine, ...]

    def line_of(self, entrant: int | None) -> ShownLine | None:
        return next((line for line in self.lines if line.number == entrant), None)


def shown_standing(recorded: RecordedTournament, after: int) -> ShownStanding:
    tournament = recorded.tournament
    found = recorded.standing(after)
    shown = [key for key in tournament.breaks if key not in ("direct", "lot")][:1]
    entrants = {one.number: one for one in tournament.entrants}
    lines = tuple(
        ShownLine(
            place=line.place,
            number=line.entrant,
            title=entrants[line.entrant].title,
            points=points_text(line.points),
            tie_break=_signed_break(shown[0], line.breaks.get(shown[0])) if shown else "",
            is_gone=not entrants[line.entrant].is_in(after + 1),
            out=_("out in round %(round)d", round=line.out) if line.out else "",
        )
        for line in found.lines
    )
    return ShownStanding(
        after=after,
        answer=_answer(recorded, after, lines) if after else "",
        tie_break=capital(str(BREAK_WORDS[shown[0]])) if shown else "",
        lines=lines,
        teams=tuple(
            TeamLine(place, team, points_text(points))
            for place, team, points in team_points(tournament, found)
        ),
    )


def _signed_break(key: str, value: Number | None) -> str:
    if key == "difference" and isinstance(value, int):
        return signed(value)
    return points_text(value)


def _answer(recorded: RecordedTournament, after: int, lines: Sequence[ShownLine]) -> str:
    """A sentence with the leaders: `After round 2 of 4: Ann & Cem lead with 31.`

    With more than three leaders, nobody leads yet. In a knock-out, the sentence names the winner or
    the last two entrants, or counts the entrants who are still in.
    """
    won = champion(recorded.tournament, after)
    if won is not None:
        return str(
            ngettext(
                "%(names)s has won the knock-out.",
                "%(names)s have won the knock-out.",
                len(recorded.people[won]),
                names=recorded.title(won),
            )
        )
    still_in = [line.title for line in lines if not (line.out or line.is_gone)]
    is_knock_out = recorded.round(after).movement == KNOCK_OUT
    if is_knock_out and still_in and not recorded.setup.get("ended"):
        return _still_in(still_in, round_words(recorded, after))
    first = [line for line in lines if line.place == 1]
    facts = {
        "round": round_words(recorded, after),
        "names": list_of(line.title for line in first[:3]),
        "points": first[0].points if first else "",
    }
    people = sum(len(recorded.entrant(line.number).players) for line in first)
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


def _still_in(titles: Sequence[str], round: str) -> str:
    if len(titles) == TWO_SIDES:
        return str(
            _("After %(round)s: %(names)s are still in.", round=round, names=list_of(titles))
        )
    return str(_("After %(round)s: %(number)d are still in.", round=round, number=len(titles)))


def rounds_of(recorded: RecordedTournament, entrant: int, after: int) -> list[PlayedRound]:
    """The rounds of an entrant, each followed by the points that the organiser gave or took."""
    given = [
        PlayedRound(
            one.round, 0, one.note or str(_("Points given or taken")), "", _given_words(one), ""
        )
        for one in recorded.tournament.adjustments
        if one.entrant == entrant and one.round <= after
    ]
    return sorted(_played_rounds(recorded, entrant, after) + given, key=lambda one: one.number)


def given_lines(recorded: RecordedTournament, after: int) -> list[str]:
    """The points that the organiser gave or took: `Ann & Cem: −2 points · late`."""
    lines = []
    for one in recorded.tournament.adjustments:
        if one.round <= after:
            title, value = recorded.title(one.entrant), _given_words(one)
            line = str(_("%(label)s: %(value)s", label=title, value=value))
            lines.append(f"{line} · {one.note}" if one.note else line)
    return lines


def _given_words(adjustment: EntrantAdjustment) -> str:
    """Points with their sign, and a difference if it was given: `+355 difference: −2`."""
    points = signed(adjustment.points)
    if not adjustment.score:
        return _points_words(adjustment.points, points)
    difference = signed(adjustment.score)
    return str(_("%(difference)s difference: %(points)s", difference=difference, points=points))


def _played_rounds(recorded: RecordedTournament, entrant: int, after: int) -> list[PlayedRound]:
    rounds = []
    for round in recorded.tournament.rounds[:after]:
        results = results_in(recorded.tournament, round)
        table = next((one for one in round.tables if entrant in one.entrants), None)
        if table is not None:
            rounds.append(_played_round(recorded, round, table, entrant, results))
        elif entrant in results:
            gave = _points_of(results[entrant])
            rounds.append(PlayedRound(round.number, 0, str(_("sits out")), "", gave, ""))
        else:
            rounds.append(PlayedRound(round.number, 0, str(_("not there")), "", "", ""))
    return rounds


def _played_round(
    recorded: RecordedTournament,
    round: Round,
    table: Table,
    entrant: int,
    results: Mapping[int, EntrantResult],
) -> PlayedRound:
    sides = sorted(table.sides, key=lambda side: entrant not in side)
    totals = dict(zip(table.sides, table.totals or (), strict=False))
    ordered = [totals[side] for side in sides] if totals else []
    return PlayedRound(
        number=round.number,
        table=table.number,
        against=list_of(recorded.title(*side) for side in sides[1:]) or str(_("sits out")),
        totals=scores_text(ordered),
        gave=_gave(recorded, table, [results.get(side[0]) for side in sides], ordered),
        game_id=table.game,
    )


def _gave(
    recorded: RecordedTournament,
    table: Table,
    got: Sequence[EntrantResult | None],
    totals: Sequence[int],
) -> str:
    """The outcome of a table, the entrant's own side first: `765 difference: 16–4`."""
    own = got[0]
    if table.void:
        return str(_("does not count"))
    if own is None:
        return str(_("not done"))
    if table.forfeit is not None:
        absent = _("%(names)s did not come", names=recorded.title(table.forfeit))
        return f"{absent} · {_points_of(own)}"
    if len(totals) != TWO_SIDES:
        return _points_of(own)
    points = "–".join(points_text(result.points) for result in got if result)
    difference = total(abs(totals[0] - totals[1]))
    return str(_("%(difference)s difference: %(points)s", difference=difference, points=points))


def _points_of(result: EntrantResult) -> str:
    if result.points is None:
        return str(_("the mean of the own rounds"))
    return _points_words(result.points, points_text(result.points))


def _points_words(points: Number, text: str) -> str:
    number = 1 if abs(points) == 1 else 2
    return str(ngettext("%(points)s point", "%(points)s points", number, points=text))
