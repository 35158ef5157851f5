"""Files of the installed app: its manifest, its service worker, and the offline page.

The service worker keeps copies of pages in the browser. The header `Scorekeeper-Keep` marks the
pages to keep. `Scorekeeper-Reader` identifies the reader and the view; when it changes, the worker
drops all copies.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from flask import Blueprint, Flask, Response, render_template, request, url_for
from flask_babel import get_locale
from flask_babel import gettext as _

from scorekeeper.config import resource_dir
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.web.shell.static_files import StaticFile, static_file
from scorekeeper.web.shell.visitor import member_or_none, reader

KEPT = (
    "home.index",
    "games.show",
    "rounds.show",
    "rules.index",
    "rules.show",
    "judge.desk",
    "judge.games",
    "judge.hand",
    "judge.melds",
    "judge.play",
    "judge.table",
    "installed.offline",
)
"""Pages that a phone keeps a copy of. None of them shows a secret."""

WORKER = "worker.js"

blueprint = Blueprint("installed", __name__)


def init_pages(app: Flask) -> None:
    app.after_request(_mark)


def _mark(response: Response) -> Response:
    who = reader()
    if response.mimetype == "text/html" and who and response.status_code < 500:
        response.headers["Scorekeeper-Reader"] = _reader_and_view(who)
        if request.endpoint in KEPT and response.status_code == 200:
            response.headers["Scorekeeper-Keep"] = "yes"
    return response


def _reader_and_view(who: str) -> str:
    member = member_or_none()
    view = (who, member and (member.device_id, member.role.value), str(get_locale()))
    return sha256(repr(view).encode()).hexdigest()[:16]


@blueprint.get("/service-worker.js")
def worker() -> Response:
    """The service worker with its settings, at the root because it serves the paths below."""
    settings = {
        "version": _version(),
        "home": url_for("home.index"),
        "files": url_for("static", filename=""),
        "offline": url_for("installed.offline"),
        "shell": _shell(),
    }
    script = _file(WORKER).content.decode()
    text = f"{script}\nconst SETTINGS = {json.dumps(settings)};\n"
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response


def _shell() -> list[str]:
    rules = [url_for("rules.show", key=variant.key) for variant in VARIANTS]
    pages = ("installed.offline", "home.index", "rules.index", "judge.desk", "judge.games")
    return [*map(url_for, pages), *rules]


def _version() -> str:
    """A hash of all static files. When it changes, all copies are renewed."""
    names = sorted(path.name for path in resource_dir("static").iterdir() if path.is_file())
    return sha256("".join(_file(name).version for name in names).encode()).hexdigest()[:10]


def _file(name: str) -> StaticFile:
    file = static_file(name)
    if file is None:
        raise FileNotFoundError(name)
    return file


@blueprint.get("/offline")
def offline() -> str:
    return render_template("offline.html")


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    return Response(json.dumps(_manifest()), mimetype="application/manifest+json")


def _manifest() -> dict[str, Any]:
    home = url_for("home.index")
    return {
        "id": home,
        "name": _("Rummy Scorekeeper"),
        "short_name": "Rummy",
        "description": _("Keeps score of rummy games and explains every point."),
        "lang": str(get_locale()),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#f5efe2",
        "theme_color": "#17503a",
        "icons": [
            _icon("icon.svg", "any"),
            _icon("icon-192.png", "192x192"),
            _icon("icon-512.png", "512x512"),
            _icon("icon-512-maskable.png", "512x512") | {"purpose": "maskable"},
        ],
        "screenshots": [
            _icon(f"screenshots/{name}.png", "390x844") | {"form_factor": "narrow"}
            for name in ("sheet", "round-over")
        ],
        "shortcuts": [
            {"name": _("New game"), "url": url_for("games.new")},
            {"name": _("The game in play"), "url": url_for("home.on_the_table")},
        ],
    }


def _icon(filename: str, sizes: str) -> dict[str, str]:
    kind = _file(filename).mimetype
    return {"src": url_for("static", filename=filename), "sizes": sizes, "type": kind}
