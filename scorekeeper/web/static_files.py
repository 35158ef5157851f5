"""Addresses of static files carry a hash of their content, so that a phone fetches each once.

Otherwise, on a flaky network, a page would wait until the server says that no file has changed.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from scorekeeper.config import ONE_YEAR, resource_dir

VERSION = "v"
"""The query parameter with the hash of the content."""

_VERSION_LENGTH = 10


def init_static_files(app: Flask) -> None:
    """Add the version to the addresses of files, and let browsers cache files that have one."""
    app.url_defaults(_add_version)
    app.after_request(_keep_versions)


def version_of(filename: str) -> str | None:
    """A hash of the content of a file in `static/`; `None` if there is no such file."""
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
