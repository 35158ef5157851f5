"""The games on the table, and the round that waits for this phone's player."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from flask_babel import gettext as _

from scorekeeper.games.open_rounds import find_all_announced
from scorekeeper.storage.faults import UnreadableGameError, reading
from scorekeeper.storage.game_lists import Page, games_on_the_table
from scorekeeper.storage.models import Club, GameRow
from scorekeeper.web.entering.game_state import state_of
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.parts.formatting import names_of
from scorekeeper.web.shell.translation import translate
from scorekeeper.web.shell.visitor import current_member


@dataclass(frozen=True, slots=True)
class WaitingRound:
    """A round in words: how it ended, what it waits for, and what to do next."""

    game_id: str
    ending: str
    question: str
    step: str


def games_for_phone(club: Club, most: int) -> tuple[Page[GameRow], WaitingRound | None]:
    """The games on the table, and the round that waits for this player's hand or agreement.

    The game of that round comes first, then the player's other games, then the rest. Within a
    group, the last changed comes first.
    """
    member = current_member()
    rows = games_on_the_table(club, most, member.player_id)
    own = {row.id for row in rows if member.player in row.players}
    waiting = _find_waiting([row for row in rows if row.id in own and member.plays])
    first = waiting and waiting.game_id
    rows.sort(key=lambda row: (row.id == first, row.id in own, row.changed_at), reverse=True)
    return rows, waiting


def _find_waiting(rows: Sequence[GameRow]) -> WaitingRound | None:
    announced = find_all_announced(rows) if rows else {}
    for row in rows:
        if row.id not in announced:
            continue
        with suppress(UnreadableGameError), reading(row.id):
            waiting = _waiting(OpenTable(state_of(row), announced[row.id]))
            if waiting:
                return waiting
    return None


def _waiting(table: OpenTable) -> WaitingRound | None:
    given = table.round
    ending = translate(given.ending, given.players) if given.ending else _("The round is over")
    if table.asked_here:
        if given.is_melds(table.asked_here[0]):
            question, step = _("What did you meld?"), _("Enter your melds")
        else:
            question, step = _("Your hand?"), _("Enter your hand")
        return WaitingRound(table.state.id, ending, question, step)
    still = table.still_to_agree
    if given.ruling and not given.changing and table.agrees_for in still:
        question = _("Still to agree: %(names)s", names=names_of(still, given.players))
        return WaitingRound(table.state.id, ending, question, _("See the ruling"))
    return None
