"""The page that says what will come of results from elsewhere, and asks who and what they are.

It is made again from the results, which it carries itself, and from what was chosen: nothing is
kept on the server before everything is imported.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, tzinfo
from hashlib import sha256

from flask import Response, current_app, make_response, render_template, request
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from scorekeeper import clock
from scorekeeper.games.commands import EARLIEST
from scorekeeper.rummy.documents.names import check_name, heard
from scorekeeper.rummy.round import RuleError
from scorekeeper.storage.database import db
from scorekeeper.transfer.new_games import Calendar
from scorekeeper.transfer.past.coming import LEFT_OUT, NEW, Choices, Coming, Unread
from scorekeeper.transfer.past.dates import Order, read_date
from scorekeeper.transfer.past.kinds import PlayedAs, offered
from scorekeeper.transfer.past.results import Past, Place, pack
from scorekeeper.transfer.roster import Roster
from scorekeeper.transfer.sources import MOST_FAULTS
from scorekeeper.web.shell.bodies import ticket
from scorekeeper.web.shell.permissions import IMPORTING
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_club

RESULTS, ORDER, YEAR, SEEN = "results", "order", "year", "seen"
"""The fields with the results themselves, the order and the year of dates, what was shown."""

MOST_OFFERED = 100
"""So many players of the club are offered for each name: those who were seen last."""


MOST_ASKED = 250
"""After so many names, or kinds of games, nothing more is asked: the rest is as it seems."""


@dataclass(frozen=True, slots=True)
class Asked:
    """Something that the file names and the club chooses: the field, and its choices.

    With a `question` nothing is chosen yet, and something has to be.
    """

    field: str
    name: str
    games: int
    choices: list[tuple[str, str]]
    chosen: str
    error: str = ""
    question: str = ""


def what_comes(
    past: Past, choices: Choices, time_zone: tzinfo, watch: Callable[[], None]
) -> Coming:
    """What will come of these results into the club, as it is now."""
    roster = Roster(db.session(), current_club().id, writes=False)
    return Coming(past, choices, roster, Calendar(clock.now(), time_zone), watch)


def chosen(past: Past) -> Choices:
    """The choices of the form; what makes no sense was not chosen."""
    sent, order = request.form, request.form.get(ORDER, "")
    return Choices(
        order=Order(order) if order in [*Order] else None,
        kinds=_chosen(sent, "kind", past.kinds),
        names=_chosen(sent, "name", past.names),
        year=_chosen_year(sent.get(YEAR, "")),
    )


def _chosen_year(text: str) -> int | None:
    is_year = re.fullmatch(r"\d{4}", text, re.ASCII)
    return int(text) if is_year and EARLIEST.year <= int(text) <= clock.now().year else None


def _chosen(sent: MultiDict[str, str], what: str, names: tuple[str, ...]) -> dict[str, str]:
    fields = {name: sent.get(f"{what}-{index}", "") for index, name in enumerate(names)}
    return {name: value for name, value in fields.items() if value}


def was_seen(coming: Coming) -> bool:
    """Whether the page that was sent had shown what comes of these very choices."""
    return request.form.get(SEEN) == _digest(coming)


def _digest(coming: Coming) -> str:
    """A digest of what comes: which games, of whom."""
    lines = (game.line for game in coming.games)
    return sha256(b"\n".join(lines)).hexdigest()


def past_page(coming: Coming, problem: str = "", status: int = 200) -> Response:
    """The page that shows what comes, and asks."""
    days = [game.read.played_on for game in coming.games]
    page = render_template(
        "clubs/past.html",
        coming=coming,
        first=min(days, default=None),
        last=max(days, default=None),
        counts=_counts(coming),
        orders=_orders(coming),
        kinds=list(_kinds(coming)),
        names=[] if coming.needs_order else list(_names(coming)),
        year=request.form.get(YEAR, ""),
        most_asked=MOST_ASKED,
        unread=[(_where_unread(each), _why(each)) for each in coming.unread[:MOST_FAULTS]],
        without_points=[
            f"{kind or _('not named')} ({number})"
            for kind, number in coming.without_points.most_common(MOST_ASKED)
        ],
        sums=list(map(_where, coming.past.sums[:MOST_FAULTS])),
        packed=pack(coming.past),
        seen=_digest(coming),
        problem=problem,
        ticket=ticket(current_app, IMPORTING),
    )
    return make_response(page, status)


def _counts(coming: Coming) -> list[tuple[str, int]]:
    """How many games of which kinds come, the most first."""
    kinds = Counter(game.read.recorded.game.variant.name for game in coming.games)
    return [(translate(name), number) for name, number in kinds.most_common()]


def _orders(coming: Coming) -> list[tuple[Order, date]]:
    """What a date of the file can mean; nothing if there is only one way to read it."""
    text, today = coming.example_of_date, coming.today
    if not text:
        return []
    return [(order, read_date(text, order, today)) for order in Order]


def _kinds(coming: Coming) -> Iterator[Asked]:
    """The kinds of games in the file, those that are left out last."""
    games = Counter(game.kind for game in coming.past.games)
    choices = [(kind.key, _kind_name(kind)) for kind in offered()]
    asked = [
        _kind(index, kind, played_as, games[kind], choices)
        for index, (kind, played_as) in enumerate(coming.kinds.items())
    ]
    yield from sorted(asked, key=lambda each: (each.chosen == LEFT_OUT, -each.games))


def _kind(
    index: int, kind: str, played_as: PlayedAs | None, games: int, choices: list[tuple[str, str]]
) -> Asked:
    known = [] if played_as is None else [(played_as.key, _kind_name(played_as))]
    every = [*choices, *(own for own in known if own not in choices), (LEFT_OUT, _("leave out"))]
    return Asked(
        f"kind-{index}", kind, games, every, LEFT_OUT if played_as is None else played_as.key
    )


def _kind_name(kind: PlayedAs) -> str:
    name = translate(kind.variant.name)
    if kind.key == kind.variant.key:
        return name
    return str(_("%(label)s: %(value)s", label=name, value=translate(kind.preset.name)))


def _names(coming: Coming) -> Iterator[Asked]:
    """Whoever plays in a game that is not left out: who may be no player first, then by games."""
    lately = sorted(coming.people[:MOST_OFFERED], key=lambda player: heard(player.name))
    people = [(str(player.id), player.name) for player in lately]
    asked = [
        _name(coming, index, name, people)
        for index, name in enumerate(coming.past.names)
        if coming.plays[heard(name)]
    ]
    yield from sorted(asked, key=lambda each: (not each.question, -each.games))


def _name(coming: Coming, index: int, name: str, people: list[tuple[str, str]]) -> Asked:
    member, is_unclear = coming.member(name), name in coming.unclear
    unasked = [("", _("choose"))] if is_unclear else []
    new = [] if member else [(NEW, _("new: %(name)s", name=name))]
    usual = NEW if member is None else str(member.id)
    own = [(str(member.id), member.name)] if member else []
    others = [person for person in people if person not in own]
    out = _("no player") if heard(name) in coming.past.doubtful else _("leave out")
    choices = [*unasked, *new, *own, *others, (LEFT_OUT, out)]
    sent = "" if is_unclear else coming.choices.names.get(name, usual)
    taken = sent if sent in dict(choices) else usual
    return Asked(
        f"name-{index}",
        name,
        coming.plays[heard(name)],
        choices,
        taken,
        error=_fault_of(name) if taken == NEW else "",
        question=_(
            "Is this a player? These numbers could be something else, such as those of evenings."
        )
        if is_unclear
        else "",
    )


def _fault_of(name: str) -> str:
    """Why this can be nobody's name; empty if it can."""
    try:
        check_name(name)
    except RuleError as error:
        return translate(error.sentence)
    return ""


def _why(unread: Unread) -> str:
    """Why a game cannot be read."""
    return translate(unread.why, unread.names)


def _where_unread(unread: Unread) -> str:
    """Where in the file a game is that cannot be read, or its wrong cell."""
    row, cell = _where(unread.place), _("cell %(cell)s", cell=unread.cell)
    return f"{row}, {cell}" if unread.cell else row


def _where(place: Place) -> str:
    """Where in the file something stands."""
    if not place.sheet:
        return str(_("Row %(number)d", number=place.row))
    return str(_("%(file)s, row %(number)d", file=place.sheet, number=place.row))
