"""The last step of every response: compression, and headers for caches and security."""

from __future__ import annotations

from gzip import compress as gzip
from http import HTTPStatus

from brotli import compress as brotli
from flask import Response, current_app, request

from scorekeeper.config import Settings


def leave_out_if_known(response: Response) -> None:
    """Answer 304, without a body, if the reader's ETag is current.

    `If-Match` is ignored, because it is for changes.
    """
    environ = {key: value for key, value in request.environ.items() if key != "HTTP_IF_MATCH"}
    response.make_conditional(environ)


CODINGS = ("br", "gzip")
"""Codings in order of preference. Browsers accept brotli only over https."""

_LEAST_BYTES = 500
"""Shorter responses fit in one packet uncompressed."""

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
    """Check whether to compress content of this type. Pictures and fonts are compressed already."""
    return mimetype in _TEXTS


def accepted_coding() -> str | None:
    accepted = request.accept_encodings
    return next((coding for coding in CODINGS if accepted.quality(coding) > 0), None)


def compress_page(response: Response) -> Response:
    """Compress a page as the browser accepts it, unless another site asked for it."""
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
    """Check whether the length of this page could reveal its content (the BREACH attack).

    Over https, another site could make a browser request our page again and again with guesses in
    the address, and learn a secret from how well each guess compresses. Browsers send which site
    asked. Without this header, a request is trusted only over http, where a listener can read the
    page anyway.
    """
    asked_by = request.headers.get("Sec-Fetch-Site", "unknown" if request.is_secure else "none")
    return asked_by not in ("same-origin", "none")


CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "object-src 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

HIDDEN_PATH = "strict-origin"
"""The referrer policy of a page with a secret address: browsers leave out its path.

With `no-referrer`, browsers would send forms with `Origin: null`, as from an unknown page.
"""

OPEN_TO_EVERY_SITE = {
    "Access-Control-Allow-Origin": "*",
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""Extra headers of answers to programs, so that pages of every site can read the answers."""

READABLE = {"Access-Control-Expose-Headers": "ETag, Link, Location, Retry-After"}
"""The header that lets pages of every site also read the headers that it lists."""

VARY_FOR_PROGRAMS = ("Accept-Language", "Authorization")
"""Request headers that change the answers to programs."""

ONE_YEAR_OF_HTTPS = "max-age=31536000"


def add_security_headers(response: Response) -> Response:
    """Add headers that allow only this site's scripts, styles and forms, and no frames."""
    settings = current_app.config["SCOREKEEPER"]
    there = {name.lower() for name, _value in response.headers}
    for name, value in security_headers(settings, is_secure=request.is_secure).items():
        if name.lower() not in there:
            response.headers.add(name, value)
    return response


def security_headers(settings: Settings, *, is_secure: bool) -> dict[str, str]:
    """The security headers of a response. `is_secure`: the request came by https.

    HSTS cannot be undone for a year. It is sent only if the settings require https, or if the
    request reached a trusted proxy by https.
    """
    if settings.secure_cookies or (settings.proxies and is_secure):
        return HEADERS | {"Strict-Transport-Security": ONE_YEAR_OF_HTTPS}
    return HEADERS


def vary(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.vary.update(("HX-Request", "Accept-Language", "Cookie"))
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", "private, no-cache")
    return response
