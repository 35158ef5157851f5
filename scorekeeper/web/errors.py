"""Error pages; for htmx, a fragment that is put among the messages."""

from __future__ import annotations

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import (
    BadRequest,
    HTTPException,
    InternalServerError,
    RequestEntityTooLarge,
)

from scorekeeper.config import MOST_UPLOADED
from scorekeeper.rummy.round import RuleError
from scorekeeper.web.api.problem import is_api, problem
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import IMPORTING
from scorekeeper.web.translation import translate

MOST_SEATS = 8


def register(app: Flask) -> None:
    """Register the error handlers: every error is answered in words, never with a traceback."""
    from sqlalchemy.exc import DataError, IntegrityError, NoResultFound
    from sqlalchemy.orm.exc import ObjectDeletedError

    from scorekeeper.games.commands import NoSuchGameError, VersionConflict
    from scorekeeper.games.open_rounds import OpenRoundConflict
    from scorekeeper.storage.unreadable import UnreadableGameError
    from scorekeeper.web import database_errors

    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(CSRFError, _old_form)
    app.register_error_handler(RuleError, _rule_error)
    app.register_error_handler(NoSuchGameError, _no_such_game)
    # The game was deleted for ever after this request had found it.
    app.register_error_handler(ObjectDeletedError, _no_such_game)
    app.register_error_handler(NoResultFound, _no_such_game)
    # Or what a new row refers to was deleted.
    app.register_error_handler(IntegrityError, _conflict)
    # Not every database can store every text; form fields are checked before.
    app.register_error_handler(DataError, lambda _error: _http_error(BadRequest()))
    app.register_error_handler(UnreadableGameError, _unreadable_game)
    app.register_error_handler(VersionConflict, _conflict)
    app.register_error_handler(OpenRoundConflict, _conflict)
    database_errors.register(app)


def error_answer(status: int, sentence: str, title: str = "") -> Response:
    """The error page with this sentence, or only the sentence for htmx; a problem for a program.

    The title is that of the status unless another one is given.
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


def title_of(status: int) -> str:
    """What a status means, in a few words."""
    titles = {
        400: _("That did not work"),
        403: _("Not allowed"),
        404: _("Not found"),
        409: _("Somebody was faster"),
        410: _("No longer shared"),
        413: _("Too much text"),
        422: _("That is not possible"),
        429: _("Too many tries"),
        503: _("Please try again"),
    }
    return str(titles.get(status, _("Something went wrong") if status >= 500 else titles[400]))


def _http_error(error: HTTPException) -> Response:
    status = error.code or InternalServerError.code
    if status == RequestEntityTooLarge.code and request.endpoint == IMPORTING:
        return _file_too_large(status)
    sentences = {
        404: _("There is nothing at this address. The link may be old or mistyped."),
        405: _("This address does not answer that kind of request. Nothing was changed."),
        411: _("Say in Content-Length how long the request is."),
        413: _("A document can have up to 64 kB.")
        if is_api()
        else _("That is too much text for one round. Nothing was changed."),
    }
    if is_api():
        sentences[415] = _("Send the document as application/json, in UTF-8.")
    general = (
        _("That was our fault, not yours. Your scores are safe. Please try again.")
        if status >= 500
        else _("We could not make sense of that. Nothing was changed.")
    )
    response = error_answer(status, sentences.get(status, general))
    for name, value in error.get_headers():
        if name == "Allow":
            response.headers[name] = value
    return response


def _file_too_large(status: int) -> Response:
    sentence = _(
        "%(most)d MB is the most that can be sent, so nothing was imported. Whoever runs the "
        "server can import a larger file there.",
        most=MOST_UPLOADED // 1_000_000,
    )
    return error_answer(status, sentence, _("This file is too large"))


def _old_form(_error: CSRFError) -> Response:
    return error_answer(
        400,
        _(
            "This form is out of date, or your browser blocks cookies. Nothing was changed. Go "
            "back, reload the page and send it again."
        ),
    )


def _rule_error(error: RuleError) -> Response:
    """A refusal that no field shows, because our forms cannot cause it."""
    names = [_("Player %(number)d", number=seat + 1) for seat in range(MOST_SEATS)]
    return error_answer(422, translate(error.message, names))


def _no_such_game(_error: Exception) -> Response:
    sentence = _(
        "That game is not here. The link may be old or mistyped, or the game was deleted: "
        "keepers find deleted games on the Club page."
    )
    if request.method == "POST":
        nothing = _("Nothing was recorded.")
        sentence = f"{nothing} {sentence}"
    return error_answer(404, sentence)


def _unreadable_game(error: Exception) -> Response:
    current_app.logger.error("A game cannot be read: %s", error)
    return error_answer(
        500,
        _(
            "This game is damaged and cannot be read. Nothing was changed, and the other games "
            "are fine. Whoever runs the server can bring it back from a backup."
        ),
    )


def _conflict(_error: Exception) -> Response:
    """A change that came too late, on a page that cannot show what happened meanwhile."""
    return error_answer(
        409,
        _(
            "Somebody changed this game after you opened it, so your change was not made. "
            "Reload the sheet and look again."
        ),
    )
