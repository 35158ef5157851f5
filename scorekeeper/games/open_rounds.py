"""Rounds that a table enters together: open on every phone until they are recorded or discarded.

An `OpenRound` never changes. Each action of a phone makes a new one, which `store` writes unless
another phone was faster; then the phone decides again on the current one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, TypeAlias

from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from scorekeeper.rummy.documents.draft import HANDS
from scorekeeper.rummy.variants import OWN_FACTS
from scorekeeper.storage.database import check_permission_again, db, table, write
from scorekeeper.storage.faults import NOT_READ
from scorekeeper.storage.mapping import Amendment, read_amendments, write_amendments
from scorekeeper.storage.models import GameRow, OpenRoundRow
from scorekeeper.storage.tokens import new_id

UPCARD = "upcard"

_TURNED_UP = frozenset([UPCARD, *(key for key, fact in OWN_FACTS.items() if fact.of_deal)])
"""The facts that may be known of a round while it is being played."""

Document: TypeAlias = Mapping[str, Any]
"""A round that is being entered, with seats in place of names. See `documents.draft`."""

DISCARDED, UNDONE = "thrown-away", "undone"
NOTES = (DISCARDED, UNDONE)
"""In place of a field: the round before, whose hands all had seen, was discarded or undone."""

DOUBTED, OVERRULED = "doubted", "overruled"
"""In place of a field: somebody said that something was wrong, and a round was recorded anyway."""

_ROWS = table(OpenRoundRow)
_THIS_GAME = _ROWS.c.game_id == bindparam("game_id")
_OF_GAME = select(_ROWS).where(_THIS_GAME)
_OF_GAMES = select(_ROWS).where(_ROWS.c.game_id.in_(bindparam("game_ids", expanding=True)))
_STATE_OF_GAME = select(_ROWS.c.id, _ROWS.c.version).where(_THIS_GAME)
_DELETE = delete(_ROWS).where(_THIS_GAME)
_UPDATE = update(_ROWS).where(
    _ROWS.c.id == bindparam("row_id"), _ROWS.c.version == bindparam("row_version")
)
_GAMES = table(GameRow)
_LOCKED_GAME = (
    select(_GAMES.c.version, _GAMES.c.status)
    .where(_GAMES.c.id == bindparam("game_id"), _GAMES.c.deleted_at.is_(None))
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class ReplacedHand:
    """A hand that another device gave before, as its document."""

    hand: Any
    device_id: str


@dataclass(frozen=True, slots=True)
class HandSender:
    """Who gave a hand, on which device; nobody while its player is awaited.

    `by` is what who sent it was called. `version` goes up with every change. `changing` is the name
    of who is changing it, if anybody.
    """

    device_id: str | None = None
    by: str = ""
    version: int = 0
    replaced: ReplacedHand | None = None
    changing: str | None = None


@dataclass(frozen=True, slots=True)
class OpenRound:
    """An open round. `draft` is what is known of it, and `agreed` are seats.

    `hands` say who gave each hand of the draft, in the order in which they were first given. Where
    partners give one hand, they are shares of it: what a side melded by the number of the side, and
    what each player holds by the numbers after those.

    `phones` are the seats of the players by the id of their devices. They and the options of the
    club, `all_agree` and `shows_at_once`, are as they were when it was announced. `shown` are
    rounds in its place that all had seen before they were discarded or undone, see `shown_after`.
    `announced_by` is the id of the device that announced it, and `announcer` what that was called.
    Both are empty until one does.
    """

    id: str
    version: int = 0
    content_version: int = 0
    facts_version: int = 0
    draft: Document = field(default_factory=dict)
    hands: Mapping[int, HandSender] = field(default_factory=dict)
    amendments: tuple[Amendment, ...] = ()
    agreed: tuple[int, ...] = ()
    phones: Mapping[str, int] = field(default_factory=dict)
    all_agree: bool = False
    shows_at_once: bool = False
    shown: Mapping[str, Document] = field(default_factory=dict)
    announced_by: str = ""
    announcer: str = ""

    @property
    def revision(self) -> str:
        """Identifies this state of facts and hands. It changes whenever they do."""
        return f"{self.id}-{self.content_version}"

    @property
    def is_being_played(self) -> bool:
        return "ending" not in self.draft and not self.hands

    @property
    def told(self) -> tuple[Amendment, ...]:
        """The amendments that the table must see, those of a shown round before too."""
        return tuple(amendment for amendment in self.amendments if amendment.is_told)

    @property
    def discarded_by(self) -> str | None:
        notes = [note for note in self.notes if note.field == DISCARDED]
        return notes[-1].who if notes else None

    @property
    def facts(self) -> Document:
        return {name: fact for name, fact in self.draft.items() if name != HANDS}

    @property
    def turned_up(self) -> dict[str, str]:
        return {name: fact for name, fact in self.draft.items() if name in _TURNED_UP}

    def hand(self, seat: int) -> HandSender:
        return self.hands.get(seat, HandSender())

    def is_given(self, seat: int) -> bool:
        return str(int(seat)) in self.draft.get(HANDS, {})

    @property
    def doubters(self) -> dict[str, str]:
        """Who said that something is wrong, by the id of their device.

        That holds the round until facts or hands change.
        """
        doubts = [amendment for amendment in self.amendments if amendment.field == DOUBTED]
        return {doubt.was: doubt.who for doubt in doubts}

    def with_facts(self, facts: Document, amendments: Sequence[Amendment] = ()) -> OpenRound:
        """The round with these facts instead of its own. Everybody has to agree again."""
        return replace(
            self,
            draft=_draft(facts, self.draft.get(HANDS, {})),
            amendments=(*self._undoubted, *amendments),
            version=self.version + 1,
            content_version=self.content_version + 1,
            facts_version=self.facts_version + 1,
            agreed=(),
        )

    def with_hands(
        self,
        hands: Mapping[int, Any],
        device_id: str,
        by: str,
        amendments: Sequence[Amendment] = (),
    ) -> OpenRound:
        """The round with these hands, which this phone gives. Everybody agrees again."""
        before = self.draft.get(HANDS, {})
        written = {str(int(seat)): hand for seat, hand in hands.items()}
        given = {
            int(seat): _given(device_id, by, self.hand(seat), before.get(str(int(seat))))
            for seat in hands
        }
        return replace(
            self,
            draft=_draft(self.draft, {**before, **written}),
            hands={**self.hands, **given},
            amendments=(*self._undoubted, *amendments),
            version=self.version + 1,
            content_version=self.content_version + 1,
            agreed=(),
        )

    def with_changing(self, seat: int, who: str) -> OpenRound:
        hand = replace(self.hand(seat), changing=who)
        return replace(
            self,
            hands={**self.hands, seat: hand},
            version=self.version + 1,
            content_version=self.content_version + 1,
        )

    def with_hands_kept(self, seats: Iterable[int]) -> OpenRound:
        hands = {int(seat): replace(self.hand(seat), changing=None) for seat in seats}
        return replace(self, hands={**self.hands, **hands}, version=self.version + 1)

    def with_doubt(self, who: str, device_id: str, seat: int | None) -> OpenRound:
        """The round that somebody doubts, who no longer agrees for this `seat`."""
        doubt = Amendment(who, field=DOUBTED, was=device_id, late=True)
        return replace(
            self,
            amendments=(*self.amendments, doubt),
            agreed=tuple(agreed for agreed in self.agreed if agreed != seat),
            version=self.version + 1,
        )

    def without_doubt(self, device_id: str) -> OpenRound:
        kept = [told for told in self.amendments if (told.field, told.was) != (DOUBTED, device_id)]
        return replace(self, amendments=tuple(kept), version=self.version + 1)

    @property
    def _undoubted(self) -> list[Amendment]:
        return [amendment for amendment in self.amendments if amendment.field != DOUBTED]

    def agreed_by(self, seat: int) -> OpenRound:
        agreed = tuple(sorted({*self.agreed, seat}))
        return replace(self, agreed=agreed, version=self.version + 1)

    @property
    def notes(self) -> tuple[Amendment, ...]:
        return tuple(amendment for amendment in self.amendments if amendment.field in NOTES)

    def discarded(self, who: str, seen: Document | None = None, last: int = 0) -> OpenRound:
        """The round after this one was discarded: with who did it, and what all had `seen`.

        Of a hand that all had seen only before that, nothing is forgotten either. `last` is as in
        `shown_after`.
        """
        note = Amendment(who, field=DISCARDED, late=seen is not None)
        shown = self.shown
        if seen is not None:
            before = self.shown_after(last).get(HANDS, {})
            shown = {**shown, str(last): _draft(seen, {**before, **seen.get(HANDS, {})})}
        return OpenRound(new_id(), amendments=(*self.notes, note), shown=shown)

    def shown_after(self, last: int) -> Document:
        """What all saw of the round after the one that was recorded `last`.

        That is the id of the change that recorded it: a round is still the next one when others
        before it are removed, and another one once the last is undone.
        """
        return self.shown.get(str(last), {})


def _draft(facts: Document, hands: Mapping[str, Any]) -> Document:
    others = {name: fact for name, fact in facts.items() if name != HANDS}
    return others | ({HANDS: hands} if hands else {})


def _given(device_id: str, by: str, before: HandSender, hand: Any) -> HandSender:
    """The giver of a hand now, after `before` gave `hand`."""
    replaced = before.replaced
    if before.device_id and before.device_id != device_id and hand is not None:
        replaced = ReplacedHand(hand, before.device_id)
    return HandSender(device_id, by, before.version + 1, replaced)


_COLUMNS = tuple(column.name for column in fields(OpenRound))
_OF_HAND = tuple(known.name for known in fields(HandSender))


class OpenRoundConflict(Exception):
    """The open round, or its game, was changed since it was read."""


def new_open_round() -> OpenRound:
    return OpenRound(new_id())


def find_open(game_id: str) -> OpenRound | None:
    found = db.session().connection().execute(_OF_GAME, {"game_id": game_id}).one_or_none()
    return None if found is None else _read(found)


def find_announced(row: GameRow) -> OpenRound | None:
    """The open round of this game if its end was announced. `None` while it is being played."""
    found = find_open(row.id) if row.status == "playing" else None
    return None if found is None or found.is_being_played else found


def find_all_announced(rows: Iterable[GameRow]) -> dict[str, OpenRound]:
    """The open rounds of these games whose end was announced, by game id, without damaged ones."""
    asked = {"game_ids": [row.id for row in rows]}
    announced = {}
    for found in db.session().connection().execute(_OF_GAMES, asked):
        with suppress(*NOT_READ):
            there = _read(found)
            if not there.is_being_played:
                announced[found.game_id] = there
    return announced


def store(game_id: str, *, version: int, before: OpenRound | None, after: OpenRound) -> None:
    """Replace `before`, which is open in the game at this version, by `after`.

    Each change has another version, so nothing else must be compared. Raises `OpenRoundConflict` if
    another phone was faster.
    """
    with write() as session:
        if _version_in_play(session, game_id) != version:
            raise OpenRoundConflict
        connection = session.connection()
        if before is not None and after.id == before.id:
            these = {"row_id": before.id, "row_version": before.version}
            done = connection.execute(_UPDATE, these | _written(after, before))
            if done.rowcount != 1:
                raise OpenRoundConflict
            return
        there = connection.execute(_STATE_OF_GAME, {"game_id": game_id}).one_or_none()
        if there != (before and (before.id, before.version)):
            raise OpenRoundConflict
        clear(session, game_id)
        connection.execute(insert(_ROWS), {"game_id": game_id, **_written(after)})


def _written(after: OpenRound, before: OpenRound | None = None) -> dict[str, Any]:
    values = {name: getattr(after, name) for name in _COLUMNS}
    if before is not None:
        values = {
            name: value for name, value in values.items() if value is not getattr(before, name)
        }
    if "hands" in values:
        values["hands"] = {seat: _write_hand(hand) for seat, hand in after.hands.items()}
    if "amendments" in values:
        values["amendments"] = write_amendments(after.amendments)
    return values


def close(
    session: Session, game_id: str, revision: str | None, *, is_there: bool = True
) -> OpenRound | None:
    """Close the open round, inside the transaction that records it. Returns it if there was one.

    With `is_there` false, no query looks for it.

    Raises `OpenRoundConflict` unless `revision` is that of the announced round, or `None` if there
    is none.
    """
    open_round = find_open(game_id) if is_there else None
    announced = None
    if open_round is not None and not open_round.is_being_played:
        announced = open_round.revision
    if revision != announced:
        raise OpenRoundConflict
    if open_round is not None:
        clear(session, game_id)
    return open_round


def forget_turned_up(session: Session, game_id: str) -> None:
    """Forget what was turned up in the round being played, inside a transaction.

    What is known of a round before it that was discarded stays.
    """
    there = find_open(game_id)
    if there is None or not there.is_being_played:
        return
    if not there.notes:
        clear(session, game_id)
    else:
        after = replace(there, draft={}, version=there.version + 1)
        these = {"row_id": there.id, "row_version": there.version}
        session.connection().execute(_UPDATE, these | _written(after, there))


def clear(session: Session, game_id: str) -> None:
    session.connection().execute(_DELETE, {"game_id": game_id})


def _version_in_play(session: Session, game_id: str) -> int | None:
    """Lock this game. Returns its version, `None` if it is not in play."""
    found = session.connection().execute(_LOCKED_GAME, {"game_id": game_id}).one_or_none()
    check_permission_again(session)
    return found.version if found is not None and found.status == "playing" else None


def _read(row: Row[Any]) -> OpenRound:
    columns = row._asdict() | {
        "hands": {int(seat): _read_hand(hand) for seat, hand in row.hands.items()},
        "amendments": read_amendments(row.amendments),
        "agreed": tuple(row.agreed),
    }
    del columns["game_id"]
    return OpenRound(**columns)


def _write_hand(hand: HandSender) -> dict[str, Any]:
    """The document of who gave a hand, without the deep copies that `asdict` makes of it."""
    written = {name: getattr(hand, name) for name in _OF_HAND}
    return written | {"replaced": hand.replaced and asdict(hand.replaced)}


def _read_hand(written: Mapping[str, Any]) -> HandSender:
    hand = HandSender(**written)
    return replace(hand, replaced=ReplacedHand(**written["replaced"])) if hand.replaced else hand
