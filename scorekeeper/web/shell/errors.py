"""Errors in words: a page, a message for htmx, or a problem document for a program."""

from __future__ import annotations

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, NoResultFound
from sqlalchemy.exc import TimeoutError as NoConnectionLeftError
from sqlalchemy.orm.exc import ObjectDeletedError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
)

from scorekeeper.clubs.address_limits import TooManyCallsError
from scorekeeper.config import MOST_UPLOADED
from scorekeeper.games.commands import NoSuchGameError
from scorekeeper.games.open_rounds import OpenRoundConflict
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.storage.faults import (
    DatabaseFault,
    DatabaseFaultError,
    UnreadableGameError,
    fault_of,
)
from scorekeeper.web.shell.middleware import OtherSiteError
from scorekeeper.web.shell.permissions import IMPORTING
from scorekeeper.web.shell.problems import problem, title_of
from scorekeeper.web.shell.request_slots import BusyError
from scorekeeper.web.shell.requests import KEY, is_api, is_htmx
from scorekeeper.web.shell.translation import translate

A_MOMENT, A_MINUTE = 2, 60
"""Seconds for `Retry-After`: for a busy server, and for too many calls."""


def init_errors(app: Flask) -> None:
    """Register error handlers. They answer every error in words, never with a traceback."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(CSRFError, lambda _error: _out_of_date(400))
    app.register_error_handler(OtherSiteError, _other_site)
    app.register_error_handler(RuleError, _rule_error)
    app.register_error_handler(NoSuchGameError, _no_such_game)
    # Somebody deleted the game for good after this request had found it.
    app.register_error_handler(ObjectDeletedError, _no_such_game)
    app.register_error_handler(NoResultFound, _no_such_game)
    # Somebody deleted a row that the new one refers to.
    app.register_error_handler(IntegrityError, _conflict)
    # Some databases cannot store every text. Form fields are checked before.
    app.register_error_handler(DataError, lambda _error: _http_error(BadRequest()))
    app.register_error_handler(UnreadableGameError, _unreadable_game)
    app.register_error_handler(OpenRoundConflict, _conflict)
    app.register_error_handler(BusyError, _busy)
    app.register_error_handler(TooManyCallsError, _too_many_calls)
    for kind in (DatabaseFaultError, DBAPIError, NoConnectionLeftError):
        app.register_error_handler(kind, _database_error)


def error_answer(status: int, sentence: str, title: str = "") -> Response:
    """The answer with this sentence: an error page; for htmx, only a message; for a program, JSON.

    The default title is the title of the status.
    """
    if is_api():
        return problem(status, sentence)
    template = "_error.html" if is_htmx() else "error.html"
    title = title or title_of(status)
    page = render_template(template, status=status, title=title, sentence=sentence)
    response = make_response(page, status)
    if is_htmx():
        response.headers["HX-Retarget"] = "#messages"
        response.headers["HX-Reswap"] = "innerHTML"
        response.headers["HX-Reselect"] = ".message"
    return response


def _http_error(error: HTTPException) -> Response:
    status = error.code or InternalServerError.code
    if status == RequestEntityTooLarge.code and request.endpoint == IMPORTING:
        # If the file is smaller, the ticket of its form is missing or expired.
        is_too_large = (request.content_length or 0) > MOST_UPLOADED
        return _file_too_large(status) if is_too_large else _out_of_date(status)
    sentences = {
        404: _("There is nothing at this address. The link may be old or mistyped."),
        405: _("This address does not answer that kind of request. Nothing was changed."),
        411: _("Send the length of the request in Content-Length."),
        413: _("A document can have up to 64 kB.")
        if is_api()
        else _("That is too much text for one round. Nothing was changed."),
    }
    if is_api():
        sentences[415] = _("Send the document as application/json, in UTF-8.")
    general = (
        _("That was our fault, not yours. Your scores are safe. Please try again.")
        if status >= 500
        else _("We couldn’t read that. Nothing was changed.")
    )
    response = error_answer(status, sentences.get(status, general))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _file_too_large(status: int) -> Response:
    sentence = _(
        "The limit is %(most)d MB, so nothing was imported. Whoever runs the server can import a "
        "larger file there.",
        most=MOST_UPLOADED // 1_000_000,
    )
    return error_answer(status, sentence, _("This file is too large"))


def _out_of_date(status: int) -> Response:
    return error_answer(
        status,
        _(
            "This form is out of date, or your browser blocks cookies. Nothing was changed. Go "
            "back, reload the page and send it again."
        ),
    )


def _other_site(_error: OtherSiteError) -> Response:
    return error_answer(
        403,
        _(
            "This was sent from a page of another site, so nothing was changed. If it was this "
            "score book, whoever runs the server must set SCOREKEEPER_PUBLIC_URL to its address."
        ),
    )


def _rule_error(error: RuleError) -> Response:
    """Answer an error that its view does not show, such as a hand of a player who is out."""
    most = max(variant.most for variant in VARIANTS)
    names = [_("Player %(number)d", number=number) for number in range(1, most + 1)]
    return error_answer(422, translate(error.message, error.names or names))


def _no_such_game(_error: Exception) -> Response:
    sentence = _(
        "That game is not here. The link may be old or mistyped, or the game was deleted: "
        "organisers find deleted games on the Club page."
    )
    if request.method not in ("GET", "HEAD"):
        nothing = _("Nothing was recorded.")
        sentence = f"{nothing} {sentence}"
    return error_answer(404, sentence)


def _unreadable_game(error: Exception) -> Response:
    current_app.logger.error("A game cannot be read: %s", error)
    return error_answer(
        500,
        _(
            "This game is damaged and cannot be read. Nothing was changed, and the other games "
            "are fine. Whoever runs the server can restore it from a backup."
        ),
    )


def _conflict(_error: Exception) -> Response:
    """Answer a conflict on a page that cannot show the new state."""
    return error_answer(
        409,
        _(
            "Somebody changed this game after you opened it, so your change was not made. "
            "Reload the sheet and look again."
        ),
    )


def _busy(error: BusyError) -> Response:
    response = error_answer(503, str(error.sentence))
    response.headers["Retry-After"] = str(A_MOMENT)
    return response


def _too_many_calls(_error: TooManyCallsError) -> Response:
    response = error_answer(429, _("Too many requests. Please ask again in a minute."))
    response.headers["Retry-After"] = str(A_MINUTE)
    return response


def _database_error(error: Exception) -> Response:
    fault = fault_of(error, str(current_app.config["SCOREKEEPER"].data_dir))
    if fault is None:
        raise error
    current_app.logger.error("The database is %s: %s", fault, getattr(error, "orig", error))
    is_form = request.method == "POST" and not is_api()
    has_key = "key" in request.form or (is_api() and KEY in request.headers)
    if fault is DatabaseFault.UNCLEAR and not (is_form or has_key):
        # Such a request changes nothing that a user sent. It stores, for example, a visit.
        fault = DatabaseFault.SILENT
    counts_once = fault is not DatabaseFault.UNCLEAR or has_key
    title, sentence = _title(fault), _words(fault) if counts_once else _look_first()
    if not is_form or is_htmx() or not counts_once:
        return error_answer(503, sentence, title)
    typed = [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"]
    page = render_template("again.html", title=title, sentence=sentence, typed=typed)
    return make_response(page, 503)


def _title(fault: DatabaseFault) -> str:
    titles = {
        DatabaseFault.FULL: _("The disk is full"),
        DatabaseFault.DAMAGED: _("The score book is damaged"),
        DatabaseFault.FOREIGN: _("The wrong database"),
        DatabaseFault.MISSING: _("The score book is gone"),
        DatabaseFault.READ_ONLY: _("The score book is read-only"),
    }
    return str(titles.get(fault) or title_of(503))


def _words(fault: DatabaseFault) -> str:
    words = {
        DatabaseFault.BUSY: _("The score book is busy. Nothing was changed. Please try again."),
        DatabaseFault.FULL: _(
            "The disk with the score book is full. Everything on it is safe, but nothing can "
            "be added. Ask whoever runs the server to free some space."
        ),
        DatabaseFault.DAMAGED: _(
            "The file of the score book is damaged. Nothing was changed. Ask whoever runs the "
            "server to stop it and put a backup in its place."
        ),
        DatabaseFault.FOREIGN: _(
            "This is the wrong database for this score book, or an older copy. Nothing was "
            "changed. Ask whoever runs the server to put the right one back and start it again."
        ),
        DatabaseFault.MISSING: _(
            "The file of the score book is gone. Nothing was changed. Ask whoever runs the server "
            "to put it back."
        ),
        DatabaseFault.READ_ONLY: _(
            "At the moment nothing can be written to the score book, and nothing was changed. "
            "Tell whoever runs the server."
        ),
        DatabaseFault.SILENT: _(
            "The score book did not answer. Nothing was changed. Please try again."
        ),
        DatabaseFault.UNCLEAR: _(
            "The score book did not answer, so we do not know whether this was done. Send it again "
            "with the same key: it counts once."
        )
        if is_api()
        else _(
            "The score book did not answer, so we do not know whether this was recorded. Press "
            "again: it counts once."
        ),
    }
    return str(words[fault])


def _look_first() -> str:
    """Advice if it is unclear whether a form without a key was done."""
    return str(
        _(
            "The score book did not answer, so we do not know whether this was done. Look there "
            "first, and send it again only if it was not."
        )
    )
