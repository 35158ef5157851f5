"""The application factory."""

from __future__ import annotations

import re
import stat
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from flask import Flask, request, session
from flask.templating import Environment
from flask_babel import get_locale
from flask_wtf import CSRFProtect
from jinja2.ext import Extension

from scorekeeper.config import MOST_BYTES, PREFIX, Settings, read_settings, resource_dir
from scorekeeper.languages import LANGUAGES
from scorekeeper.setting_readers import SettingError
from scorekeeper.statistics.rebuild import bring_up_to_date
from scorekeeper.storage import database
from scorekeeper.storage.data_folder import (
    is_known_book,
    remember_book,
    restrict_to_owner,
    secret_key,
)
from scorekeeper.storage.versions import begin_anew_if_restored
from scorekeeper.web import parts_page
from scorekeeper.web.api import (
    answering,
    conflicts,
    description,
    entries,
    game_changes,
    health,
    open_round,
    operations,
    recording,
    schema,
    scoring,
    standings,
    tournament_changes,
    tournament_rounds,
)
from scorekeeper.web.api import evenings as api_evenings
from scorekeeper.web.api import games as api_games
from scorekeeper.web.api import leagues as api_leagues
from scorekeeper.web.api import news as api_news
from scorekeeper.web.api import now as api_now
from scorekeeper.web.api import picture as api_picture
from scorekeeper.web.api import players as api_players
from scorekeeper.web.api import tournaments as api_tournaments
from scorekeeper.web.clubs import club, invitations, join, tokens, transfer, who
from scorekeeper.web.games import (
    changes,
    deletion,
    details,
    downloads,
    live,
    new,
    picture,
    settling,
    shared,
    sharing,
    sheet,
    who_played,
)
from scorekeeper.web.history import book, evenings, records
from scorekeeper.web.home import installed, languages, phone
from scorekeeper.web.home import routes as home
from scorekeeper.web.judge import hand as judge_hand
from scorekeeper.web.judge import melds as judge_melds
from scorekeeper.web.judge import play as judge_play
from scorekeeper.web.judge import routes as judge
from scorekeeper.web.judge import table as judge_table
from scorekeeper.web.parts import faces, formatting, kept_parts, playing_cards, verdicts
from scorekeeper.web.players import against, edit, expected, figures, leaderboard, pairs
from scorekeeper.web.players import show as players
from scorekeeper.web.rounds import adjust, agreeing, between_entry, joining_and_leaving, together
from scorekeeper.web.rounds import routes as rounds
from scorekeeper.web.rules import routes as rules
from scorekeeper.web.shell import (
    errors,
    long_work,
    middleware,
    request_log,
    request_slots,
    responses,
    static_files,
    translation,
    unchanged_polls,
    visitor,
)
from scorekeeper.web.shell.cookies import LastingCookies, preferences
from scorekeeper.web.shell.permissions import POLLED, is_without_cookie
from scorekeeper.web.shell.requests import is_htmx, this_address
from scorekeeper.web.tournaments import card as hall_card
from scorekeeper.web.tournaments import clock as hall_clock
from scorekeeper.web.tournaments import desk, entrants, league_setup, leagues
from scorekeeper.web.tournaments import evening as tournament_evening
from scorekeeper.web.tournaments import history as tournament_history
from scorekeeper.web.tournaments import new as new_tournament
from scorekeeper.web.tournaments import prints as hall_prints
from scorekeeper.web.tournaments import standings as tournament_standings
from scorekeeper.web.tournaments import tables as tournament_tables
from scorekeeper.web.tournaments import watch as hall_watch

_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)

PAGES = (
    *(home, phone, languages, installed, parts_page),
    *(new, sheet, changes, live, deletion, details, who_played),
    *(sharing, shared, picture, downloads, settling),
    *(
        rounds,
        adjust,
        joining_and_leaving,
        between_entry,
        together,
        agreeing,
        rules,
        judge,
        judge_hand,
        judge_melds,
        judge_play,
        judge_table,
    ),
    *(join, who, club, transfer, invitations, tokens, book, evenings),
    *(new_tournament, entrants, desk, tournament_tables),
    *(tournament_evening, tournament_standings, tournament_history, leagues, league_setup),
    *(hall_card, hall_clock, hall_watch, hall_prints),
    *(leaderboard, pairs, players, figures, expected, against, edit, records),
    *(health, schema, answering, description, scoring, api_games, api_now, api_news),
    *(api_picture, api_players, standings, api_evenings, api_tournaments),
    *(tournament_rounds, tournament_changes),
    *(api_leagues, entries, conflicts, game_changes, recording, open_round),
)
"""The modules with views. Some share a blueprint."""


def create_app(settings: Settings | None = None, *, statistics: bool = True) -> Flask:
    """Create the web application.

    `statistics` rebuilds statistics that another version of the program wrote. Raises
    `SettingError` for a setting with an invalid value, and the errors of `init_db`.
    """
    settings = settings or read_settings()
    _make_data_dir(settings.data_dir)
    app = _App(
        "scorekeeper",
        instance_path=str(settings.data_dir),
        template_folder=resource_dir("templates"),
        static_folder=None,
    )
    _configure(app, settings)
    _extend(app)
    database.init_db(app, may_be_new=not is_known_book(settings))
    with app.app_context():
        begin_anew_if_restored(database.db.engine)
    remember_book(settings)
    restrict_to_owner(settings)
    unchanged_polls.init_unchanged_polls(app)
    middleware.init_middleware(app, settings)
    request_log.init_request_log(app, settings, _observer(settings))
    if statistics:
        with app.app_context():
            bring_up_to_date()
    transfer.init_daily_backups(app, settings)
    errors.init_errors(app)
    for blueprint in dict.fromkeys(page.blueprint for page in PAGES):
        app.register_blueprint(blueprint)
    _refuse_own_path(app, settings.prefix)
    return app


def _observer(settings: Settings) -> request_log.Observer | None:
    if not settings.metrics_token:
        return None
    from scorekeeper.web.api.metrics import observe

    return observe


def _make_data_dir(folder: Path) -> None:
    """Create the data folder for its user, or close an existing folder to users of other groups."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    mode = stat.S_IMODE(folder.stat().st_mode)
    # An existing folder of another user keeps its mode.
    with suppress(PermissionError):
        folder.chmod(mode & ~stat.S_IRWXO)


def _configure(app: Flask, settings: Settings) -> None:
    app.config.update(
        SECRET_KEY=secret_key(settings, may_be_made=not is_known_book(settings)),
        SQLALCHEMY_DATABASE_URI=settings.sqlalchemy_url,
        MAX_CONTENT_LENGTH=MOST_BYTES,
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_NAME="scorekeeper",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=settings.secure_cookies,
        # Invitation pages send no Referer. The token, Origin and SameSite are enough.
        WTF_CSRF_SSL_STRICT=False,
        # Hours can pass between two rounds.
        WTF_CSRF_TIME_LIMIT=None,
        SCOREKEEPER=settings,
        TIME_ZONE=settings.time_zone,
        # In a demo: the token of an invitation for everybody.
        DEMO_INVITATION="",
        # Phones can keep copies of pages for when they are offline.
        KEEPS_COPIES=True,
    )
    app.session_interface = LastingCookies()
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.add_extension(_WithoutIndentation)


class _Environment(Environment):
    """Environment that merges its globals into one dict.

    Jinja chains two dicts, and Python reads the chain name by name for each import of each page.
    With one dict, a sheet takes a quarter less time.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **d} if d else self.globals


class _App(Flask):
    jinja_environment = _Environment


class _WithoutIndentation(Extension):
    """Replace the indentation in templates with one space, so that pages are smaller.

    The space separates words: `trim_blocks` removes the newline after a block.
    """

    def preprocess(self, source: str, *_where: str | None) -> str:
        return _INDENTATION.sub(" ", source)


def _refuse_own_path(app: Flask, prefix: str) -> None:
    """Raise `SettingError` for a prefix that is also the first part of a page's address."""
    begin = prefix[1:].partition("/")[0]
    if begin and begin in {rule.rule[1:].partition("/")[0] for rule in app.url_map.iter_rules()}:
        raise SettingError(
            f"{PREFIX}PUBLIC_URL must not have the path {prefix}: pages of the score book begin "
            f"with /{begin}"
        )


def _extend(app: Flask) -> None:
    app.before_request(request_log.note_endpoint)
    middleware.init_checks(app)
    request_slots.init_request_slots(app)
    visitor.init_access(app)
    long_work.init_long_work(app)
    static_files.init_static_files(app)
    # Programs send no cookie that another site could abuse.
    CSRFProtect(app).exempt(operations.blueprint)
    translation.init_translation(app)
    app.add_template_filter(faces.face_sign)
    playing_cards.init_playing_cards(app)
    formatting.init_formatting(app)
    verdicts.init_verdicts(app)
    kept_parts.init_kept_parts(app)
    app.jinja_env.globals.update(
        emblem_address=faces.emblem_address,
        icon_address=faces.icon_address,
        get_locale=get_locale,
        languages=LANGUAGES,
        is_htmx=is_htmx,
        preferences=preferences,
        request_id=request_log.request_id,
        this_address=this_address,
    )
    app.before_request(_keep_session)
    # Flask calls these in reverse order, so compression comes last.
    app.after_request(responses.compress_page)
    app.after_request(responses.vary)
    installed.init_pages(app)
    app.after_request(responses.add_security_headers)


def _keep_session() -> None:
    """Make the cookie permanent. Phones drop session cookies when they close the browser."""
    writes_nothing = request.endpoint == POLLED or is_without_cookie(request.endpoint)
    if not writes_nothing and not session.permanent:
        session.permanent = True
