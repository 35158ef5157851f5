"""A round that a table enters together: open on every phone until it is recorded or discarded.

An `OpenRound` never changes. Each action of a phone makes a new one, which `open_rounds.store`
writes unless another phone was faster; then the phone decides again on the current one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from scorekeeper.rummy.documents.draft import HANDS
from scorekeeper.rummy.variants import OWN_FACTS
from scorekeeper.storage.mapping import Amendment
from scorekeeper.storage.tokens import new_id

UPCARD = "upcard"

_TURNED_UP = frozenset([UPCARD, *(key for key, fact in OWN_FACTS.items() if fact.of_deal)])
"""The facts that may be known of a round while it is being played."""

Document: TypeAlias = Mapping[str, Any]
"""A round that is being entered, with seats in place of names. See `documents.draft`."""

DISCARDED, UNDONE = "thrown-away", "undone"
NOTES = (DISCARDED, UNDONE)
"""In place of an amendment’s field: the previous round, seen by all, was discarded or undone."""

DOUBTED, OVERRULED = "doubted", "overruled"
"""In place of an amendment’s field: somebody objected, and the round was recorded anyway."""


@dataclass(frozen=True, slots=True)
class ReplacedHand:
    """A hand that another device gave before, as its document."""

    hand: Any
    device_id: str


@dataclass(frozen=True, slots=True)
class HandSender:
    """Who gave a hand, and on which device. Both are empty while the hand is awaited.

    `by` is the sender’s name at that time. `version` goes up with every change. `changing` is the
    name of the person who is changing the hand, if anybody is.
    """

    device_id: str | None = None
    by: str = ""
    version: int = 0
    replaced: ReplacedHand | None = None
    changing: str | None = None


@dataclass(frozen=True, slots=True)
class OpenRound:
    """An open round. `draft` is what is known of it, and `agreed` are seats.

    `hands` say who gave each hand of the draft, in the order in which they were first given. If
    partners give one hand, each gives a share: the numbers of the sides are for what a side melded,
    the numbers after them for what each player holds.

    `phones` are the seats of the players by the id of their devices. They and the options of the
    club, `all_agree` and `shows_at_once`, are as they were when it was announced. `shown` has the
    earlier versions of this round that all had seen before they were discarded or undone, see
    `shown_after`. `announced_by` is the id of the device that announced it, and `announcer` the
    name of that device. Both are empty until then.
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
        """The amendments that the table must see, also of earlier versions of this round."""
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
        """The names of those who said that something is wrong, by the id of their device.

        Their doubt keeps the round from being recorded until facts or hands change.
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
        """The round after this person doubted it, and so no longer agrees for this `seat`."""
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
        """The next open round after `who` discarded this one, of which all had `seen` this much.

        It also keeps the hands that all had seen in still earlier versions. `last` is as in
        `shown_after`.
        """
        note = Amendment(who, field=DISCARDED, late=seen is not None)
        shown = self.shown
        if seen is not None:
            before = self.shown_after(last).get(HANDS, {})
            shown = {**shown, str(last): _draft(seen, {**before, **seen.get(HANDS, {})})}
        return OpenRound(new_id(), amendments=(*self.notes, note), shown=shown)

    def shown_after(self, last: int) -> Document:
        """What all saw of the round that follows the one recorded `last`.

        `last` is the id of the change that recorded it. The next round is still the same one when
        earlier rounds are removed, and a different one once the last round is undone.
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


def new_open_round() -> OpenRound:
    return OpenRound(new_id())
