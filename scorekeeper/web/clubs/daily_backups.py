"""Lets requests set off the daily backups, and tells keepers how they go."""

from __future__ import annotations

from flask import Flask, Response, current_app
from flask_babel import gettext as _
from sqlalchemy import make_url

from scorekeeper.config import Settings
from scorekeeper.storage.backups import NoRoomError
from scorekeeper.storage.daily_backups import DailyBackups
from scorekeeper.version import __version__

EXTENSION = "scorekeeper_daily_backups"


def init_daily_backups(app: Flask, settings: Settings) -> None:
    """Have a backup made every day; PostgreSQL has its own programs for this."""
    if not settings.backups or make_url(settings.sqlalchemy_url).get_backend_name() != "sqlite":
        return
    backups = DailyBackups(settings, __version__, app.logger)
    app.extensions[EXTENSION] = backups

    @app.after_request
    def make_if_due(response: Response) -> Response:
        backups.make_if_due()
        return response


def daily_backups() -> DailyBackups | None:
    """The daily backups of this server; `None` where none are made."""
    found: DailyBackups | None = current_app.extensions.get(EXTENSION)
    return found


def backup_fault() -> str:
    """What is wrong with the backup of today, in words; empty if nothing is."""
    backups = daily_backups()
    if backups is None or backups.fault is None:
        return ""
    if isinstance(backups.fault, NoRoomError):
        return str(
            _(
                "There is no room on the disk for today’s backup. Whoever runs the server has "
                "to make some."
            )
        )
    return str(_("Today’s backup failed. Whoever runs the server will find out why in its log."))
