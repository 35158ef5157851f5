"""The end of a game: the podium, the story and the chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask_babel import format_timedelta
from flask_babel import gettext as _

from scorekeeper.rummy.column import Column
from scorekeeper.rummy.documents.sides import proposed_name
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.highlights import highlights
from scorekeeper.rummy.game.joining_and_leaving import out_of_game
from scorekeeper.rummy.game.places import places
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.ruling import Rule, points_of
from scorekeeper.rummy.sides import by_side
from scorekeeper.storage.folded_games import recorded_game
from scorekeeper.storage.models import GameRow, Partners, Player, Scorer
from scorekeeper.web.parts.between import gone_words
from scorekeeper.web.parts.charts import Chart, Curve, draw_chart
from scorekeeper.web.parts.faces import face_sign
from scorekeeper.web.parts.formatting import short_names
from scorekeeper.web.parts.money import SettledUp, settled_game
from scorekeeper.web.parts.sheet_table import SheetStanding, standings
from scorekeeper.web.shell.translation import evening_words
from scorekeeper.web.subjects.story import StoryLine, how_it_came_about, leads_of, story_of

LONGEST_EVENING = timedelta(hours=12)
"""If a game took longer, it was interrupted or entered later, so its time says nothing."""

LONGEST_NAME = 8
"""The longest name that fits at the end of a line on a small phone."""


@dataclass(frozen=True, slots=True)
class PodiumPlace:
    """A player’s place on the podium. `gone` says in words that a player is out, or is empty."""

    rank: int
    player: Scorer
    standing: SheetStanding
    gone: str = ""


@dataclass(frozen=True, slots=True)
class GameEnd:
    """The end of a game and its story. `how` and `lasted` are empty if there is nothing to say.

    `chart` has the totals after each round, without bonuses. It is `None` without rounds. `final`
    has the parts of the totals if there were bonuses at the end. `evening` is the label of the
    game's evening, such as “Tonight”. `settled` has the payments if there was a stake.
    """

    places: tuple[PodiumPlace, ...]
    how: str
    story: list[StoryLine]
    leads: list[StoryLine]
    chart: Chart | None
    lasted: str
    final: FinalTable | None
    evening: str
    settled: SettledUp | None


def end_of(
    row: GameRow, sheet: Sheet, players: Sequence[Player], *, for_club: bool = True
) -> GameEnd | None:
    """The end of a game. `None` until it is over. Only the club sees the payments."""
    if not sheet.over:
        return None
    found = highlights(sheet)
    return GameEnd(
        places=podium_places(sheet, players),
        how=how_it_came_about(found),
        story=story_of(found, sheet.game),
        leads=leads_of(found, sheet.game),
        chart=totals_chart(sheet, players) if sheet.rounds else None,
        lasted=_lasted(row),
        final=final_table(sheet, players),
        evening=evening_words(row.played_on),
        settled=settled_game(sheet, players) if for_club else None,
    )


def podium_places(sheet: Sheet, players: Sequence[Player]) -> tuple[PodiumPlace, ...]:
    """Every player's place: the winners first, players who are out last."""
    out = out_of_game(sheet)
    sides = sheet.game.sides
    gone = [gone_words(eliminated=out[seat]) if seat in out else "" for seat in sides]
    podium = list(map(PodiumPlace, places(sheet), by_side(players), standings(sheet), gone))
    return tuple(sorted(podium, key=lambda place: place.rank))


def totals_chart(sheet: Sheet, players: Sequence[Player]) -> Chart:
    scorers = by_side(players)
    labels = short_names(list(map(_name_at_a_line, scorers)), LONGEST_NAME)
    curves = [
        Curve(
            name=scorer.name,
            colour=scorer.colour,
            values=values,
            label=label,
        )
        for scorer, label, values in zip(scorers, labels, _values(sheet), strict=True)
        if any(value is not None for value in values)
    ]
    rounds = [_("Start"), *(str(entry.number) for entry in sheet.rounds)]
    return draw_chart(curves, rounds, axis=_("Round"), target=_target(sheet))


def _name_at_a_line(scorer: Scorer) -> str:
    """The name, or for partners with a long proposed name the text on their faces: `A C`."""
    if isinstance(scorer, Partners) and len(scorer.name) > LONGEST_NAME:
        called = proposed_name([player.name for player in scorer.people])
        return " ".join(map(face_sign, scorer.people)) if scorer.name == called else scorer.name
    return scorer.name


def _values(sheet: Sheet) -> list[list[int | None]]:
    """Each player’s total at the start and after each round. `None` while they did not play."""
    now = dict.fromkeys(sheet.game.starters, 0)
    places = []
    for entry in sheet.entries:
        if isinstance(entry, RoundOnSheet):
            places.append(now)
            now = {seat: entry.totals[seat] for seat in entry.before}
        else:
            now |= {seat: entry.totals[seat] for seat in entry.seats if seat not in now}
    places.append(now)
    return [[at.get(seat) for at in places] for seat in sheet.game.sides]


def _target(sheet: Sheet) -> int | None:
    variant, rules = sheet.game.variant, sheet.game.rules
    return None if variant.rounds or variant.columns > 1 else getattr(rules, "target", 0) or None


def time_taken(row: GameRow) -> timedelta | None:
    """The time from the start of the game to its last entry, if plausible."""
    entries = recorded_game(row).entries
    lasted = max((entry.at for entry in entries), default=row.created_at) - row.created_at
    return lasted if timedelta(minutes=1) <= lasted <= LONGEST_EVENING else None


def _lasted(row: GameRow) -> str:
    lasted = time_taken(row)
    if lasted is None:
        return ""
    return str(format_timedelta(lasted, granularity="minute", threshold=LONGEST_EVENING.seconds))


@dataclass(frozen=True, slots=True)
class FinalRow:
    """The parts of a player's total: points, boxes in points, and bonuses."""

    player: Scorer
    points: int
    boxes: int
    bonus: int

    @property
    def total(self) -> int:
        return self.points + self.boxes + self.bonus


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The rows of all players for each column, and their sums if there are several columns."""

    columns: tuple[tuple[FinalRow, ...], ...]
    whole: tuple[FinalRow, ...] | None

    @property
    def has_boxes(self) -> bool:
        return any(row.boxes for rows in self.columns for row in rows)


def final_table(sheet: Sheet, players: Sequence[Player]) -> FinalTable | None:
    """The table of a finished game. `None` if there were no bonuses at the end."""
    if not sheet.bonuses:
        return None
    columns = tuple(_rows(column, players) for column in sheet.columns)
    whole = tuple(map(_sum, zip(*columns, strict=True))) if len(columns) > 1 else None
    return FinalTable(columns, whole)


def _rows(column: Column, players: Sequence[Player]) -> tuple[FinalRow, ...]:
    boxes = [line for line in column.bonuses if line.rule is Rule.BOX_BONUS]
    others = [line for line in column.bonuses if line.rule is not Rule.BOX_BONUS]
    scorers = by_side(players)
    seats = len(scorers)
    parts = (column.totals, points_of(boxes, seats), points_of(others, seats))
    return tuple(map(FinalRow, scorers, *parts))


def _sum(rows: Sequence[FinalRow]) -> FinalRow:
    return FinalRow(
        rows[0].player,
        points=sum(row.points for row in rows),
        boxes=sum(row.boxes for row in rows),
        bonus=sum(row.bonus for row in rows),
    )
