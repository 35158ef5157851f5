"""Secrets that let somebody in: made by chance, and of each only its hash is stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import urlsafe_b64encode

from flask import current_app

TOKEN_BYTES = 16
CODE_LENGTH = 8
CODE_SIGNS = "23456789ACDEFHJKMNPRTUWXY"
"""What codes are written with: nothing that looks like another sign, as 0 and O, 5 and S do."""

_ID = re.compile(r"[0-9a-z]{1,16}", re.ASCII)
_ID_LENGTH = 12
_ID_SIGNS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_id() -> str:
    """An id that nobody can guess, for addresses."""
    return "".join(secrets.choice(_ID_SIGNS) for _ in range(_ID_LENGTH))


def is_id(text: str) -> bool:
    """Whether this can be an id: nothing else is looked for, as not every database takes it."""
    return _ID.fullmatch(text) is not None


def new_token() -> str:
    """A secret of 128 bits, for cookies and links."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_code() -> str:
    """A secret short enough to be typed; it must die soon, and wrong ones must be counted."""
    return "".join(secrets.choice(CODE_SIGNS) for _ in range(CODE_LENGTH))


def print_code(code: str) -> str:
    """A code as it is read out.

    >>> print_code("ACDEFHJK")
    'ACDE-FHJK'
    """
    return f"{code[:4]}-{code[4:]}"


def read_code(typed: str) -> str | None:
    """The code that somebody typed, `None` where it cannot be one.

    >>> read_code(" acde-fhjk "), read_code("ACDE"), read_code("ACDEFHJ0")
    ('ACDEFHJK', None, None)
    """
    code = "".join(sign for sign in typed.upper() if not sign.isspace() and sign not in "-–")
    return code if len(code) == CODE_LENGTH and set(code) <= set(CODE_SIGNS) else None


def hash_of(secret: str) -> str:
    """What is stored of a secret: it cannot be turned back, and an index finds it by itself."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def token_after(token: str, way: str) -> str:
    """The token that a browser gets when it comes in this `way`; only this server can tell it."""
    made = _signed("token", token, way)[:TOKEN_BYTES]
    return urlsafe_b64encode(made).rstrip(b"=").decode("ascii")


def hash_of_code(code: str) -> str:
    """What is stored of a code: it is short, so that its bare hash would give it away."""
    return _signed("code", code).hex()


def _signed(*parts: str) -> bytes:
    """What nobody can make of these parts who has not got the secret key."""
    key = str(current_app.config["SECRET_KEY"]).encode()
    return hmac.digest(key, repr(parts).encode("utf-8", "surrogatepass"), "sha256")
