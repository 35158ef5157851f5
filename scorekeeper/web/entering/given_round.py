"""An open round with the shares given so far by all phones, and the round that these add up to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.games.open_round import NOTES, OpenRound
from scorekeeper.rummy.documents.draft import read_draft
from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.judging.shares import put_together, tells_held
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.ruling import Ruling
from scorekeeper.rummy.sides import Holder, Side, are_partners, members, shares_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.faults import reading
from scorekeeper.web.entering.ending import ReadEnding, read_ending
from scorekeeper.web.entering.facts import ENDING, ReadFacts, facts_of
from scorekeeper.web.entering.hand_in_progress import Entered, as_it_ended
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.parts.formatting import ending_message


@dataclass(frozen=True)
class GivenRound:
    """The open round of a game with everything that was given: the same for every phone.

    If partners score as one, the hand of a side has several shares: one of each player who holds
    cards, and one of the side's melds, which either partner gives. A side can also give its whole
    hand as one share. Without partners, or if partners have separate hands, each hand is one share.
    """

    game_id: str
    sheet: Sheet
    open: OpenRound

    # The players to ask for shares

    @property
    def players(self) -> tuple[str, ...]:
        return self.sheet.game.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.sheet.seats

    @cached_property
    def owners(self) -> tuple[Seat, ...]:
        """The owners of counted hands: sides or players."""
        return self.sheet.game.variant.hands_of(self.seats)

    @property
    def is_shared(self) -> bool:
        """Check whether partners give shares of one hand."""
        return are_partners(self.owners)

    @cached_property
    def shares(self) -> tuple[Seat, ...]:
        """The hands, or shares of hands, that phones give."""
        return shares_of(self.owners)

    @property
    def of_players(self) -> list[Seat]:
        """The shares of players, not of sides, in order of play."""
        return [share for share in self.shares if not isinstance(share, Side)]

    def holders(self, side: Seat) -> list[Holder]:
        holders = (share for share in self.shares if isinstance(share, Holder))
        return [holder for holder in holders if holder.player in members(side)]

    def share_of(self, player: Seat | None) -> Seat | None:
        """The share that a player gives: a hand, or the cards held in the hand of the side."""
        return next((share for share in self.of_players if members(share) == (player,)), None)

    def sides_for_one_number(self, shares: Sequence[Seat]) -> list[Seat]:
        """The sides of these holders that can give one number instead of shares."""
        if not any(part.is_whole_score for part in self.sheet.game.variant.own_parts):
            return []
        players = {share.player for share in shares if isinstance(share, Holder)}
        return [side for side in self.seats if players.intersection(members(side))]

    # Shares that count

    @cached_property
    def draft(self) -> Draft:
        """The known facts and hands of the round. Raises `UnreadableGameError`."""
        with reading(self.game_id):
            return read_draft(self.open.draft, self.sheet.game)

    @cached_property
    def facts(self) -> ReadFacts:
        return facts_of(self.draft, self.sheet.game)

    @property
    def how(self) -> ReadEnding:
        return self.facts.ending

    @property
    def ending(self) -> Message | None:
        return ending_message(self.how.rule, self.how.by) if self.how.rule else None

    @property
    def hand_that_ended(self) -> Seat | None:
        """The hand that ended the round: the player's or the side's."""
        return next((share for share in self.owners if self.how.was_ended_by(share)), None)

    @property
    def givers(self) -> tuple[Seat, ...]:
        """The seats of all hands or shares, including players who are out."""
        return self.shares if self.is_shared else self.sheet.game.givers

    def is_another(self, share: Seat, now: Entered) -> bool:
        was = self.draft.hands.get(share)
        return not (was and isinstance(now, GivenHand) and was.is_same(now))

    @cached_property
    def sides_given_whole(self) -> frozenset[Seat]:
        """The sides that gave a whole hand as one share, with the cards that their players hold."""
        variant = self.sheet.game.variant
        hands = self.draft.hands
        given = {side: as_it_ended(hands.get(side), side, self.how) for side in self.seats}
        return frozenset(
            side for side, hand in given.items() if hand and tells_held(hand.hand, variant)
        )

    def is_melds(self, share: Seat) -> bool:
        """Check whether a share is a side's melds, without the cards that its players hold."""
        return isinstance(share, Side) and share not in self.sides_given_whole

    def containing_share(self, share: Seat) -> Seat:
        """The share that contains this share: itself, or the hand that its side gave whole."""
        if not isinstance(share, Holder):
            return share
        sides = (side for side in self.sides_given_whole if share.player in members(side))
        return next(sides, share)

    def is_covered(self, share: Seat) -> bool:
        return self.containing_share(share) is not share

    def counts(self, share: Seat) -> bool:
        """Check whether a share, if given, counts after this ending."""
        if not (self.is_shared and isinstance(share, Holder)):
            return self.how.takes_hand(share)
        is_asked = self.how.scores and not self.how.goes_out(share)
        return is_asked and not self.is_covered(share)

    def may_tell_more(self, share: Seat) -> bool:
        """Check whether a player can still give a hand that the round does not need."""
        rule = self.how.rule
        may_tell = rule is not None and rule.may_tell
        return may_tell and self.counts(share) and share not in (*self.awaited, *self.draft.hands)

    def is_given(self, share: Seat) -> bool:
        return share in self.draft.hands and self.counts(share)

    def giver_name(self, share: int) -> str:
        """The current name of the player who had the giving phone at the announcement.

        Without such a player, the name that was stored with the hand.
        """
        hand = self.open.hand(share)
        seat = self.open.phones.get(hand.device_id or "")
        return hand.by if seat is None else self.players[seat]

    @property
    def given_shares(self) -> list[Seat]:
        return [share for share in self.shares if self.is_given(share)]

    @cached_property
    def awaited(self) -> list[Seat]:
        if not self.is_shared:
            return self.whole.awaited
        return [share for share in self.shares if self.counts(share) and not self.is_given(share)]

    # Entering shares

    def variant_for(self, shares: Sequence[Seat]) -> Variant:
        variant = self.sheet.game.variant
        if not self.is_shared or not self.sides_given_whole.isdisjoint(shares):
            return variant
        is_held = any(isinstance(share, Holder) for share in shares)
        return variant.as_held if is_held else variant.as_melded

    def with_shares(
        self, facts: ReadFacts, entered: tuple[Entered, ...], as_variant: Variant | None = None
    ) -> RoundInProgress:
        """The round with the shares `entered`. If partners share hands, it is never judged."""
        if not self.is_shared:
            return RoundInProgress(self.sheet, facts, entered)
        return RoundInProgress(
            self.sheet, facts, entered, is_partial=True, shares=self.shares, as_variant=as_variant
        )

    def given_among(self, shares: Iterable[Seat]) -> tuple[GivenHand | None, ...]:
        """These shares as given, in the order of `givers`. `None` for all others."""
        there = {*shares}
        return tuple(
            self.draft.hands.get(share) if share in there else None for share in self.givers
        )

    # Combining shares

    @cached_property
    def by_share(self) -> RoundInProgress:
        """The round with every share that counts. Hidden from phones like `whole`."""
        return self.with_shares(self.facts, self.given_among(self.given_shares))

    @cached_property
    def whole(self) -> RoundInProgress:
        """The round with all hands. It is judged once all hands are given."""
        if not self.is_shared:
            return self.by_share
        return RoundInProgress(self.sheet, self.facts, self.as_hands(self.by_share))

    @cached_property
    def is_complete(self) -> bool:
        return not self.awaited and not self.whole.is_incomplete

    @property
    def ruling(self) -> Ruling | None:
        return self.whole.judged.ruling if self.is_complete and self.whole.judged else None

    def as_hands(self, shares: RoundInProgress) -> tuple[Entered, ...]:
        """These shares combined to hands. A side's hand is empty until all its shares are given."""
        if not self.is_shared:
            return shares.entered
        return tuple(self._hand_of(side, shares) for side in self.seats)

    def _hand_of(self, side: Seat, shares: RoundInProgress) -> Entered:
        melded = shares.hands[side].hand
        if melded is None or side in self.sides_given_whole:
            return shares.entered[side]
        holders = filter(self.counts, self.holders(side))
        held = [shares.hands[holder].hand for holder in holders]
        given = [hand for hand in held if hand is not None]
        if len(given) < len(held):
            return None
        variant = self.sheet.game.variant
        return GivenHand(put_together(melded, given, shares.deal, variant))

    # After all shares are given

    @cached_property
    def changing(self) -> dict[Seat, str]:
        """The names of players who are changing hands in a complete round. Recording waits."""
        if not self.is_complete:
            return {}
        who = {
            share: self.open.hand(share).changing for share in self.shares if self.is_given(share)
        }
        return {share: name for share, name in who.items() if name is not None}

    @property
    def changing_hands(self) -> list[Seat]:
        players = {player for share in self.changing for player in members(share)}
        return [owner for owner in self.owners if not players.isdisjoint(members(owner))]

    @property
    def agreed(self) -> list[Seat]:
        return [side for side in self.seats if side in self.open.agreed]

    @property
    def was_ruled(self) -> bool:
        """Check whether the table has seen a ruling of this round, now or before a change."""
        late = (amendment for amendment in self.open.amendments if amendment.late)
        return any(amendment.field not in NOTES for amendment in late) or self.is_complete

    @property
    def hands_were_shown(self) -> bool:
        late = [
            amendment
            for amendment in self.open.amendments
            if amendment.late and amendment.field == ENDING
        ]
        return any(read_ending(amendment.was, self.sheet.game).scores for amendment in late)
