"""Rounds that a table enters together: open on every phone until they are recorded or discarded.

Everything that changes an open round is here. A phone sends what it changed with what it knew: a
field that somebody else changed meanwhile is never written over unseen. What is sent twice changes
nothing the second time.
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
"""How the names of the fields begin that hold a hand; the seat follows."""


_OPEN_ROUND = select(OpenRound).where(OpenRound.game_id == bindparam("game_id"))
_OPEN = table(OpenRound)
_WHICH_IS_OPEN = select(_OPEN.c.id, _OPEN.c.facts_version).where(
    _OPEN.c.game_id == bindparam("game_id")
)


@dataclass(frozen=True, slots=True)
class Entered:
    """A hand as it was typed, on which device; `version` is 0 while nobody has."""

    text: str = ""
    version: int = 0
    device_id: str | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """An open round as it is now: the form's fields, the hands by seat, and who agrees to them."""

    id: str
    device_id: str | None
    version: int
    facts_version: int
    facts: Mapping[str, str]
    hands: Mapping[int, Entered]
    agreed: tuple[int, ...]

    @property
    def revision(self) -> str:
        """Names its facts and hands as they are now; it changes whenever they do."""
        return _revision(self.id, self.facts_version)

    @property
    def fields(self) -> dict[str, str]:
        """What the round form would hold."""
        hands = {f"{HAND}{seat}": hand.text for seat, hand in self.hands.items() if hand.text}
        return {**self.facts, **hands}

    def hand(self, seat: int) -> Entered:
        """The hand of this seat, empty where nobody has entered it."""
        return self.hands.get(seat, Entered())


def _revision(open_id: str, facts_version: int) -> str:
    return f"{open_id}-{facts_version}"


@dataclass(frozen=True, slots=True)
class Shared:
    """What came of sharing: the open round, and the fields that somebody else had changed."""

    open: Open | None
    taken: Mapping[str, str] = field(default_factory=dict)


class OpenRoundConflict(Exception):
    """The open round is not the one that was seen: changed, recorded or discarded."""


class HandConflict(Exception):
    """Somebody else has entered this hand meanwhile; `hand` is theirs."""

    def __init__(self, hand: Entered) -> None:
        super().__init__(hand)
        self.hand = hand


def find_open(game_id: str) -> Open | None:
    """The round that is open in this game."""
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
    """Put what a phone changed, from `was` to `now`, on the table; opens the round where none is.

    Raises `OpenRoundConflict` where the round with the id that the phone has `seen` is not open
    any more.

    A game that is not at this version any more is left as it is. Fields that somebody else changed
    meanwhile are `taken` with what they hold; the others are written. With the last hand that is
    taken back the round goes too: nobody waits for one to which nobody has given a card.
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
    """Whether sharing these fields would change the open round, or meet what others changed."""
    return any(_merge(open, was, now, ""))


def enter(game_id: str, *, open_id: str, device_id: str, seat: int, seen: int, text: str) -> Open:
    """Enter one hand, typed on a form that knew its version `seen`.

    Raises `OpenRoundConflict` where this round is not open any more, and `HandConflict` where
    somebody else changed the hand.
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
    """Let a seat agree to this revision of the round.

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
    """Forget the open round of this id; another one, or none, is left alone."""
    with write() as session:
        _lock(session, game_id)
        round = _find(session, game_id)
        if round is not None and round.id == open_id:
            session.delete(round)


def close(session: Session, game_id: str, revision: str | None) -> None:
    """Take the open round off, inside the transaction that records it.

    Raises `OpenRoundConflict` unless `revision` is that of the open round, or is `None` and no
    round is open.
    """
    found = session.connection().execute(_WHICH_IS_OPEN, {"game_id": game_id}).one_or_none()
    if (found and _revision(*found)) != revision:
        raise OpenRoundConflict
    if found is not None:
        clear(session, game_id)


def clear(session: Session, game_id: str) -> None:
    """Take off whatever round is open, inside the transaction that deletes its game."""
    session.execute(delete(OpenRound).where(OpenRound.game_id == game_id))


def _lock(session: Session, game_id: str, version: int | None = None) -> bool:
    """Wait for the turn to change this game; answers whether it is in play at this version."""
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
    """The fields to write, and those that somebody else changed meanwhile with what they hold."""
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
    """Write these fields, empty ones as taken back; whoever agreed has to look again."""
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
        hands={hand.seat: Entered(hand.text, hand.version, hand.device_id) for hand in round.hands},
        agreed=tuple(round.agreed),
    )
