"""What every answer tells the browser to forbid."""

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
    """Forbid scripts, styles, frames and forms from anywhere but this site."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if _is_always_https():
        response.headers.setdefault("Strict-Transport-Security", ONE_YEAR_OF_HTTPS)
    return response


def _is_always_https() -> bool:
    """Whether browsers may be told to come by nothing else, which nobody can take back for a year.

    Sure where it is set, and where a proxy that is set says how it was reached.
    """
    settings = current_app.config["SCOREKEEPER"]
    return bool(settings.secure_cookies or (settings.proxies and request.is_secure))
