"""The security headers of every response."""

from __future__ import annotations

from flask import Response, current_app, request

from scorekeeper.config import Settings

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

ONE_YEAR_OF_HTTPS = "max-age=31536000"


def add_security_headers(response: Response) -> Response:
    """Allow scripts, styles and forms from this site only, and no frames."""
    settings = current_app.config["SCOREKEEPER"]
    for name, value in security_headers(settings, is_secure=request.is_secure).items():
        response.headers.setdefault(name, value)
    return response


def security_headers(settings: Settings, *, is_secure: bool) -> dict[str, str]:
    """The headers of the answer to a request, which came by https if it `is_secure`.

    Browsers are told to use https only, which cannot be undone for a year, only if the settings say
    so or if a trusted proxy was reached by https.
    """
    if settings.secure_cookies or (settings.proxies and is_secure):
        return HEADERS | {"Strict-Transport-Security": ONE_YEAR_OF_HTTPS}
    return HEADERS
