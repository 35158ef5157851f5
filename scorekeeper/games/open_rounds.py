"""Rounds that a table enters together: open on every phone until they are recorded or thrown away.

An open round is a value. What a phone does with it makes a new value, and `store` writes that if
nobody has changed the round meanwhile; otherwise the phone decides again, on what is there now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.storage.database import ask_again, db, table, write
from scorekeeper.storage.mapping import Amendment, read_amendments, write_amendments
from scorekeeper.storage.models import GameRow, OpenRoundRow
from scorekeeper.storage.tokens import new_id

UPCARD = "upcard"
"""The name of the field that holds the upcard."""

_ROWS = table(OpenRoundRow)
_OF_GAME = select(_ROWS).where(_ROWS.c.game_id == bindparam("game_id"))


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand as typed, and the phone that answers for it; empty while its player is awaited.

    `by` is the name of who sent it. `version` goes up with every change.
    """

    text: str = ""
    device_id: str | None = None
    by: str = ""
    version: int = 0


@dataclass(frozen=True, slots=True)
class OpenRound:
    """An open round; `facts` are fields of the form without the hands, `agreed` are seats."""

    id: str
    version: int = 0
    content_version: int = 0
    facts_version: int = 0
    facts: Mapping[str, str] = field(default_factory=dict)
    hands: Mapping[int, OpenHand] = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()
    agreed: tuple[int, ...] = ()

    @property
    def revision(self) -> str:
        """Identifies this state of facts and hands; it changes whenever they do."""
        return f"{self.id}-{self.content_version}"

    @property
    def is_being_played(self) -> bool:
        """Whether only its upcard is known, which was turned up when it was dealt."""
        return set(self.facts) <= {UPCARD} and not self.hands

    def hand(self, seat: int) -> OpenHand:
        """The hand of this seat, empty if nobody has given it."""
        return self.hands.get(seat, OpenHand())

    def with_facts(
        self, facts: Mapping[str, str], amendments: Sequence[Amendment] = ()
    ) -> OpenRound:
        """The round with these facts instead of its own; everybody has to agree again."""
        return replace(
            self,
            facts={name: text for name, text in facts.items() if text},
            amendments=(*self.amendments, *amendments),
            version=self.version + 1,
            content_version=self.content_version + 1,
            facts_version=self.facts_version + 1,
            agreed=(),
        )

    def with_hands(
        self,
        texts: Mapping[int, str],
        device_id: str,
        by: str,
        amendments: Sequence[Amendment] = (),
    ) -> OpenRound:
        """The round with these hands, for which this phone answers; everybody agrees again."""
        hands = {
            seat: OpenHand(text, device_id, by, self.hand(seat).version + 1)
            for seat, text in texts.items()
        }
        return replace(
            self,
            hands={**self.hands, **hands},
            amendments=(*self.amendments, *amendments),
            version=self.version + 1,
            content_version=self.content_version + 1,
            agreed=(),
        )

    def taken_over(self, seats: Sequence[int], device_id: str, by: str) -> OpenRound:
        """The round, with this phone answering for these hands that are still to come."""
        hands = {
            seat: replace(self.hand(seat), device_id=device_id, by=by)
            for seat in seats
            if not self.hand(seat).text
        }
        return replace(self, hands={**self.hands, **hands}, version=self.version + 1)

    def agreed_by(self, seat: int) -> OpenRound:
        """The round with the yes of this seat."""
        agreed = tuple(sorted({*self.agreed, seat}))
        return replace(self, agreed=agreed, version=self.version + 1)


class OpenRoundConflict(Exception):
    """The open round, or its game, was changed since it was read."""


def announced(facts: Mapping[str, str] | None = None) -> OpenRound:
    """A round that nobody has opened yet, with these facts."""
    return OpenRound(new_id()).with_facts(facts or {})


def find_open(game_id: str) -> OpenRound | None:
    """The open round of this game; `None` if no round is open."""
    found = db.session().connection().execute(_OF_GAME, {"game_id": game_id}).one_or_none()
    return None if found is None else _read(found)


def store(
    game_id: str, *, version: int, before: OpenRound | None, after: OpenRound | None
) -> OpenRound | None:
    """Replace `before`, which is open in the game at this version, by `after`.

    `None` means no open round. Raises `OpenRoundConflict` if another phone was faster.
    """
    with write() as session:
        if _version_in_play(session, game_id) != version:
            raise OpenRoundConflict
        connection = session.connection()
        if find_open(game_id) != before:
            raise OpenRoundConflict
        if before is not None and (after is None or after.id != before.id):
            clear(session, game_id)
            before = None
        if after is not None and before is None:
            connection.execute(insert(_ROWS), {"game_id": game_id, **_written(after)})
        elif after is not None:
            connection.execute(update(_ROWS).where(_ROWS.c.id == after.id), _written(after))
    return after


def close(session: Session, game_id: str, revision: str | None) -> None:
    """Close the open round, inside the transaction that records it.

    Raises `OpenRoundConflict` unless `revision` is that of the round that was announced, or is
    `None` and none was.
    """
    there = find_open(game_id)
    known = None if there is None or there.is_being_played else there.revision
    if known != revision:
        raise OpenRoundConflict
    if there is not None:
        clear(session, game_id)


def clear(session: Session, game_id: str) -> None:
    """Discard any open round, inside a transaction that changes its game."""
    session.connection().execute(delete(_ROWS).where(_ROWS.c.game_id == game_id))


def _version_in_play(session: Session, game_id: str) -> int | None:
    """Lock this game; returns its version, `None` if it is not in play."""
    query = select(GameRow.version, GameRow.status)
    query = query.where(GameRow.id == game_id, GameRow.deleted_at.is_(None))
    found = session.execute(query.with_for_update()).one_or_none()
    ask_again(session)
    return found.version if found is not None and found.status == "playing" else None


def _read(found: Row[Any]) -> OpenRound:
    row = found._mapping
    return OpenRound(
        id=row["id"],
        version=row["version"],
        content_version=row["revision"],
        facts_version=row["facts_version"],
        facts=row["facts"],
        hands={int(seat): OpenHand(**hand) for seat, hand in row["hands"].items()},
        amendments=read_amendments(row["changes"]),
        agreed=tuple(row["agreed"]),
    )


def _written(open_round: OpenRound) -> dict[str, Any]:
    return {
        "id": open_round.id,
        "version": open_round.version,
        "revision": open_round.content_version,
        "facts_version": open_round.facts_version,
        "facts": dict(open_round.facts),
        "hands": {str(seat): asdict(hand) for seat, hand in open_round.hands.items()},
        "changes": write_amendments(open_round.amendments),
        "agreed": list(open_round.agreed),
    }
