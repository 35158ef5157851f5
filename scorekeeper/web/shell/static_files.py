"""Static files at addresses with a hash of their content, so that a phone fetches each once.

Files with names joined by a plus, such as `sheet+board.css`, are sent as one, because on a flaky
network each file is one more that can fail. The name `every` stands for the files of every page.
For the same reason scripts are not modules: a browser requests each module separately, at an
address without a hash. Instead, a script declares the scripts that it uses, `// Uses: hands,
counts`, and the server sends those before it.

The hash of joined files includes the secret key, so that nobody can make up their addresses. The
server compresses and keeps only combinations that our pages ask for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from gzip import compress as gzip
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from brotli import compress as brotli
from flask import Flask, Response, abort, current_app, request, url_for
from werkzeug.security import safe_join

from scorekeeper.config import ONE_YEAR, resource_dir
from scorekeeper.web.shell.responses import accepted_coding, is_text

VERSION = "v"
"""The query parameter with the hash of the content."""

EVERY = "every"
"""In the name of a joined file: the style sheets or the scripts of every page."""

EVERY_SHEET = (
    *("tokens", "app", "layouts", "frame", "messages"),
    *("controls", "fields", "parts", "face", "cards"),
)

# With the scripts of a sheet, so that the first visit of a game fetches one file.
EVERY_SCRIPT = (
    *("memory", "fresh", "htmx-config", "taps", "polling"),
    *("drafts", "sheet", "share", "moment", "awake", "page"),
)

_VERSION_LENGTH = 10

_MOST_JOINED = 40

_FOR_READERS = {
    "text/css": re.compile(
        rb"/\*.*?\*/\s*|^ +|;(?=\s*\})|(?<=[{};,])\n+|(?<=[:,<>=]) | (?=[{<>])",
        re.DOTALL | re.MULTILINE,
    ),
    "text/javascript": re.compile(rb"^[ \t]*//.*\n| // .*$|^ +|^\n", re.MULTILINE),
}
"""Comments and space around code. They are a quarter of a style sheet."""

_USES = re.compile(r"^// Uses: (.+)$", re.MULTILINE)

_ADDRESSES = "scorekeeper_static_addresses"
"""The key in `app.extensions` of the cache of addresses, by file name and the app's path."""

_UNKNOWN = "application/octet-stream"


@dataclass(frozen=True)
class StaticFile:
    """A file of `static/`, or several that are sent as one."""

    content: bytes
    mimetype: str
    is_joined: bool

    @cached_property
    def _digest(self) -> str:
        return sha256(self.content).hexdigest()

    @property
    def version(self) -> str:
        """A hash of the content. For joined files, it includes the secret key."""
        if not self.is_joined:
            return self._digest[:_VERSION_LENGTH]
        key = str(current_app.secret_key)
        return sha256(f"{key}{self._digest}".encode()).hexdigest()[:_VERSION_LENGTH]


def init_static_files(app: Flask) -> None:
    """Serve the files of `static/`. Browsers keep a file if its version is in the address.

    Each file is read once, or in debug mode with every request. Joined files are read again each
    time they are sent.
    """
    app.extensions[_ADDRESSES] = addresses = lru_cache(maxsize=1_024)(_address)
    if app.debug:
        app.before_request(addresses.cache_clear)
        app.before_request(static_file.cache_clear)
        app.before_request(uses_of.cache_clear)
    app.add_url_rule("/static/<path:filename>", "static", _send)
    app.url_defaults(_add_version)
    app.jinja_env.globals.update(
        static_address=static_address, every_and=every_and, own_scripts=own_scripts
    )


def static_address(filename: str) -> str:
    """Return the address of a static file.

    Cached, because a page needs the address of the icons dozens of times.
    """
    address: Callable[[str, str], str] = current_app.extensions[_ADDRESSES]
    return address(filename, request.script_root)


def _address(filename: str, _below: str) -> str:
    return url_for("static", filename=filename)


def every_and(styles: Iterable[str]) -> str:
    """The name of a joined file: the style sheets of every page, then these.

    >>> every_and(["sheet", "board"])
    'every+sheet+board.css'
    """
    return f"{'+'.join([EVERY, *styles])}.css"


def own_scripts(scripts: Iterable[str]) -> str:
    """The name of these scripts as one file, each after the scripts that it uses.

    Empty if every page has them.

    >>> own_scripts(["share"])
    ''
    """
    own = in_order(scripts, in_order(EVERY_SCRIPT))
    return f"{'+'.join(own)}.js" if own else ""


def in_order(scripts: Iterable[str], there: Iterable[str] = ()) -> list[str]:
    """These scripts, each after the scripts that it uses, without those already `there`."""
    found = dict.fromkeys(there)
    before = len(found)
    for script in scripts:
        _add(script, found)
    return list(found)[before:]


def _add(script: str, found: dict[str, None]) -> None:
    if script in found:
        return
    for used in uses_of(script):
        _add(used, found)
    found[script] = None


@lru_cache(maxsize=256)
def uses_of(script: str) -> tuple[str, ...]:
    """The scripts that a script declares to use.

    >>> uses_of("share")
    ('network',)
    """
    path = _path(f"{script}.js")
    declared = _USES.search(path.read_text("utf-8")) if path else None
    return tuple(declared[1].split(", ")) if declared else ()


@lru_cache(maxsize=256)
def static_file(filename: str) -> StaticFile | None:
    """The static file of this name, read once. `None` if there is none."""
    return _read(filename)


def _read(filename: str) -> StaticFile | None:
    stems, dot, ending = filename.rpartition(".")
    names = stems.split("+", _MOST_JOINED)
    if names[0] == EVERY:
        names[:1] = EVERY_SHEET if ending == "css" else in_order(EVERY_SCRIPT)
    paths = [_path(stem + dot + ending) for stem in names]
    contents = [path.read_bytes() for path in paths if path]
    mimetype = guess_type(filename)[0] or _UNKNOWN
    for_readers = _FOR_READERS.get(mimetype)
    is_made_up = len(names) > 1 and (not for_readers or len(set(names)) < len(names))
    if is_made_up or len(contents) < len(paths):
        return None
    if for_readers:
        contents = [for_readers.sub(b"", content) for content in contents]
    return StaticFile(b"\n".join(contents), mimetype, len(names) > 1)


def _path(name: str) -> Path | None:
    path = Path(safe_join(str(resource_dir("static")), name) or "")
    try:
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=128)
def _compressed(content: bytes, coding: str) -> bytes:
    return brotli(content, quality=11) if coding == "br" else gzip(content, 9, mtime=0)


def _add_version(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and (file := static_file(values["filename"])):
        values.setdefault(VERSION, file.version)


def _send(filename: str) -> Response:
    file = (_read(filename) if "+" in filename else static_file(filename)) or abort(404)
    is_asked_for = request.args.get(VERSION) == file.version
    compresses = is_text(file.mimetype) and (is_asked_for or not file.is_joined)
    coding = accepted_coding() if compresses else None
    content = _compressed(file.content, coding) if coding else file.content
    response = current_app.response_class(content, mimetype=file.mimetype)
    if coding:
        response.headers["Content-Encoding"] = coding
    if is_text(file.mimetype):
        response.vary.add("Accept-Encoding")
    if is_asked_for or not file.is_joined:
        response.set_etag(f"{file.version}-{coding}")
    response.cache_control.no_cache = True
    if is_asked_for:
        response.headers["Cache-Control"] = f"public, max-age={ONE_YEAR}, immutable"
    response.make_conditional(request, accept_ranges=True, complete_length=len(content))
    return response
