"""The base class of the forms."""

from __future__ import annotations

from flask_wtf import FlaskForm


class BaseForm(FlaskForm):
    """A form without a CSRF field of its own: the token is checked for every POST, see `app`."""

    class Meta:
        """WTForms' options."""

        csrf = False
