"""The printed sheets of a tournament: cards and slips for tables, the draw, the standings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from flask import redirect, render_template, request, url_for
from markupsafe import Markup
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import clock
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.tokens import print_code
from scorekeeper.tournament.draws import sizes_of_tables
from scorekeeper.tournament.model import DRAWN_PAIRS
from scorekeeper.tournament.points import total
from scorekeeper.tournament.standings import EntrantResult, results_in
from scorekeeper.tournaments.cards import TableCard, cards_of, has_broken_cards, make_cards
from scorekeeper.tournaments.recorded import RecordedTournament
from scorekeeper.web.parts.formatting import signed
from scorekeeper.web.parts.squares import draw_square
from scorekeeper.web.shell.requests import address_to_send, read_form_token
from scorekeeper.web.shell.translation import clock_text
from scorekeeper.web.shell.visitor import current_club, current_member
from scorekeeper.web.subjects.tournament_standings import given_lines
from scorekeeper.web.subjects.tournament_words import BREAK_WORDS, points_text
from scorekeeper.web.subjects.tournaments import seats_by_name
from scorekeeper.web.tournaments.at_table import at_table, scorer_of
from scorekeeper.web.tournaments.changes import tournament_or_404
from scorekeeper.web.tournaments.hall import blueprint
from scorekeeper.web.tournaments.watch import in_pages

CARDS_A_PAGE, SLIPS_A_PAGE = 8, 4
LINES_A_PAGE = 30
"""The number of lines of the standings that fit on a page."""

ROWS_OF_SLIP = 6
"""The number of hands on a slip if the game does not set it."""


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """The card of a table: a QR code, and its address to type."""

    table: int
    square: Markup
    typed: str


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of the standings: points of each round, the total points, and the difference."""

    place: int
    name: str
    by_round: list[str]
    difference: str
    points: str


def tables_needed(recorded: RecordedTournament) -> int:
    """The number of tables with a card: enough for the entrants and for all drawn rounds."""
    drawn = [table.number for round in recorded.tournament.rounds for table in round.tables]
    entrants = len(recorded.tournament.entrants)
    if recorded.tournament.play == DRAWN_PAIRS:
        needed = entrants // 4
    elif not recorded.tournament.has_two_sides:
        needed = len(sizes_of_tables(entrants)) if entrants > 2 else 0
    else:
        needed = (entrants + 1) // 2
    return max([needed, *drawn])


@blueprint.get("/tournaments/<tournament_id>/print")
def prints(tournament_id: str) -> str:
    return render_template("hall/prints.html", recorded=tournament_or_404(tournament_id))


@blueprint.get("/tournaments/<tournament_id>/print/cards")
def print_cards(tournament_id: str) -> str:
    recorded = tournament_or_404(tournament_id)
    cards = [_printed(card) for card in cards_of(recorded.id)]
    return render_template(
        "hall/cards.html",
        recorded=recorded,
        pages=in_pages(cards, CARDS_A_PAGE),
        cards=len(cards),
        needed=tables_needed(recorded),
        has_broken_cards=has_broken_cards(recorded.id),
        at=address_to_send(),
        key=new_key(),
    )


def _printed(card: TableCard) -> PrintedCard:
    address = address_to_send().base + url_for(".table", code=print_code(card.code))
    square = draw_square(address, "hall-card__square")
    return PrintedCard(card.table, square, address.partition("://")[2])


@blueprint.post("/tournaments/<tournament_id>/print/cards")
def new_cards(tournament_id: str) -> AnyResponse:
    """Make the missing cards. With `renew`, make new cards for all tables and end the old ones."""
    recorded, form_token = tournament_or_404(tournament_id), read_form_token()
    make_cards(
        current_club(),
        recorded.id,
        tables_needed(recorded),
        key=form_token.key,
        renew="renew" in request.form,
    )
    return redirect(url_for(".print_cards", tournament_id=recorded.id), 303)


@blueprint.get("/tournaments/<tournament_id>/print/slips")
def print_slips(tournament_id: str) -> str:
    """A slip for each table of the last drawn round that has a game, four on a page."""
    recorded = tournament_or_404(tournament_id)
    number = recorded.latest
    tables = recorded.round(number).tables if number else ()
    slips = [at_table(recorded, table.number, number) for table in tables if len(table.sides) > 1]
    return render_template(
        "hall/slips.html",
        recorded=recorded,
        round=number,
        pages=in_pages(slips, SLIPS_A_PAGE),
        rows=(slips[0].hands if slips else 0) or ROWS_OF_SLIP,
    )


@blueprint.get("/tournaments/<tournament_id>/print/draw")
def print_draw(tournament_id: str) -> str:
    """The latest draw, by name and by table. Only organisers see a draw that is not shown yet."""
    recorded = tournament_or_404(tournament_id)
    number = recorded.latest if current_member().keeps else recorded.shown
    tables = recorded.round(number).tables if number else ()
    return render_template(
        "hall/draw.html",
        recorded=recorded,
        round=number,
        seats=seats_by_name(recorded, number) if number else [],
        tables=[
            (table.number, [scorer_of(recorded, side).name for side in table.sides])
            for table in tables
            if len(table.sides) > 1
        ],
    )


@blueprint.get("/tournaments/<tournament_id>/print/standings")
def print_standings(tournament_id: str) -> str:
    """The standings after the last closed round, with the points of each round."""
    recorded = tournament_or_404(tournament_id)
    address = address_to_send().base + url_for("tournaments.standings", tournament_id=recorded.id)
    breaks = [str(BREAK_WORDS[name]) for name in recorded.tournament.breaks]
    return render_template(
        "hall/standings.html",
        recorded=recorded,
        after=recorded.closed,
        day=date.fromisoformat(recorded.setup["date"]),
        pages=in_pages(_lines(recorded, recorded.closed), LINES_A_PAGE),
        breaks=breaks,
        given=given_lines(recorded, recorded.closed),
        at=clock_text(clock.now()),
        square=draw_square(address, "hall-print__square"),
    )


def _lines(recorded: RecordedTournament, after: int) -> list[PrintedLine]:
    tournament = recorded.tournament
    rounds = [results_in(tournament, round) for round in tournament.rounds[:after]]
    given: Counter[int] = Counter()
    for one in tournament.adjustments:
        if one.round <= after:
            given[one.entrant] += one.score
    return [
        PrintedLine(
            place=line.place,
            name=recorded.title(line.entrant),
            by_round=[_points(results.get(line.entrant)) for results in rounds],
            difference=_difference(
                (results[line.entrant] for results in rounds if line.entrant in results),
                given[line.entrant],
            ),
            points=points_text(line.points),
        )
        for line in recorded.standing(after).lines
    ]


def _points(result: EntrantResult | None) -> str:
    if result is None:
        return "–"
    return "ø" if result.points is None else points_text(result.points)


def _difference(results: Iterable[EntrantResult], given: int) -> str:
    difference = given + total(one.difference for one in results)
    return signed(difference) if isinstance(difference, int) else points_text(difference)
