"""Random ids and secrets. The database stores only the hashes of secrets."""

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
"""The characters of codes. No two look alike: 5 is among them, S is not."""

_ID = re.compile(r"[0-9a-z]{1,16}", re.ASCII)
_ID_LENGTH = 12
_ID_CHARACTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """A random id for addresses, which nobody can guess."""
    return "".join(secrets.choice(_ID_CHARACTERS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Check whether a text has the form of an id. Some databases reject queries for other texts."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """A random secret of 128 bits, for cookies and links."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_code() -> str:
    """A random secret short enough to type. Let it expire soon, and count wrong attempts."""
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))


def print_code(code: str) -> str:
    """A code in groups of four characters, for people to read.

    >>> print_code("ACDEFHJK")
    'ACDE-FHJK'
    """
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def read_code(typed: str, length: int = CODE_LENGTH) -> str | None:
    """Read a typed code of this length. `None` if the text is not such a code.

    >>> read_code(" acde-fhjk "), read_code("ACDE"), read_code("ACDEFHJ0")
    ('ACDEFHJK', None, None)
    """
    code = re.sub(r"[\s–-]", "", typed.upper())
    return code if len(code) == length and set(code) <= set(CODE_CHARACTERS) else None


def hash_of(secret: str) -> str:
    """The stored hash of a secret: SHA-256, not reversible, and the same each time for look-ups."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def derive_id(key: str, purpose: str) -> str:
    """An id computed from a key and a purpose. Only this server can compute it."""
    return _signed("id", key, purpose).hex()[:_ID_LENGTH]


def derive_token(secret: str, purpose: str) -> str:
    digest = _signed("token", secret, purpose)[:TOKEN_BYTES]
    return urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")


def derive_code(secret: str, purpose: str) -> str:
    """A secret of twelve characters, computed from another secret, for printed cards.

    The secret is too long to guess, so wrong attempts need no count.
    """
    number = int.from_bytes(_signed("code for", secret, purpose))
    found = ""
    for _ in range(CARD_CODE_LENGTH):
        number, place = divmod(number, len(CODE_CHARACTERS))
        found += CODE_CHARACTERS[place]
    return found


class IdAndToken(NamedTuple):
    """The id of a row and its secret. The row stores only the hash of the secret."""

    id: str
    token: str


def derive_id_and_token(key: str, purpose: str) -> IdAndToken:
    """The id and secret of what a form creates. A form sent twice gives the same pair."""
    return IdAndToken(derive_id(key, purpose), derive_token(key, purpose))


def hash_of_code(code: str) -> str:
    """The stored hash of a code, with a key. A plain hash of a short code can be reversed."""
    return _signed("code", code).hex()


def _signed(*parts: str) -> bytes:
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(key, repr(parts).encode("utf-8", "surrogatepass"), "sha256")
