"""The blueprint of the pages for the hall. Some have a secret address."""

from __future__ import annotations

from flask import Blueprint, Response, request

from scorekeeper.web.shell.responses import HIDDEN_PATH

blueprint = Blueprint("hall", __name__)


@blueprint.after_request
def _keep_secret(response: Response) -> Response:
    """Keep the secret address of a table from other sites and search engines."""
    if "code" in (request.view_args or {}):
        response.headers["Referrer-Policy"] = HIDDEN_PATH
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        response.headers["Cache-Control"] = "no-store"
    return response
