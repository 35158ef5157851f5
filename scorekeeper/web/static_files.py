"""The files of `static/`, addressed by what they hold, so that a phone fetches each of them once.

On a flaky network a page would otherwise wait until the server has said that no file changed.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from scorekeeper.config import ONE_YEAR, resource_dir

VERSION = "v"
"""The part of an address that says what the file held when the page was made."""

_VERSION_LENGTH = 10


def init_static_files(app: Flask) -> None:
    """Put the version into every address of a file, and let browsers keep what has one."""
    app.url_defaults(_add_version)
    app.after_request(_keep_versions)


def version_of(filename: str) -> str | None:
    """What stands for the content of a file of `static/`; `None` where there is no such file."""
    path = resource_dir("static") / filename
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError):
        return None
    return _digest(path, changed)


@lru_cache(maxsize=256)
def _digest(path: Path, _changed: int) -> str:
    return sha256(path.read_bytes()).hexdigest()[:_VERSION_LENGTH]


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and (version := version_of(values["filename"])):
        values.setdefault(VERSION, version)


def _keep_versions(response: Response) -> Response:
    if request.endpoint == "static" and response.status_code in (200, 304):
        filename = (request.view_args or {}).get("filename", "")
        if request.args.get(VERSION) == version_of(filename):
            response.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
    return response
