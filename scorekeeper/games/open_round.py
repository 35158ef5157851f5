"""A round that several phones enter together, until it is recorded or discarded.

An `OpenRound` never changes. Each action of a phone makes a new `OpenRound`. `open_rounds.store`
writes the new object unless another phone was faster. In that case the request runs again, with the
current open round.
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
"""The facts of a round that players can enter during its play."""

Document: TypeAlias = Mapping[str, Any]
"""A round that is being entered, with seats in place of names. See `documents.draft`."""

DISCARDED, UNDONE = "thrown-away", "undone"
NOTES = (DISCARDED, UNDONE)
"""Special values of an amendment’s `field`. They note that a round was discarded or undone."""

DOUBTED, OVERRULED = "doubted", "overruled"
"""Special values of an amendment’s `field`.

They note that a player objected, or that the round was recorded in spite of an objection.
"""


@dataclass(frozen=True, slots=True)
class ReplacedHand:
    """The document of a hand that another device sent earlier."""

    hand: Any
    device_id: str


@dataclass(frozen=True, slots=True)
class HandSender:
    """The sender of a hand and the device. Both are empty while the hand is awaited.

    - `by`: the sender’s name at that time
    - `version`: the number of times that the hand was sent
    - `changing`: the name of the person who is changing the hand, if there is one
    """

    device_id: str | None = None
    by: str = ""
    version: int = 0
    replaced: ReplacedHand | None = None
    changing: str | None = None


@dataclass(frozen=True, slots=True)
class OpenRound:
    """An open round.

    - `draft`: the known facts and hands
    - `agreed`: the seats that have agreed
    - `hands`: the sender of each hand of the draft, in the order of their first arrival, by the
      number of its seat. If partners share a hand, each share has a number instead: first the
      melds of each side, then the cards that each player holds
    - `phones`: the players’ seats by the ids of their devices, when the round was announced
    - `all_agree`: whether the club needs all players to agree, when the round was announced
    - `shows_at_once`: whether the club showed hands on arrival, when the round was announced
    - `shown`: the discarded or undone versions of this round that all players had seen, see
      `shown_after`
    - `announced_by`: the id of the device that announced the round, empty before the announcement
    - `announcer`: the name of the person or program that announced the round, empty before that
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
        """An identifier of the facts and hands.

        It changes with a fact or a hand, and when somebody begins to change a hand.
        """
        return f"{self.id}-{self.content_version}"

    @property
    def is_being_played(self) -> bool:
        return "ending" not in self.draft and not self.hands

    @property
    def told(self) -> tuple[Amendment, ...]:
        """The amendments that all players must see, also from earlier versions of this round."""
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
        """The names of the people who said that something is wrong, by the ids of their devices.

        Their doubts block the recording of the round until facts or hands change, the doubt is
        withdrawn, or the person who records the round overrules it.
        """
        doubts = [amendment for amendment in self.amendments if amendment.field == DOUBTED]
        return {doubt.was: doubt.who for doubt in doubts}

    def with_facts(self, facts: Document, amendments: Sequence[Amendment] = ()) -> OpenRound:
        """Replace the facts. All players have to agree again."""
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
        """Add or replace hands that this phone sends. All players have to agree again."""
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
        """Add this person’s doubt, and remove the agreement of this `seat`."""
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
        """Return the next open round after `who` discarded this round.

        `seen` is the part of this round that all players had seen. The next round keeps this part,
        and the hands that all players had seen in earlier versions. For `last`, see `shown_after`.
        """
        note = Amendment(who, field=DISCARDED, late=seen is not None)
        shown = self.shown
        if seen is not None:
            before = self.shown_after(last).get(HANDS, {})
            shown = {**shown, str(last): _draft(seen, {**before, **seen.get(HANDS, {})})}
        return OpenRound(new_id(), amendments=(*self.notes, note), shown=shown)

    def shown_after(self, last: int) -> Document:
        """Return the part that all players have seen of the round after `last`.

        `last` is the id of the change that recorded the previous round. If an earlier round is
        removed, `last` and the next round stay the same. If the previous round is undone, `last`
        changes, and the next round is a different round.
        """
        return self.shown.get(str(last), {})


def _draft(facts: Document, hands: Mapping[str, Any]) -> Document:
    others = {name: fact for name, fact in facts.items() if name != HANDS}
    return others | ({HANDS: hands} if hands else {})


def _given(device_id: str, by: str, before: HandSender, hand: Any) -> HandSender:
    """Return the new sender of a hand. `before` is the sender of the previous `hand`."""
    replaced = before.replaced
    if before.device_id and before.device_id != device_id and hand is not None:
        replaced = ReplacedHand(hand, before.device_id)
    return HandSender(device_id, by, before.version + 1, replaced)


def new_open_round() -> OpenRound:
    return OpenRound(new_id())
