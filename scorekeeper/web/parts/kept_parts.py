"""A cache for rendered parts of a page, shared by all phones that show the same state.

Five phones at a table poll the same list of rounds. A cached part depends only on the state of its
game, the faces of its players, and the language and preferences of the phone. So it contains no
form, no key, and nothing that depends on the user.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from threading import Lock

from flask import Flask, current_app, g, request
from flask_babel import get_locale
from markupsafe import Markup

from scorekeeper.storage.folded_games import state_of_row
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.web.shell.cookies import preferences

MOST_KEPT = 2_000_000
"""The most characters in the cache. The part that was unused longest goes first."""

EXTENSION = "scorekeeper_kept_parts"
"""The key of the cache in `app.extensions`."""


class KeptParts:
    """Rendered parts by the values they show."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Hashable, Markup] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def find(self, shows: Hashable, make: Callable[[], Markup]) -> Markup:
        with self._lock:
            kept = self._parts.get(shows)
            if kept is not None:
                self._parts.move_to_end(shows)
                return kept
        made = make()
        with self._lock:
            before = self._parts.pop(shows, None)
            self._parts[shows] = made
            self._size += len(made) - len(before or "")
            while self._size > MOST_KEPT:
                self._size -= len(self._parts.popitem(last=False)[1])
        return made


def init_kept_parts(app: Flask) -> None:
    """Let templates cache parts: `{% call kept("rounds", row, people) %}…{% endcall %}`."""
    app.jinja_env.globals["kept"] = kept


def kept(part: str, row: GameRow, people: Sequence[Player], caller: Callable[[], Markup]) -> Markup:
    """The cached `part` of a game's page, rendered by `caller` if needed."""
    if current_app.debug:
        return caller()  # A developer can be editing the template.
    parts: KeptParts = current_app.extensions.setdefault(EXTENSION, KeptParts())
    faces = tuple((player.name, player.colour, player.sign) for player in people)
    state = (row.id, state_of_row(row), faces)
    return parts.find((part, state, _phone()), caller)


def _phone() -> Hashable:
    if "kept_for" not in g:
        g.kept_for = (str(get_locale()), preferences(), request.script_root)
    phone: Hashable = g.kept_for
    return phone
