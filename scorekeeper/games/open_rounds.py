"""Rounds that a table enters together: open on every phone until they are recorded or discarded.

Every change of an open round is made here. A phone sends its changes with the values it knew, so a
field that somebody else has changed is never overwritten unseen. Sending a change twice has no
further effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from scorekeeper.storage.database import ask_again, db, table, write
from scorekeeper.storage.models import GameRow, OpenHand, OpenRound
from scorekeeper.storage.tokens import new_id

HAND = "hand-"
"""The prefix of the names of fields that hold a hand; the seat follows."""

UPCARD = "upcard"
"""The name of the field that holds the upcard."""

_OPEN_ROUND = select(OpenRound).where(OpenRound.game_id == bindparam("game_id"))
_OPEN = table(OpenRound)
_WHICH_IS_OPEN = select(_OPEN.c.id, _OPEN.c.facts_version).where(
    _OPEN.c.game_id == bindparam("game_id")
)


@dataclass(frozen=True, slots=True)
class EnteredHand:
    """A hand as typed, and on which device; `version` is 0 until somebody enters it."""

    text: str = ""
    version: int = 0
    device_id: str | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """The state of an open round; `facts` are form fields, `agreed` are the seats that agree."""

    id: str
    device_id: str | None
    version: int
    facts_version: int
    facts: Mapping[str, str]
    hands: Mapping[int, EnteredHand]
    agreed: tuple[int, ...]

    @property
    def revision(self) -> str:
        """Identifies this state of facts and hands; it changes whenever they do."""
        return _revision(self.id, self.facts_version)

    @property
    def is_being_played(self) -> bool:
        """Whether only its upcard is known, which was turned up when it was dealt."""
        known = {name for name, text in self.fields.items() if text}
        return known == {UPCARD}

    @property
    def fields(self) -> dict[str, str]:
        """The values of the fields of the round form."""
        hands = {f"{HAND}{seat}": hand.text for seat, hand in self.hands.items() if hand.text}
        return {**self.facts, **hands}

    def hand(self, seat: int) -> EnteredHand:
        """The hand of this seat, empty if nobody has entered it."""
        return self.hands.get(seat, EnteredHand())


def _revision(open_id: str, facts_version: int) -> str:
    return f"{open_id}-{facts_version}"


@dataclass(frozen=True, slots=True)
class Shared:
    """The result of sharing; `taken` are the fields that somebody else had changed, as they are."""

    open: Open | None
    taken: Mapping[str, str] = field(default_factory=dict)


class OpenRoundConflict(Exception):
    """The open round was changed, recorded or discarded since the form was loaded."""


class HandConflict(Exception):
    """Somebody else entered this hand first; `hand` is theirs."""

    def __init__(self, hand: EnteredHand) -> None:
        super().__init__(hand)
        self.hand = hand


def find_open(game_id: str) -> Open | None:
    """The open round of this game; `None` if no round is open."""
    found = _find(db.session(), game_id)
    return None if found is None else _read(found)


def share(
    game_id: str,
    *,
    version: int,
    device_id: str,
    was: Mapping[str, str],
    now: Mapping[str, str],
    seen: str | None = None,
) -> Shared:
    """Share what a phone changed, from `was` to `now`; opens a round if none is open.

    Raises `OpenRoundConflict` if the round with the id that the phone has `seen` is no longer open.

    Nothing changes if the game is no longer at this version. Fields that somebody else has changed
    are returned as `taken` with their current values; the others are written. Taking back the last
    hand discards the round, so that nobody waits for a round without any cards.
    """
    with write() as session:
        if not _lock(session, game_id, version):
            return Shared(find_open(game_id))
        round = _find(session, game_id)
        if seen is not None and (round is None or round.id != seen):
            raise OpenRoundConflict
        round = round or _open(session, game_id, device_id)
        changed, taken = _merge(_read(round), was, now, device_id)
        _write(round, changed, device_id)
        if _is_emptied(round, changed):
            session.delete(round)
            return Shared(None, taken)
        return Shared(_read(round), taken)


def has_changes(open: Open, was: Mapping[str, str], now: Mapping[str, str]) -> bool:
    """Whether sharing these fields would change the open round or conflict with other phones."""
    return any(_merge(open, was, now, ""))


def enter(game_id: str, *, open_id: str, device_id: str, seat: int, seen: int, text: str) -> Open:
    """Enter one hand, typed on a form that knew its version `seen`.

    Raises `OpenRoundConflict` if this round is no longer open, and `HandConflict` if somebody else
    has changed the hand.
    """
    with write() as session:
        round = _locked(session, game_id, open_id)
        hand = _read(round).hand(seat)
        if hand.version != seen and hand.text != text:
            raise HandConflict(hand)
        if hand.text != text:
            _write(round, {f"{HAND}{seat}": text}, device_id)
        return _read(round)


def agree(game_id: str, *, revision: str, seat: int) -> Open:
    """Note that a seat agrees to this revision of the round.

    Raises `OpenRoundConflict` if there is a newer one.
    """
    with write() as session:
        round = _locked(session, game_id, revision.partition("-")[0])
        if _read(round).revision != revision:
            raise OpenRoundConflict
        if seat not in round.agreed:
            round.agreed = sorted({*round.agreed, seat})
            round.version += 1
        return _read(round)


def discard(game_id: str, *, open_id: str) -> None:
    """Discard the open round if it has this id."""
    with write() as session:
        _lock(session, game_id)
        round = _find(session, game_id)
        if round is not None and round.id == open_id:
            session.delete(round)


def close(session: Session, game_id: str, revision: str | None) -> None:
    """Close the open round, inside the transaction that records it.

    Raises `OpenRoundConflict` unless `revision` is that of the open round, or is `None` and no
    round is open.
    """
    found = session.connection().execute(_WHICH_IS_OPEN, {"game_id": game_id}).one_or_none()
    if (found and _revision(*found)) != revision:
        raise OpenRoundConflict
    if found is not None:
        clear(session, game_id)


def clear(session: Session, game_id: str) -> None:
    """Discard any open round, inside a transaction that changes its game."""
    session.execute(delete(OpenRound).where(OpenRound.game_id == game_id))


def _lock(session: Session, game_id: str, version: int | None = None) -> bool:
    """Lock this game; returns whether it is in play at this version."""
    query = select(GameRow.version, GameRow.status)
    query = query.where(GameRow.id == game_id, GameRow.deleted_at.is_(None))
    found = session.execute(query.with_for_update()).one_or_none()
    ask_again(session)
    return found is not None and found.status == "playing" and found.version == version


def _locked(session: Session, game_id: str, open_id: str) -> OpenRound:
    _lock(session, game_id)
    round = _find(session, game_id)
    if round is None or round.id != open_id:
        raise OpenRoundConflict
    return round


def _find(session: Session, game_id: str) -> OpenRound | None:
    return session.scalar(_OPEN_ROUND, {"game_id": game_id})


def _merge(
    open: Open, was: Mapping[str, str], now: Mapping[str, str], device_id: str
) -> tuple[dict[str, str], dict[str, str]]:
    """The fields to write, and the fields that somebody else has changed with their values."""
    stored = open.fields
    own = {f"{HAND}{seat}" for seat, hand in open.hands.items() if hand.device_id == device_id}
    changed, taken = {}, {}
    for name in {*was, *now}:
        before, after, there = (each.get(name, "") for each in (was, now, stored))
        if after in (before, there):
            continue
        if there == before or name in own:
            changed[name] = after
        else:
            taken[name] = there
    return changed, taken


def _open(session: Session, game_id: str, device_id: str) -> OpenRound:
    round = OpenRound(
        id=new_id(),
        game_id=game_id,
        device_id=device_id,
        version=0,
        facts_version=0,
        facts={},
        agreed=[],
        hands=[],
    )
    session.add(round)
    return round


def _write(round: OpenRound, fields: Mapping[str, str], device_id: str) -> None:
    """Write these fields, where empty means taken back; everybody has to agree anew."""
    if not fields:
        return
    facts = dict(round.facts)
    hands = {hand.seat: hand for hand in round.hands}
    for name, value in fields.items():
        if not name.startswith(HAND):
            facts[name] = value
            continue
        seat = int(name.removeprefix(HAND))
        if seat not in hands:
            hands[seat] = OpenHand(seat=seat, version=0)
            round.hands.append(hands[seat])
        hand = hands[seat]
        hand.text, hand.device_id, hand.version = value, device_id, hand.version + 1
    round.facts = {name: value for name, value in facts.items() if value}
    round.agreed = []
    round.version += 1
    round.facts_version += 1


def _is_emptied(round: OpenRound, changed: Mapping[str, str]) -> bool:
    """Whether these changes took back the last hand of the round."""
    took_back = any(name.startswith(HAND) and not text for name, text in changed.items())
    return took_back and not any(hand.text for hand in round.hands)


def _read(round: OpenRound) -> Open:
    return Open(
        id=round.id,
        device_id=round.device_id,
        version=round.version,
        facts_version=round.facts_version,
        facts=dict(round.facts),
        hands={
            hand.seat: EnteredHand(hand.text, hand.version, hand.device_id) for hand in round.hands
        },
        agreed=tuple(round.agreed),
    )
