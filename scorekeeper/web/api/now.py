"""The game in play in a few bytes, for a board beside the table that polls all the time.

While nothing changes, `shell.unchanged_polls` answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from flask import Response, request, url_for

from scorekeeper.games.documents import written_moment
from scorekeeper.games.polls import GameInPlay
from scorekeeper.rummy.documents.answer import Answer, described
from scorekeeper.rummy.documents.answers import PointsByName
from scorekeeper.rummy.sides import Seated, by_side
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.game_lists import games_on_the_table, latest_at_tables
from scorekeeper.storage.models import GameRow
from scorekeeper.web.api.operations import JSON, Parameter, operation
from scorekeeper.web.api.operations import blueprint as blueprint
from scorekeeper.web.shell.permissions import WATCHER
from scorekeeper.web.shell.problems import json_bytes
from scorekeeper.web.shell.requests import address_to_send
from scorekeeper.web.shell.responses import leave_out_if_known
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.unchanged_polls import etag_for_program
from scorekeeper.web.shell.visitor import current_club
from scorekeeper.web.subjects.games import card_of

MOST_BYTES = 400
"""The most bytes of an answer. To make it fit, all names are cut to the same length."""


@dataclass(slots=True, kw_only=True)
class Now(Answer):
    """The game in play, in at most 400 bytes. Long names are cut."""

    id: str
    variant: str = described("The key of the kind of game.")
    name: str = described("The name of the kind of game, in the requested language.")
    round: int = described("The number of the current round, from 1.")
    totals: PointsByName = described("The totals of players or sides, in order of play.")
    leads: tuple[str, ...] = described("The leaders. Empty before the first point.")
    wins: Literal["most", "fewest"] = described("The points that win: most or fewest.")
    next_dealer: str | None = described("The dealer of the current round.")
    page: str = described("The address of the game’s page, for members of the club.", format="uri")
    changed: str = described("Time of the last change.", format="date-time")


TOURNAMENT = Parameter(
    "tournament", "A tournament’s id: find only games at its tables.", {"type": "string"}
)


@operation(
    *("GET", "/now", "live"),
    role=WATCHER,
    answers=(Now,),
    parameters=(TOURNAMENT,),
    others={204: None},
)
def now() -> Response:
    """The game in play, or the one changed last if there are several. 204 if there is none.

    Games at the tables of a tournament count only if `tournament` is its id.
    """
    asked = request.args.get(TOURNAMENT.name)
    if asked is None:
        row = next(iter(games_on_the_table(current_club(), most=1)), None)
    else:
        row = latest_at_tables(current_club(), asked)
    if row is None:
        return Response(status=204)
    etag = etag_for_program(request.environ, GameInPlay.of(row))
    is_known = request.if_none_match.contains_weak(etag)
    response = Response(b"" if is_known else json_bytes(_short(row)), mimetype=JSON)
    response.set_etag(etag, weak=True)
    leave_out_if_known(response)
    return response


def _short(row: GameRow) -> Now:
    everybody = (*row.players, *(by_side(row.players) if row.sides else ()))
    longest = max(len(name.encode()) for name in everybody)
    for names in _names(everybody, longest):
        players, sides = names[: len(row.players)], names[len(row.players) :]
        answer = _said(row, Seated(players, sides) if sides else players)
        if len(json_bytes(answer)) <= MOST_BYTES:
            break
    return answer


def _names(names: Sequence[str], longest: int) -> Iterator[Sequence[str]]:
    """The names in full, then shorter and shorter, but always different from each other."""
    yield names
    for most in range(longest - 1, 0, -1):
        cut = [name.encode()[:most].decode(errors="ignore").strip() for name in names]
        is_clear = all(cut) and len(set(cut)) == len(cut)
        yield cut if is_clear else [f"{seat} {name}".strip() for seat, name in enumerate(cut, 1)]


def _said(row: GameRow, names: Sequence[str]) -> Now:
    card, sheet = card_of(row), sheet_of(row)
    dealer = sheet.next_dealer
    return Now(
        id=row.id,
        variant=row.variant,
        name=translate(sheet.game.variant.name),
        round=row.played + 1,
        totals=dict(zip(by_side(names), row.totals, strict=True)),
        leads=tuple(by_side(names)[seat] for seat in card.leaders),
        wins="fewest" if card.lowest_wins else "most",
        next_dealer=None if dealer is None else names[dealer],
        page=address_to_send().base + url_for("games.show", game_id=row.id),
        changed=written_moment(row.updated_at.replace(microsecond=0)),
    )
