"""Changes of the round that is open on every phone: announcing, giving hands, recording."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorekeeper.games import commands
from scorekeeper.games.open_round import UNDONE, OpenRound, new_open_round
from scorekeeper.games.open_rounds import store
from scorekeeper.rummy.documents.draft import HANDS, write_draft
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.messages import Seat
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.models import GameRow
from scorekeeper.web.entering.amendments import (
    amended_hands,
    changed_since,
    shown_before,
    told_when_recorded,
)
from scorekeeper.web.entering.game_state import GameState
from scorekeeper.web.entering.given_round import GivenRound
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.shell.requests import FormToken


def store_after(state: GameState, after: OpenRound) -> None:
    """Replace the open round by `after`. Raises an error if another phone changed it."""
    store(state.id, version=state.version, before=state.open, after=after)


def announce_draft(state: GameState, draft: Draft) -> None:
    """Announce a round with this draft. Noted facts that it leaves out, such as an upcard, stay.

    The owners of phones and the club's options stay fixed until the round is recorded.
    """
    before, member = state.open or new_open_round(), state.member
    who = member.author or ""
    written = write_draft(draft)
    hands = {int(number): hand for number, hand in written.pop(HANDS, {}).items()}
    opened = replace(
        new_open_round(),
        phones=state.phones_of_players,
        all_agree=member.all_agree,
        shows_at_once=member.shows_at_once,
        amendments=before.notes,
        shown=shown_before(state),
        announced_by=member.device_id,
        announcer=who,
    ).with_facts({**before.facts, **written})
    if hands:
        shown = opened.shown_after(state.last_recorded)
        changed = tuple(changed_since(shown, state.sheet.game, draft, who))
        opened = opened.with_hands(hands, member.device_id, who, changed)
    elif state.undone:
        note = Amendment(who, field=UNDONE, late=True)
        opened = replace(opened, amendments=(*opened.amendments, note))
    store_after(state, opened)


def matches_open_round(state: GameState, draft: Draft) -> bool:
    """Check whether the open round has the facts and hands of this draft."""
    if state.open is None:
        return False
    there = GivenRound(state.id, state.sheet, state.open)
    return (
        not there.draft.changed_facts(draft)
        and there.draft.hands.keys() == draft.hands.keys()
        and not there.draft.changed_hands(draft)
    )


def give_hands(table: OpenTable, hands: Mapping[Seat, Any]) -> None:
    """Put these documents of hands in the round, with the amendments that the table must see."""
    if not hands:
        return
    numbered = {int(seat): hand for seat, hand in hands.items()}
    told_of, device_id = amended_hands(table, hands), table.state.member.device_id
    store_after(table.state, table.open.with_hands(numbered, device_id, table.who, told_of))


def record_as_shown(table: OpenTable, form_token: FormToken) -> GameRow:
    """Record the round with the amendments for the table. Raises errors like `commands.record`."""
    return commands.record(
        table.state.id,
        **form_token._asdict(),
        round=table.round.whole.complete(),
        entered_by=table.state.member.author,
        revision=table.open.revision,
        told=lambda _closed: told_when_recorded(table),
    )
