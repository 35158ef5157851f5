"""Keys of forms: each form has its own, so that sending it twice counts once."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

from sqlalchemy import bindparam, select
from sqlalchemy.orm import Session

from scorekeeper.games.history import Kind
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import table
from scorekeeper.storage.models import ChangeRow

_KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
_GAME_OF_KEY = select(table(ChangeRow).c.game_id).where(table(ChangeRow).c.key == bindparam("used"))


def new_key() -> str:
    """A new key for a form, so that sending the form twice counts once."""
    return secrets.token_urlsafe(16)


def key_of(kind: Kind, key: str, sent: object = None) -> str:
    """The key that the history stores: a digest of the form's key and of what the form sent."""
    return sha256(repr((kind.value, key, sent)).encode("utf-8", "surrogatepass")).hexdigest()[:40]


def game_of_key(session: Session, key: str) -> str | None:
    """The id of the game that was changed with this key; `None` if the key is new."""
    return session.connection().scalar(_GAME_OF_KEY, {"used": key})


def check_key(key: str) -> None:
    """Raise `RuleError` if this cannot be the key of a form."""
    if not _KEY.fullmatch(key):
        raise lost_key()


def lost_key() -> RuleError:
    """Why a form without a key of its own is not accepted."""
    return RuleError(message("This form is out of date. Open it again."), "key")
