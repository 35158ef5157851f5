"""The page where a keeper exports and imports games, and the daily backups."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from datetime import date, tzinfo
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from flask import (
    Blueprint,
    Flask,
    Response,
    abort,
    current_app,
    flash,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)
from flask_babel import gettext as _
from flask_babel import lazy_gettext, ngettext
from flask_wtf.file import FileField, FileRequired
from sqlalchemy import make_url
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse

from scorekeeper import __version__
from scorekeeper.config import MOST_UPLOADED, Settings
from scorekeeper.evenings import zone
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.storage.backups import NoRoomError
from scorekeeper.storage.daily_backups import DailyBackups
from scorekeeper.storage.database import db
from scorekeeper.storage.queries import has_games
from scorekeeper.transfer.club_games import ClubBook
from scorekeeper.transfer.exports import FORMATS, Format, file_name
from scorekeeper.transfer.imports import Imported, ImportStoppedError, import_file
from scorekeeper.transfer.past.choices import Choices
from scorekeeper.transfer.past.kept_answers import answers_of, forget, keep_answers
from scorekeeper.transfer.past.preview import ImportPreview
from scorekeeper.transfer.past.reading import read_past
from scorekeeper.transfer.past.results import checked, unpack
from scorekeeper.transfer.sources import (
    MOST_FAULTS,
    FaultyFileError,
    FileFault,
    Limits,
    Source,
    StoppedError,
)
from scorekeeper.web.clubs import past
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.shell.bodies import ticket
from scorekeeper.web.shell.long_work import BOOK_IS_BUSY, take_turn, watch_over_file
from scorekeeper.web.shell.permissions import IMPORTING
from scorekeeper.web.shell.requests import LARGEST_ID
from scorekeeper.web.shell.translation import today, translate
from scorekeeper.web.shell.visitor import current_club

LIMITS = Limits(unpacked=20_000_000, lines=10_000)
"""The limits of an uploaded file. About 4,000 games are 20 MB."""

blueprint = Blueprint("transfer", __name__, url_prefix="/club/transfer")


class ImportForm(BaseForm):
    file = FileField(
        lazy_gettext("File"),
        description=lazy_gettext(
            "The zip file of a club, games as .jsonl or .json; results as .csv or .xlsx, or those "
            "of BG Stats. Up to %(most)d MB.",
            most=MOST_UPLOADED // 1_000_000,
        ),
        validators=[FileRequired(lazy_gettext("Choose a file."))],
    )


@blueprint.get("")
def index() -> Response:
    return _page(ImportForm())


def _page(form: ImportForm, faults: Sequence[FileFault] = (), status: int = 200) -> Response:
    club = current_club()
    page = render_template(
        "clubs/transfer.html",
        club=club,
        has_games=has_games(club),
        has_answers=bool(answers_of(db.session(), club.id)),
        form=form,
        faults=[
            (_where(fault), translate(fault.error.sentence, fault.error.names)) for fault in faults
        ],
        is_cut=len(faults) >= MOST_FAULTS,
        ticket=ticket(current_app, IMPORTING),
    )
    return make_response(page, status)


def _where(fault: FileFault) -> str:
    location = fault.location
    line = _("%(file)s, line %(line)d", file=location.file, line=location.line)
    return ", ".join(filter(None, [line if location.line else location.file, fault.error.place]))


@blueprint.post("")
def import_upload() -> AnyResponse:
    """Import a file. Importing it again adds nothing.

    Results from other programs are previewed first.
    """
    form = ImportForm()
    is_previewed = past.RESULTS in request.form
    if not (is_previewed or form.validate()):
        return _page(form, status=422)
    take_turn(BOOK_IS_BUSY, "import")
    try:
        return _import_past(form) if is_previewed else _import_file(form)
    except StoppedError:
        form.file.errors = [
            _("This takes too long. Nothing was imported. Divide the file, and import its parts.")
        ]
        return _page(form, status=422)


def _import_file(form: ImportForm) -> AnyResponse:
    sent, watch = form.file.data, watch_over_file()
    source = Source(sent.stream, shortened(sent.filename), LIMITS, watch=watch)
    try:
        results = read_past(source)
    except FaultyFileError as error:
        return _faulty(form, error)
    if results is None:
        return _import(form, source)
    return past.past_page(past.preview_of(results, Choices(), _zone(), watch))


def _import_past(form: ImportForm) -> AnyResponse:
    """Import the previewed results, or preview them again with other choices."""
    try:
        results = checked(unpack(request.form[past.RESULTS], LIMITS.unpacked), LIMITS)
    except (ValueError, FaultyFileError):
        form.file.errors = [_("This page was out of date. Choose the file again.")]
        return _page(form, status=422)
    preview = past.preview_of(results, past.chosen(results), _zone(), watch_over_file())
    if request.form.get("do") != "import":
        return past.past_page(preview, shows_rows=request.form.get("do") == "rows")
    if preview.already_there and not preview.games:
        keep_answers(current_club().id, preview)
        return _imported(Imported(already_there=preview.already_there))
    if preview.needs_answers or not past.was_seen(preview):
        problem = _("Nothing was imported yet. This is the new preview.")
        return past.past_page(preview, problem, 422)
    return _import(form, preview.source(LIMITS), preview)


def _import(form: ImportForm, source: Source, preview: ImportPreview | None = None) -> AnyResponse:
    club_id = current_club().id
    try:
        done = import_file(club_id, source, _zone(), lambda _done, _everything: None)
    except FaultyFileError as error:
        return _faulty(form, error)
    except ImportStoppedError as error:
        current_app.logger.error("An import stopped: %s", error)
        form.file.errors = [_stopped_words(error.done)]
        return _page(form, status=503)
    if preview is not None:
        keep_answers(club_id, preview)
    return _imported(done, [game.read.played_on for game in preview.games] if preview else ())


def _imported(done: Imported, days: Collection[date] = ()) -> AnyResponse:
    """Redirect to the games of these days, or without days to the newest games."""
    flash(_words(done))
    span: dict[str, Any] = (
        {"from": min(days).isoformat(), "to": max(days).isoformat()} if days else {}
    )
    return redirect(url_for("history.games", **span), 303)


def _faulty(form: ImportForm, error: FaultyFileError) -> Response:
    form.file.errors = [_("Nothing was imported.")]
    return _page(form, error.faults, 422)


def _words(done: Imported) -> str:
    words = [ngettext("One game was imported.", "%(num)d games were imported.", done.games)]
    if not done.games:
        words = [_("No new game was imported.")]
    if done.tournaments:
        words.append(
            ngettext(
                "One tournament was imported.",
                "%(num)d tournaments were imported.",
                done.tournaments,
            )
        )
    if done.leagues:
        words.append(
            ngettext("One league was imported.", "%(num)d leagues were imported.", done.leagues)
        )
    if done.already_there:
        words.append(
            ngettext(
                "One game was here already.", "%(num)d games were here already.", done.already_there
            )
        )
    return " ".join(words)


def _stopped_words(done: Imported) -> str:
    words: str = ngettext(
        "The import stopped after one game. Choose the file again: what is here already stays as "
        "it is.",
        "The import stopped after %(num)d games. Choose the file again: what is here already stays "
        "as it is.",
        done.games,
    )
    return words


def _zone() -> tzinfo:
    return zone(current_app.config["TIME_ZONE"])


@blueprint.get("/names")
def names() -> str:
    answers = answers_of(db.session(), current_club().id)
    return render_template(
        "clubs/names.html", answers=[past.known_words(answer) for answer in answers]
    )


@blueprint.post(f"/names/<int(max={LARGEST_ID}):answer_id>/forget")
def forget_name(answer_id: int) -> AnyResponse:
    forget(current_club().id, answer_id)
    flash(_("It is asked again with the next file."))
    return redirect(url_for(".names"), 303)


@blueprint.get("/<ending>")
def download(ending: str) -> Response:
    club, written_as = current_club(), FORMATS.get(ending) or abort(404)
    take_turn(BOOK_IS_BUSY, "export")
    name = file_name(club.name, today(), written_as)
    file = _export_file(written_as, club.id, club.name)
    return send_file(file, written_as.media_type, as_attachment=True, download_name=name)


def _export_file(written_as: Format, club_id: int, name: str) -> BinaryIO:
    """Write the whole file before sending it, so that a slow phone does not keep the turn."""
    with ExitStack() as opened:
        file: BinaryIO = opened.enter_context(TemporaryFile())
        with Session(db.engine) as session:
            book = ClubBook(session, club_id, name, __version__, _zone())
            file.writelines(written_as.pieces(book))
        file.seek(0)
        opened.pop_all()  # Flask closes the file after sending it.
        return file


EXTENSION = "scorekeeper_daily_backups"


def init_daily_backups(app: Flask, settings: Settings) -> None:
    """Make a backup on each day with a request, if the settings say so and the database is SQLite.

    PostgreSQL has its own programs for backups.
    """
    if not settings.backups or make_url(settings.sqlalchemy_url).get_backend_name() != "sqlite":
        return
    backups = DailyBackups(settings, __version__, app.logger)
    app.extensions[EXTENSION] = backups

    @app.after_request
    def make_if_due(response: Response) -> Response:
        backups.make_if_due()
        return response


def daily_backups() -> DailyBackups | None:
    found: DailyBackups | None = current_app.extensions.get(EXTENSION)
    return found


def backup_fault() -> str:
    """The fault of today's backup in words, empty if there is none."""
    backups = daily_backups()
    if backups is None or backups.fault is None:
        return ""
    if isinstance(backups.fault, NoRoomError):
        return str(
            _(
                "There is no room on the disk for today’s backup. Ask whoever runs the server to "
                "free some space."
            )
        )
    return str(_("Today’s backup failed. Whoever runs the server will find out why in its log."))
