"""The preview of an import of results, with questions about names and games.

The server keeps nothing before the import. The page carries the results and the choices, and is
made again from them. It shows what is left out, then questions. The games to import are listed on
request, or if there is nothing to ask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, tzinfo
from hashlib import sha256
from typing import NamedTuple

from flask import Response, current_app, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper import clock
from scorekeeper.games.details import EARLIEST
from scorekeeper.storage.database import db
from scorekeeper.storage.models import ImportAnswer, Player
from scorekeeper.storage.queries import has_games
from scorekeeper.transfer.new_games import Calendar
from scorekeeper.transfer.past.choices import NEW, Choices
from scorekeeper.transfer.past.dates import DateOrder, read_date
from scorekeeper.transfer.past.kept_answers import DATES, kept_choices
from scorekeeper.transfer.past.kinds import all_kinds, is_won_either_way, lowest_wins
from scorekeeper.transfer.past.preview import ImportPreview, Unread
from scorekeeper.transfer.past.results import Past, Place, pack
from scorekeeper.transfer.roster import Roster
from scorekeeper.transfer.sources import MOST_FAULTS
from scorekeeper.web.clubs.past_asked import (
    AskedKind,
    AskedWord,
    How,
    asked_kinds,
    asked_names,
    kind_name,
)
from scorekeeper.web.clubs.past_rows import MOST_ROWS, tables_of
from scorekeeper.web.shell.bodies import ticket
from scorekeeper.web.shell.permissions import IMPORTING
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club

RESULTS, ORDER, YEAR, SEEN = "results", "order", "year", "seen"
"""Form fields: the packed results, the order and the year of dates, a digest of the preview."""

OTHER = "other"
"""The choice that the guess is wrong. The field `other-…` then says who it is."""

MOST_ASKED = 250
"""The most names, and the most kinds of games, to ask about. Guesses decide the rest."""


def preview_of(
    past: Past, choices: Choices, time_zone: tzinfo, watch: Callable[[], None]
) -> ImportPreview:
    session, club_id = db.session(), current_club().id
    roster = Roster(session, club_id, writes=False)
    calendar = Calendar(clock.now(), time_zone)
    return ImportPreview(past, choices, roster, calendar, watch, kept_choices(session, club_id))


def chosen(past: Past) -> Choices:
    """The choices of the form. Invalid ones are ignored."""
    sent, order = request.form, request.form.get(ORDER, "")
    wins = _chosen(sent, "wins", past.kinds)
    others = _chosen(sent, OTHER, past.names)
    names = _chosen(sent, "name", past.names)
    return Choices(
        order=DateOrder(order) if order in [*DateOrder] else None,
        kinds=_chosen(sent, "kind", past.kinds),
        names={
            name: others.get(name, NEW) if value == OTHER else value
            for name, value in names.items()
        },
        year=_chosen_year(sent.get(YEAR, "")),
        lowest={kind: value == "low" for kind, value in wins.items() if value in ("high", "low")},
    )


def _chosen_year(text: str) -> int | None:
    is_year = re.fullmatch(r"\d{4}", text, re.ASCII)
    return int(text) if is_year and EARLIEST.year <= int(text) <= clock.now().year else None


def _chosen(sent: MultiDict[str, str], what: str, names: tuple[str, ...]) -> dict[str, str]:
    fields = {name: sent.get(f"{what}-{index}", "") for index, name in enumerate(names)}
    return {name: value for name, value in fields.items() if value}


def was_seen(preview: ImportPreview) -> bool:
    """Check that the sent page showed the result of exactly these choices."""
    return request.form.get(SEEN) == _digest(preview)


def _digest(preview: ImportPreview) -> str:
    lines = (game.line for game in preview.games)
    return sha256(b"\n".join(lines)).hexdigest()


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A game of the file that is left out: its place, the reason, and its text."""

    where: str
    why: str
    written: str


@dataclass(frozen=True, slots=True)
class ImportPage:
    """An import with its questions about names and kinds of games."""

    preview: ImportPreview
    names: list[AskedWord]
    kinds: list[AskedKind]

    @property
    def unclear_names(self) -> list[AskedWord]:
        return [name for name in self.names if name.how is How.UNCLEAR and not name.chosen]

    @property
    def asked_names(self) -> list[AskedWord]:
        asked = (How.GUESSED, How.NEW)
        answered = [name for name in self.names if name.how is How.UNCLEAR and name.chosen]
        return [name for name in self.names if name.how in asked] + answered

    @property
    def same_names(self) -> list[AskedWord]:
        return [name for name in self.names if name.how is How.SAME]

    @property
    def known_names(self) -> list[AskedWord]:
        known = (name for name in self.names if name.how is How.KNOWN)
        return [name for name in known if not name.player or name.player.name != name.name]

    @property
    def unknown_kinds(self) -> list[AskedKind]:
        """Kinds without a chosen game of this program. Kinds with suggestions come first."""
        return sorted(
            (kind for kind in self.kinds if not kind.chosen), key=lambda kind: not kind.suggestions
        )

    @property
    def asked_kinds(self) -> list[AskedKind]:
        return [kind for kind in self.kinds if kind.chosen and kind.how is How.UNCLEAR]

    @property
    def known_kinds(self) -> list[AskedKind]:
        return [kind for kind in self.kinds if kind.chosen and kind.how is How.KNOWN]

    @property
    def clear(self) -> list[AskedWord]:
        """Kinds and names that the page does not ask about, but that can be changed."""
        fixed = (How.SAME, How.KNOWN, How.SAID)
        kinds = [kind for kind in self.kinds if kind.chosen and kind.how in fixed]
        return [*kinds, *(name for name in self.names if name.how in fixed)]

    @property
    def lost(self) -> int:
        """The number of games that are left out, but not by choice."""
        preview, unknown = self.preview, {kind.index for kind in self.unknown_kinds}
        kinds = [kind for index, kind in enumerate(preview.past.kinds) if index in unknown]
        of_unknown = sum(game.kind in kinds for game in preview.past.games)
        return of_unknown + len(preview.unread) + preview.without_points.total()

    @property
    def is_clear(self) -> bool:
        asks = self.preview.needs_answers or self.asked_names or self.asked_kinds
        return not (asks or self.lost)


def past_page(
    preview: ImportPreview, problem: str = "", status: int = 200, *, shows_rows: bool = False
) -> Response:
    """The page with the preview and its questions. `shows_rows` lists the games too."""
    days = [game.read.played_on for game in preview.games]
    names = [] if preview.needs_order else asked_names(preview)
    asks = ImportPage(preview, names[:MOST_ASKED], list(asked_kinds(preview))[:MOST_ASKED])
    has_rows = bool(preview.games) and (shows_rows or asks.is_clear)
    page = render_template(
        "clubs/past.html",
        preview=preview,
        asks=asks,
        shows_rows=shows_rows and has_rows,
        tables=list(tables_of(preview)) if has_rows else [],
        most_rows=MOST_ROWS,
        carried=list(_carried(preview)),
        first=min(days, default=None),
        last=max(days, default=None),
        orders=_orders(preview),
        is_cut=len(names) > MOST_ASKED or len(preview.past.kinds) > MOST_ASKED,
        year=request.form.get(YEAR, ""),
        unread=[_left_out(row) for row in preview.unread[:MOST_FAULTS]],
        without_points=[
            f"{kind or _('not named')} ({number})"
            for kind, number in preview.without_points.most_common(MOST_ASKED)
        ],
        sums=list(map(_where, preview.past.sums[:MOST_FAULTS])),
        packed=pack(preview.past),
        changed=request.headers.get("HX-Trigger-Name", ""),
        seen=_digest(preview),
        problem=problem,
        has_games=has_games(current_club()),
        ticket=ticket(current_app, IMPORTING),
    )
    return make_response(page, status)


class KnownWords(NamedTuple):
    """An answer that the club keeps: its id, the word in a file, and the meaning of that word."""

    id: int
    written: str
    player: Player | None
    words: str


def known_words(kept: ImportAnswer) -> KnownWords:
    played_as = all_kinds().get(kept.answer)
    written, words = kept.written or _("not named"), _("left out")
    if kept.about == DATES:
        written = _("Dates")
        words = _("the day first") if kept.answer == DateOrder.DAY_FIRST else _("the month first")
    elif played_as is not None:
        words = kind_name(played_as)
        if is_won_either_way(played_as.variant):
            wins = _("low wins") if lowest_wins(played_as) else _("high wins")
            words = f"{words}, {wins}"
    return KnownWords(kept.id, written, kept.player and kept.player.person, words)


def _carried(preview: ImportPreview) -> Iterator[tuple[str, str]]:
    """Hidden fields that keep the choices while the page lists games instead of questions."""
    choices, past = preview.choices, preview.past
    if choices.order:
        yield ORDER, choices.order
    if choices.year:
        yield YEAR, str(choices.year)
    for index, name in enumerate(past.names):
        if name in choices.names:
            yield f"name-{index}", choices.names[name]
    for index, kind in enumerate(past.kinds):
        if kind in choices.kinds:
            yield f"kind-{index}", choices.kinds[kind]
        if kind in choices.lowest:
            yield f"wins-{index}", "low" if choices.lowest[kind] else "high"


def _orders(preview: ImportPreview) -> list[tuple[DateOrder, date]]:
    text, today = preview.example_of_date, preview.today
    if not text:
        return []
    return [(order, read_date(text, order, today)) for order in DateOrder]


def _left_out(unread: Unread) -> LeftOut:
    game = unread.game
    scores = (f"{score.name} {score.points}".strip() for score in game.scores)
    written = ", ".join(filter(None, [game.date, game.kind, *scores]))
    return LeftOut(_where_unread(unread), translate(unread.why, unread.names), written)


def _where_unread(unread: Unread) -> str:
    row, cell = _where(unread.place), _("cell %(cell)s", cell=unread.cell)
    return f"{row}, {cell}" if unread.cell else row


def _where(place: Place) -> str:
    if not place.sheet:
        return str(_("Row %(number)d", number=place.row))
    return str(_("%(file)s, row %(number)d", file=place.sheet, number=place.row))
