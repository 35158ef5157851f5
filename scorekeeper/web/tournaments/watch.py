"""The big screen of the hall: the draw while people look for their seats, then who leads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import TypeVar

from flask import Response, make_response, render_template, request, url_for

from scorekeeper.storage.models import Scorer
from scorekeeper.tournament.model import Table
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.squares import draw_square
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.subjects.tournament_words import points_text
from scorekeeper.web.subjects.tournaments import ShownSeat, ShownTable, seats_by_name, shown_tables
from scorekeeper.web.tournaments.at_table import etag_of_tournament, scorer_of
from scorekeeper.web.tournaments.changes import tournament_or_404
from scorekeeper.web.tournaments.clock import clock_of
from scorekeeper.web.tournaments.hall import blueprint

LINES = 12
"""The number of lines that fit on the screen and can be read in ten seconds."""

CELLS = 6
"""The number of tables that fit beside the standing. Without a standing, twice as many fit."""

AnyItem = TypeVar("AnyItem")


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A line of the standing. `is_out` once the player or pair is knocked out."""

    place: int
    scorer: Scorer
    points: str
    is_out: bool


@dataclass(frozen=True, slots=True)
class ScreenTable:
    """A table with its players and its progress.

    It `waits` while its result is not confirmed.
    """

    number: int
    names: str
    words: str
    is_done: bool
    waits: bool


@dataclass(frozen=True, slots=True)
class Screen:
    """Contents of the big screen, in pages that change every ten seconds.

    While people look for their seats, only `seats` is filled. Later, `cells` are the tables of the
    round, and `places` is the standing after the last closed round.
    """

    after: int
    places: list[list[ScreenLine]]
    seats: list[list[ShownSeat]]
    cells: list[list[ScreenTable]]


def in_pages(items: Sequence[AnyItem], most: int) -> list[list[AnyItem]]:
    """Divide items into pages of at most this many.

    >>> in_pages([1, 2, 3], 2)
    [[1, 2], [3]]
    """
    return [[*items[begin : begin + most]] for begin in range(0, len(items), most)]


def screen_of(recorded: RecordedTournament) -> Screen:
    shown = recorded.shown
    is_played = shown > recorded.closed
    round = recorded.round(shown) if is_played else None
    tables = round.tables if round else ()
    begun = all(table.is_done or table.game for table in tables)
    is_looked_for = is_played and not recorded.times[shown - 1].clock and not begun
    told = shown_tables(recorded, shown) if is_played else []
    open_first = sorted(zip(told, tables, strict=True), key=lambda at: at[0].is_done)
    cells = list(starmap(_cell, open_first))
    return Screen(
        after=recorded.closed,
        places=[] if is_looked_for else in_pages(places_of(recorded, recorded.closed), LINES),
        seats=in_pages(seats_by_name(recorded, shown), 2 * LINES) if is_looked_for else [],
        cells=[] if is_looked_for else in_pages(cells, CELLS if recorded.closed else 2 * CELLS),
    )


def places_of(recorded: RecordedTournament, after: int) -> list[ScreenLine]:
    """The lines of the standing after this round. Empty for round 0."""
    if not after:
        return []
    return [
        ScreenLine(
            line.place,
            scorer_of(recorded, (line.entrant,)),
            points_text(line.points),
            line.out is not None,
        )
        for line in recorded.standing(after).lines
    ]


def _cell(shown: ShownTable, table: Table) -> ScreenTable:
    is_played = table.totals is not None and not table.void and table.forfeit is None
    return ScreenTable(
        number=shown.number,
        names=shown.titles,
        words=" : ".join(side.points for side in shown.sides) if is_played else shown.state,
        is_done=table.is_done and (table.totals is None or table.confirmed is not None),
        waits=table.totals is not None and table.confirmed is None and table.forfeit is None,
    )


@blueprint.get("/tournaments/<tournament_id>/watch")
def watch(tournament_id: str) -> Response:
    """The big screen. 204 if it has `seen` this state.

    Without JavaScript, it reloads with the next `page`.
    """
    recorded, etag = tournament_or_404(tournament_id), etag_of_tournament(tournament_id)
    if request.args.get("seen") == etag:
        return make_response("", 204)
    address = address_to_send().base + url_for("tournaments.standings", tournament_id=tournament_id)
    page = render_template(
        "hall/watch.html",
        recorded=recorded,
        screen=screen_of(recorded),
        clock=clock_of(recorded),
        etag=etag,
        page=request.args.get("page", 0, type=int),
        square=draw_square(address, "hall-watch__square"),
    )
    return make_response(page)
