"""Pages and static files are sent compressed to browsers that read brotli or gzip."""

from __future__ import annotations

from functools import lru_cache
from gzip import compress as gzip
from http import HTTPStatus

from brotli import compress as brotli
from flask import Response, request

CODINGS = ("br", "gzip")
"""The codings in the order in which they are preferred; browsers read brotli over https only."""

_LEAST_BYTES = 500
"""Anything shorter fits in one packet as it is."""

_TEXTS = {
    "application/json",
    "application/manifest+json",
    "application/schema+json",
    "image/svg+xml",
    "text/css",
    "text/html",
    "text/javascript",
    "text/plain",
}


def is_text(mimetype: str | None) -> bool:
    """Whether content of this type gets shorter; pictures and fonts are compressed already."""
    return mimetype in _TEXTS


def accepted_coding() -> str | None:
    """The best coding that the browser reads; `None` if it reads none of ours."""
    accepted = request.accept_encodings
    return next((each for each in CODINGS if accepted.quality(each) > 0), None)


@lru_cache(maxsize=128)
def compress_well(content: bytes, coding: str) -> bytes:
    """The shortest form of a static file: it is made once, and sent for as long as we run."""
    return brotli(content, quality=11) if coding == "br" else gzip(content, 9, mtime=0)


def compress_page(response: Response) -> Response:
    """Send a page in the best coding that the browser reads, unless another site asked for it."""
    if not is_text(response.mimetype) or "Content-Encoding" in response.headers:
        return response
    response.vary.add("Accept-Encoding")
    coding = accepted_coding()
    if coding and _is_worth_it(response) and not _may_be_listened_to():
        content = response.get_data()
        short = brotli(content, quality=5) if coding == "br" else gzip(content, 6, mtime=0)
        response.set_data(short)
        response.headers["Content-Encoding"] = coding
    return response


def _is_worth_it(response: Response) -> bool:
    return (
        response.status_code != HTTPStatus.PARTIAL_CONTENT
        and not response.is_streamed
        and (response.content_length or 0) >= _LEAST_BYTES
    )


def _may_be_listened_to() -> bool:
    """Whether the length of this page could tell another site what is in it (the BREACH attack).

    Over https, a site that makes a browser ask for one of our pages again and again, each time
    with another guess in the address, could read a secret in the page from how well the guess
    compresses with it. Browsers say who asked; one that does not is only believed over http, where
    a listener reads the page itself.
    """
    asked_by = request.headers.get("Sec-Fetch-Site", "unknown" if request.is_secure else "none")
    return asked_by not in ("same-origin", "none")
