"""Merging the round form with what other phones typed for the same round.

The form carries `was`: the id of the open round and its fields as this phone last knew them. A
field that differs from that was changed here; for every other one, the value on the table counts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from flask import request

from scorekeeper.games import open_rounds
from scorekeeper.games.open_rounds import HAND, EnteredHand, Open, Shared
from scorekeeper.rummy.messages import Seat
from scorekeeper.web.rounds.context import context_of
from scorekeeper.web.rounds.ending_text import read_ending_text
from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.rounds.preview import look_at_hands
from scorekeeper.web.rounds.shared_state import OpenTable, table_of
from scorekeeper.web.rounds.typed_round import TypedRound, typed_round

Fields = dict[str, str]

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)

ROUND = "round"
"""The key in `was` for the id of the open round."""


@dataclass(frozen=True, slots=True)
class SharedForm:
    """What the form of a round adds for other phones.

    `was` is what a newly rendered form knows of the table, `kept` what a form that stays on the
    screen knows. `taken` are the hands that were entered both here and on another device, `lost`
    the other fields that were. `is_emptied` says that the only hand was taken back, which closes
    the open round.
    """

    table: OpenTable | None = None
    was: Fields = field(default_factory=dict)
    kept: Fields = field(default_factory=dict)
    taken: Mapping[int, EnteredHand] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    is_emptied: bool = False

    @property
    def was_json(self) -> str:
        """What a newly rendered form knows, as its hidden field holds it."""
        return json.dumps(self.was)

    @property
    def kept_json(self) -> str:
        """What a form that stays on the screen knows, as its hidden field holds it."""
        return json.dumps(self.kept)

    @property
    def is_gone(self) -> bool:
        """Whether the round that this form knows was recorded or discarded on another phone."""
        return self.table is None and ROUND in self.kept

    @property
    def facts_known(self) -> str:
        """The digest of the facts that the form on the screen shows."""
        return digest(self.kept)

    @property
    def facts_now(self) -> str:
        """The digest of the facts on the table, which another phone may have changed."""
        return digest(self.table.open.facts if self.table else {})

    def is_foreign(self, seat: int) -> bool:
        """Whether this hand came from another device, so that its field here is empty."""
        return self.table is not None and self.table.is_foreign(seat)


def digest(fields: Mapping[str, str]) -> str:
    """A short text that changes with any of these fields except the hands."""
    known = {name: text for name, text in fields.items() if text and _is_fact(name)}
    return sha256(json.dumps(known, sort_keys=True).encode()).hexdigest()[:12]


def _is_fact(name: str) -> bool:
    return name != ROUND and not name.startswith(HAND)


def opened_form(state: GameState, blank: TypedRound) -> tuple[TypedRound, SharedForm]:
    """The form of the next round with what is on the table, without other devices' hands."""
    if state.open is None:
        return blank, SharedForm()
    table = table_of(state, state.open)
    own = _own(table)
    was = own | {ROUND: table.open.id}
    return _typed(own, blank), SharedForm(table, was, was)


def share_form(
    state: GameState,
    version: int,
    typed: TypedRound,
    *,
    recording: bool = False,
    handing_in: bool = False,
) -> tuple[TypedRound, SharedForm]:
    """Share what was changed in the form with the other phones; returns the form as it then is.

    A hand that is wrong or incomplete is not shared, and the one being typed only when it is handed
    in. A preview does not reopen a round that was recorded or discarded meanwhile. Facts that
    others changed and this form does not show yet are `lost` when it is recorded or handed in.

    Raises `OpenRoundConflict` if another round is open by now.
    """
    was = _read_was()
    known = state.open
    is_gone = ROUND in was and (known is None or known.id != was[ROUND])
    is_final = recording or handing_in
    may_share = state.version == version and state.is_playing
    if not may_share or not _can_end(state, typed.ending) or (is_gone and not is_final):
        return typed, SharedForm(was=was, kept=was)
    was = {} if is_gone else {name: text for name, text in was.items() if name != ROUND}
    now = _fields(typed)
    _decide(was, now, known)
    at = _at(state, recording, handing_in)
    held = {} if recording and not known else _held_back(state, typed, at)
    sent = {name: was.get(name, "") if name in held else text for name, text in now.items()}
    if not (handing_in or _opens(state, sent, recording)):
        if known is None:
            return typed, SharedForm(was=was, kept=was)
        if known.is_being_played:
            here = was | {ROUND: known.id}
            return typed, SharedForm(table_of(state, known), here, here)
    shared = _share(state, was, sent)
    if shared.open is None:
        return typed, SharedForm(is_emptied=True)
    table = table_of(state, shared.open)
    own, form = _written(table, typed, was, now, sent, set(held), shared.taken)
    return own, replace(form, lost=form.lost + _unseen(form)) if is_final else form


def _share(state: GameState, was: Fields, sent: Fields) -> Shared:
    """Put the fields that differ on the table; if none does, nothing is written."""
    known = state.open
    if known and not open_rounds.has_changes(known, was, sent):
        return Shared(known)
    return open_rounds.share(
        state.id,
        version=state.version,
        device_id=state.member.device_id,
        seen=known.id if known else None,
        was=was,
        now=sent,
    )


def _at(state: GameState, recording: bool, handing_in: bool) -> str:
    """The seat whose hand is still being typed; empty once the player hands in or agrees."""
    is_given = handing_in or (recording and state.member.all_agree)
    return "" if is_given else request.form.get("at", "")


def _unseen(form: SharedForm) -> tuple[str, ...]:
    """The facts on the table that differ from those that the form on the screen shows."""
    facts = form.table.open.facts if form.table else {}
    names = {name for name in {*facts, *form.kept} if _is_fact(name) and name not in form.lost}
    return tuple(sorted(each for each in names if facts.get(each, "") != form.kept.get(each, "")))


def _written(
    table: OpenTable,
    typed: TypedRound,
    was: Fields,
    now: Fields,
    sent: Fields,
    held: set[str],
    taken: Mapping[str, str],
) -> tuple[TypedRound, SharedForm]:
    """The form after sharing: the table's fields, and over them what stays on this phone."""
    hands = {int(name.removeprefix(HAND)): name for name in taken if name.startswith(HAND)}
    here = {name: now.get(name, "") for name in {*held, *hands.values()}}
    own = {name: text for name, text in _own(table).items() if name not in here}
    kept = was | {name: sent.get(name, "") for name in {*was, *sent} if name not in taken}
    form = SharedForm(
        table=table,
        was=own | {name: was[name] for name in here if name in was} | {ROUND: table.open.id},
        kept={name: text for name, text in kept.items() if text} | {ROUND: table.open.id},
        taken={seat: table.open.hand(seat) for seat in hands},
        lost=tuple(name for name in taken if not name.startswith(HAND)),
    )
    return _typed(own | here, typed), form


def whole_round(typed: TypedRound, form: SharedForm) -> TypedRound:
    """The round with the hands of other devices too."""
    if form.table is None:
        return typed
    hands = tuple(
        text or form.table.open.hand(seat).text if form.is_foreign(seat) else text
        for seat, text in enumerate(typed.hands)
    )
    return replace(typed, hands=hands)


def _can_end(state: GameState, ending: str) -> bool:
    return read_ending_text(ending, state.sheet.game).is_possible


def _opens(state: GameState, sent: Fields, recording: bool) -> bool:
    """Whether the round is opened for others: they can give hands, or have to agree."""
    if recording:
        return state.others_must_agree
    has_hand = any(text for name, text in sent.items() if name.startswith(HAND))
    return has_hand and state.others_have_phones


def _own(table: OpenTable) -> Fields:
    """The fields that this device's form shows: everything except others' hands."""
    return {
        name: text
        for name, text in table.open.fields.items()
        if not (name.startswith(HAND) and table.is_foreign(int(name.removeprefix(HAND))))
    }


def _fields(typed: TypedRound) -> Fields:
    """What a form shares: everything except who enters it."""
    return {name: text for name, text in typed.fields().items() if name != "entered_by"}


def _typed(fields: Fields, typed: TypedRound) -> TypedRound:
    players = len(typed.hands)
    return replace(typed_round(fields, players), entered_by=typed.entered_by)


def _held_back(state: GameState, typed: TypedRound, at: str) -> Fields:
    """The hands that are not shared yet: the one being typed, incomplete and wrong ones."""
    looked = look_at_hands(context_of(state.sheet), typed)
    return {
        f"{HAND}{seat}": text
        for seat, text in enumerate(typed.hands)
        if text and (str(seat) == at or looked.hands[seat].fault or looked.hands[seat].lack)
    }


def _decide(was: Fields, now: Fields, known: Open | None) -> None:
    """Keep the other device's hand or replace it with the one typed here, as was chosen."""
    seat, _, version = request.form.get("mine", request.form.get("theirs", "")).partition(":")
    if known is None or not _NUMBER.fullmatch(seat) or not _NUMBER.fullmatch(version):
        return
    name, there = f"{HAND}{int(seat)}", known.hand(int(seat))
    if "theirs" in request.form:
        now.pop(name, None)
        was.pop(name, None)
    elif there.version == int(version):
        was[name] = there.text


def _read_was() -> Fields:
    try:
        found = json.loads(request.form.get("was") or "{}")
    except (ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {name: text for name, text in found.items() if isinstance(text, str) and text}


def seat_of(text: str, players: int) -> Seat | None:
    """The seat of this number, `None` where there is none."""
    return Seat(int(text)) if _NUMBER.fullmatch(text) and int(text) < players else None
