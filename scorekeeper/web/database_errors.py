"""Error pages for a database that cannot be used: what is wrong, and the form to send again."""

from __future__ import annotations

from flask import Flask, Response, current_app, make_response, render_template, request
from flask_babel import gettext as _

from scorekeeper.storage.faults import DatabaseFaultError, Fault, fault_of
from scorekeeper.web.api.problem import is_api
from scorekeeper.web.errors import error_answer, title_of
from scorekeeper.web.htmx import is_htmx


def register(app: Flask) -> None:
    """Register the handlers of database errors."""
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.exc import TimeoutError as NoConnectionLeftError

    for kind in (DatabaseFaultError, DBAPIError, NoConnectionLeftError):
        app.register_error_handler(kind, _database_error)


def _database_error(error: Exception) -> Response:
    fault = fault_of(error, str(current_app.config["SCOREKEEPER"].data_dir))
    if fault is None:
        raise error
    current_app.logger.error("The database is %s: %s", fault, getattr(error, "orig", error))
    title, sentence = _title(fault), _words(fault)
    if request.method != "POST" or is_htmx() or is_api():
        return error_answer(503, sentence, title)
    typed = [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"]
    page = render_template("again.html", title=title, sentence=sentence, typed=typed)
    return make_response(page, 503)


def _title(fault: Fault) -> str:
    """What is wrong in a few words; where all there is to do is to try again, it says so."""
    titles = {
        Fault.FULL: _("The disk is full"),
        Fault.DAMAGED: _("The score book is damaged"),
        Fault.FOREIGN: _("The wrong database"),
        Fault.MISSING: _("The score book is gone"),
        Fault.READ_ONLY: _("The score book is read-only"),
    }
    return str(titles.get(fault) or title_of(503))


def _words(fault: Fault) -> str:
    """What is wrong, and what to do about it."""
    words = {
        Fault.BUSY: _("The score book is busy. Nothing was changed. Please try again."),
        Fault.FULL: _(
            "The disk with the score book is full. Everything on it is safe, but nothing can "
            "be added. Whoever runs the server has to make room."
        ),
        Fault.DAMAGED: _(
            "The file of the score book is damaged. Nothing was changed. Whoever runs the "
            "server has to stop it and put a backup in its place."
        ),
        Fault.FOREIGN: _(
            "This is not the database of this score book, or an older one. Nothing was "
            "changed. Whoever runs the server has to put the right one back and start it again."
        ),
        Fault.MISSING: _(
            "The file of the score book is gone. Nothing was changed. Whoever runs the server "
            "has to put it back."
        ),
        Fault.READ_ONLY: _(
            "At the moment nothing can be written to the score book, and nothing was changed. "
            "Whoever runs the server has to see to that."
        ),
        Fault.SILENT: _("The score book did not answer. Nothing was changed. Please try again."),
    }
    return str(words[fault])
