"""The page of a table: its players scan a card, begin the game, enter rounds, and confirm."""

from __future__ import annotations

import re
from collections.abc import Callable

from flask import (
    Response,
    abort,
    make_response,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask_babel import gettext as _
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper.clubs.clubs import find_club
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club, TournamentRow
from scorekeeper.storage.tokens import print_code
from scorekeeper.tournament.refusals import Refusal, message
from scorekeeper.tournaments import tables
from scorekeeper.tournaments.cards import (
    CardGoneError,
    NoCardError,
    OtherClubError,
    TableCard,
    come_to_table,
    find_card,
)
from scorekeeper.tournaments.recorded import recorded_tournament
from scorekeeper.tournaments.transaction import ChangeForm
from scorekeeper.web.shell.cookies import CARD, browser_token, sign_in
from scorekeeper.web.shell.errors import error_answer
from scorekeeper.web.shell.requests import read_form_token, speak_of
from scorekeeper.web.shell.visitor import is_at_table, member_or_none
from scorekeeper.web.subjects.tournament_words import points_text
from scorekeeper.web.tournaments.at_table import (
    AtTable,
    Stage,
    at_table,
    etag_of_tournament,
    hands_text,
    result_text,
)
from scorekeeper.web.tournaments.clock import clock_of
from scorekeeper.web.tournaments.hall import blueprint

blueprint.add_app_template_filter(hands_text)
blueprint.add_app_template_filter(points_text)
blueprint.add_app_template_filter(result_text)

LEADS_TO = {
    "standings": "tournaments.standings",
    "draw": "tournaments.draw",
    "clock": "hall.clock",
}
"""The pages of a tournament that a card can lead to."""

_NUMBERS = re.compile(r"-?[0-9]{1,9}")


@blueprint.errorhandler(NoCardError)
def _no_card(error: NoCardError) -> Response:
    if isinstance(error, CardGoneError):
        words = _("This card is of an older print. Scan the one that lies on the table now.")
        return error_answer(410, words, _("An old card"))
    words = _(
        "There is no such card. Scan it again, or type its code once more. If that does not help, "
        "ask an organiser."
    )
    return error_answer(404, words)


@blueprint.errorhandler(OtherClubError)
def _other_club(_error: OtherClubError) -> Response:
    words = _(
        "This browser is already in another club. Leave that one first, on its Club page, then "
        "scan the card again."
    )
    return error_answer(409, words)


@blueprint.get("/at/<code>")
def table(code: str) -> Response:
    """The table of this card. 204 if the page has `seen` this state."""
    card = find_card(code)
    if request.args.get("seen") == etag_of_tournament(card.tournament_id, card.table):
        return make_response("", 204)
    return _page(card, _here(card))


def _here(card: TableCard) -> AtTable:
    row = db.session.get_one(TournamentRow, card.tournament_id, populate_existing=True)
    recorded = recorded_tournament(row)
    speak_of(recorded.setup["game"]["variant"])
    return at_table(recorded, card.table)


def _page(card: TableCard, here: AtTable, status: int = 200, problem: str = "") -> Response:
    member = member_or_none()
    if member and not is_at_table(member) and member.club_id == card.club_id:
        session[CARD] = card.id  # A member stays signed in. The sheet leads back to this table.
    page = render_template(
        "hall/table.html",
        here=here,
        etag=etag_of_tournament(card.tournament_id, card.table),
        stage=here.stage,
        clock=clock_of(here.recorded),
        address=url_for(".table", code=print_code(card.code)),
        problem=problem,
        key=new_key(),
    )
    return make_response(page, status)


@blueprint.post("/at/<code>")
def come(code: str) -> AnyResponse:
    """Sign in by the card of this table, and begin its game or continue it.

    `to` is a page of the tournament to open instead of the game.
    """
    card, to = find_card(code), request.form.get("to", "")
    club = _club_of(card)

    def go_on(here: AtTable) -> str:
        if to in LEADS_TO:
            return url_for(LEADS_TO[to], tournament_id=card.tournament_id)
        if here.stage in (Stage.TO_BEGIN, Stage.PLAYING, Stage.TO_CONFIRM):
            game = tables.begin(club, card.tournament_id, here.round, card.table, entered_by=_who())
            # A wrong score is corrected below its rounds.
            rounds = "rounds" if here.stage is Stage.TO_CONFIRM else None
            return url_for("games.show", game_id=game.id, _anchor=rounds)
        return url_for(".table", code=code)

    return _enter(card, go_on)


def _enter(card: TableCard, act: Callable[[AtTable], str]) -> AnyResponse:
    """Sign in by a card and `act` at its table in one transaction, then open the returned address.

    If this fails, the answer is the page of the table with the error, and nobody is signed in.
    """
    try:
        with write():
            given = come_to_table(card, member_or_none(), browser_token())
            address = act(_here(card))
    except Refusal as refusal:
        return _page(card, _here(card), 422, refusal.sentence.text(_))
    if given is not None:
        sign_in(given)
    return redirect(address, 303)


def _who() -> str | None:
    """The player who pressed, if known. A phone at a table has no player."""
    member = member_or_none()
    return member.player if member else None


def _club_of(card: TableCard) -> Club:
    return find_club(card.club_id) or abort(404)


@blueprint.post("/at/<code>/confirm")
def confirm(code: str) -> AnyResponse:
    card, form_token = find_card(code), read_form_token()
    club, round = _club_of(card), request.form.get("round", type=int)
    entrant, totals = request.form.get("entrant", 0, type=int), request.form.getlist("total")
    if not all(map(_NUMBERS.fullmatch, totals)):
        abort(400)

    def agree(here: AtTable) -> str:
        if here.round != round or here.stage in (Stage.CLOSED, Stage.ENDED):
            text = message(
                "Round {round} is closed. An organiser can open it again.", round=round or 0
            )
            raise Refusal(text, "round")
        if not _is_agreed(here, entrant, totals):
            form = ChangeForm(club.id, card.tournament_id, None, form_token.key, _who())
            tables.confirm(form, round, card.table, entrant, [*map(int, totals)])
        return url_for(".table", code=code)

    return _enter(card, agree)


def _is_agreed(here: AtTable, entrant: int, totals: list[str]) -> bool:
    """Check whether another phone of this side agreed to these totals."""
    table = here.table
    return (
        table is not None
        and table.confirmed is not None
        and table.confirmed.by == entrant
        and table.totals == tuple(map(int, totals))
    )
