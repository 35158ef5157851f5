"""Refuses a body that is too long, or no form, before anything reads it, even an error page."""

from __future__ import annotations

from flask import Flask, Request, abort, request, session
from werkzeug.formparser import FormDataParser

from scorekeeper.config import MOST_BYTES, MOST_UPLOADED
from scorekeeper.web.api.problem import is_api
from scorekeeper.web.browser_token import TOKEN
from scorekeeper.web.permissions import IMPORTING

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")


class FormRequest(Request):
    """A request whose form, if it is broken, raises `ValueError`; Werkzeug takes it for empty."""

    def make_form_data_parser(self) -> FormDataParser:
        """Werkzeug's parser, told not to hide what it cannot read."""
        parser = super().make_form_data_parser()
        parser.silent = False
        return parser


def init_bodies(app: Flask) -> None:
    """Look at the body of every request before who sent it."""
    app.request_class = FormRequest
    app.before_request(_refuse_too_much)
    app.before_request(_refuse_no_form)


def _refuse_too_much() -> None:
    request.max_content_length = most = _most_bytes()
    if (request.content_length or 0) > most:
        abort(413)
    if request.content_length is None and "Transfer-Encoding" in request.headers:
        abort(411)  # No browser sends such forms, and not every server passes them on whole.


def _most_bytes() -> int:
    """The most bytes that the request may have: only who is in a club may send a file."""
    sends_file = request.endpoint == IMPORTING and TOKEN in session
    return MOST_UPLOADED if sends_file else MOST_BYTES


def _refuse_no_form() -> None:
    if request.method not in _WITHOUT_BODY and not (_is_in_utf_8() and (is_api() or _is_form())):
        abort(415)
    try:
        # Read it whole before the permission check, which must not be made too early.
        has_names = None not in request.form
    except (KeyError, ValueError):
        has_names = False
    if not has_names:
        abort(400)


def _is_in_utf_8() -> bool:
    return request.mimetype_params.get("charset", "utf-8").lower() in ("utf-8", "utf8")


def _is_form() -> bool:
    """Whether the request says that it brings a form, or brings nothing."""
    return request.mimetype in _FORMS or not (request.mimetype or request.content_length)
