"""Random ids and secrets; of a secret the database stores only a hash."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode
from typing import NamedTuple

from flask import current_app

TOKEN_BYTES = 16
CODE_LENGTH = 8
CARD_CODE_LENGTH = 12
CODE_CHARACTERS = "23456789ACDEFHJKMNPRTUWXY"
"""The characters of codes. None looks like another, as 0 and O or 5 and S would."""

_ID = re.compile(r"[0-9a-z]{1,16}", re.ASCII)
_ID_LENGTH = 12
_ID_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """Fit for addresses. Nobody can guess it."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether this could be an id. Other texts are never queried, as some databases refuse them."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """A secret of 128 bits, for cookies and links."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_code() -> str:
    """A secret short enough to type. It must expire soon, and wrong attempts must be counted."""
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))


def print_code(code: str) -> str:
    """A code as people read it.

    >>> print_code("ACDEFHJK")
    'ACDE-FHJK'
    """
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def read_code(typed: str, length: int = CODE_LENGTH) -> str | None:
    """The code of this length that somebody typed. `None` if it cannot be a code.

    >>> read_code(" acde-fhjk "), read_code("ACDE"), read_code("ACDEFHJ0")
    ('ACDEFHJK', None, None)
    """
    code = re.sub(r"[\s–-]", "", typed.upper())
    return code if len(code) == length and set(code) <= set(CODE_CHARACTERS) else None


def hash_of(secret: str) -> str:
    """The hash that is stored of a secret: it cannot be reversed, and an index can find it."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def derive_id(key: str, purpose: str) -> str:
    """The id that follows from this key and purpose. Only this server can derive it."""
    return _signed("id", key, purpose).hex()[:_ID_LENGTH]


def derive_token(secret: str, purpose: str) -> str:
    digest = _signed("token", secret, purpose)[:TOKEN_BYTES]
    return urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def derive_code(secret: str, purpose: str) -> str:
    """A secret of twelve characters that follows from another: fit for paper, and to be typed.

    Nobody can guess it, so wrong attempts need not be counted.
    """
    number = int.from_bytes(_signed("code for", secret, purpose))
    found = ""
    for _ in range(CARD_CODE_LENGTH):
        number, place = divmod(number, len(CODE_CHARACTERS))
        found += CODE_CHARACTERS[place]
    return found


class IdAndToken(NamedTuple):
    """The id of a row, and its secret, of which only the hash is stored."""

    id: str
    token: str


def derive_id_and_token(key: str, purpose: str) -> IdAndToken:
    """The id and secret for what a form's key makes. The same each time the form is sent."""
    return IdAndToken(derive_id(key, purpose), derive_token(key, purpose))


def hash_of_code(code: str) -> str:
    """The keyed hash stored of a code, which is so short that a plain hash would reveal it."""
    return _signed("code", code).hex()


def _signed(*parts: str) -> bytes:
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(key, repr(parts).encode("utf-8", "surrogatepass"), "sha256")
