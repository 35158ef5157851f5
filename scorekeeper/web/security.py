"""The security headers of every response."""

from __future__ import annotations

from flask import Response, current_app, request

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
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if _is_always_https():
        response.headers.setdefault("Strict-Transport-Security", ONE_YEAR_OF_HTTPS)
    return response


def _is_always_https() -> bool:
    """Whether to tell browsers to use https only, which cannot be undone for a year.

    Only if the settings say so, or if a trusted proxy was reached by https.
    """
    settings = current_app.config["SCOREKEEPER"]
    return bool(settings.secure_cookies or (settings.proxies and request.is_secure))
