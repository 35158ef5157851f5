"""An open round as one phone sees it: who is in, who is awaited, and which hands it may see."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from flask_babel import gettext as _

from scorekeeper.clubs.members import in_hand
from scorekeeper.games.open_rounds import NOTES, OpenHand, OpenRound
from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.judging.shares import put_together, tells_held
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.round import Count, Ruling
from scorekeeper.rummy.sides import Holder, Side, are_partners, members, shares_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.storage.models import GameRow
from scorekeeper.web.parts.formatting import done_by, ending_message, listed, who_did
from scorekeeper.web.parts.game_history import history_entries
from scorekeeper.web.rounds.ending import ReadEnding, read_ending
from scorekeeper.web.rounds.fields import ENDING
from scorekeeper.web.rounds.game_state import GameState, state_of
from scorekeeper.web.rounds.hand_text import print_hand
from scorekeeper.web.rounds.round_in_progress import LeastSoFar, RoundInProgress
from scorekeeper.web.rounds.shares import SharesInProgress
from scorekeeper.web.rounds.typed_round import TypedRound


@dataclass(frozen=True)
class OpenTable:
    """The open round of a game, limited to what the asking device may see.

    A hand is shown on the device that gave it and nowhere else until all are in, or to everybody as
    it comes where the club chose so; whose phone it is makes no difference. Whatever shows a hand
    asks `shows` first. `whole` is the round with every hand: only what is shown to everybody, such
    as who is awaited, may be taken from it before `is_complete`.

    Where partners score as one, their hand has a share of each player who holds cards, and one of
    what the side melded, which either of them gives. A side may also give its hand in one piece.
    """

    state: GameState
    open: OpenRound

    @cached_property
    def typed(self) -> TypedRound:
        """The round as typed, with every hand that counts after this ending and is all in."""
        return self._put_together(self.given)

    @cached_property
    def how(self) -> ReadEnding:
        """How the round ended, and who ended it."""
        return read_ending(self.open.facts.get(ENDING.name, ""), self.state.sheet.game)

    @cached_property
    def whole(self) -> RoundInProgress:
        """The round with every hand; it is judged once all are in."""
        if not self.is_shared:
            return self.given
        return RoundInProgress(self.state.sheet, None, self.typed)

    @cached_property
    def shown(self) -> RoundInProgress:
        """The round with the hands that this device may see."""
        if self.is_complete:
            return self.whole
        return replace(self.whole, typed=self._put_together(self.seen), is_partial=True)

    @cached_property
    def given(self) -> RoundInProgress:
        """The round with every share that counts; as secret as `whole`."""
        return self.with_shares(self._typed(filter(self.is_in, self.shares)))

    @cached_property
    def seen(self) -> RoundInProgress:
        """The round with the shares that this device may see."""
        typed = self._typed(filter(self.shows, self.shares))
        return replace(self.given, typed=typed, is_partial=True)

    def with_shares(self, typed: TypedRound, asks: Variant | None = None) -> RoundInProgress:
        """A round typed share by share, in the game as it `asks` for these."""
        if self.is_shared:
            return SharesInProgress(self.state.sheet, None, typed, asks=asks)
        return RoundInProgress(self.state.sheet, None, typed)

    def asks(self, shares: Sequence[Seat]) -> Variant:
        """The game as the form of these shares asks for them."""
        variant = self.state.sheet.game.variant
        if not self.is_shared or not self._in_one_piece.isdisjoint(shares):
            return variant
        is_held = any(isinstance(share, Holder) for share in shares)
        return variant.as_held if is_held else variant.as_melded

    def _typed(self, shares: Iterable[Seat]) -> TypedRound:
        """The facts, with these shares as they were given."""
        texts = {f"hand-{int(share)}": self.open.hand(share).text for share in shares}
        return self.state.typed_shares({**self.open.facts, **texts})

    def _put_together(self, shares: RoundInProgress) -> TypedRound:
        """These shares as hands; that of a side is empty while any share of it is."""
        if not self.is_shared:
            return shares.typed
        hands = tuple(self._hand_of(side, shares) for side in self.seats)
        return replace(shares.typed, hands=hands)

    def _hand_of(self, side: Seat, shares: RoundInProgress) -> str:
        melded = shares.hands[side].hand
        if melded is None or side in self._in_one_piece:
            return shares.typed.hands[side]
        held = [shares.hands[holder].hand for holder in self.holders(side) if self.takes(holder)]
        given = [hand for hand in held if hand is not None]
        if len(given) < len(held):
            return ""
        pieces = self.state.sheet.game.variant.pieces
        return print_hand(put_together(melded, given, shares.deal), pieces)

    @cached_property
    def _in_one_piece(self) -> frozenset[Seat]:
        """Which sides gave all of their hand at once, with what their players hold."""
        sides, variant = self.with_shares(self._typed(self.seats)), self.state.sheet.game.variant
        return frozenset(side for side in self.seats if tells_held(sides.hands[side].hand, variant))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in order of play."""
        return self.state.players

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is in the game, in order of play."""
        return self.state.sheet.seats

    @property
    def is_shared(self) -> bool:
        """Whether partners give shares of one hand."""
        return are_partners(self.seats)

    @cached_property
    def shares(self) -> tuple[Seat, ...]:
        """Whose hands, or shares of them, are asked for."""
        return shares_of(self.seats)

    def holders(self, side: Seat) -> list[Seat]:
        """The shares of the partners of a side."""
        return [
            share
            for share in self.shares
            if isinstance(share, Holder) and members(share)[0] in members(side)
        ]

    @property
    def of_players(self) -> list[Seat]:
        """What each player gives, in order of play."""
        return [share for share in self.shares if not isinstance(share, Side)]

    @property
    def around(self) -> list[Seat]:
        """The same from the left of whoever holds this phone, who comes last."""
        mine = self.mine
        return sorted(self.of_players, key=lambda share: mine is not None and share <= mine)

    def is_melds(self, share: Seat) -> bool:
        """Whether it is what a side melded, apart from what its players hold."""
        return isinstance(share, Side) and share not in self._in_one_piece

    def asked(self, texts: Collection[str]) -> list[Seat]:
        """The shares among these texts that this phone may enter on one page."""
        if self.state.only_watches:
            return []
        asked = [share for share in self.shares if str(int(share)) in texts]
        if not self.is_shared:
            return asked
        return [share for share in asked if isinstance(share, Holder)] or asked[:1]

    @property
    def mine(self) -> Seat | None:
        """The share of the player whose phone this is, for which it asks."""
        return self.share_of(self.state.own_seat)

    def share_of(self, player: Seat | None) -> Seat | None:
        """What a player gives: the hand, or what is held of that of the side."""
        return next((share for share in self.shares if members(share) == (player,)), None)

    @property
    def ours(self) -> Seat | None:
        """The share of melds of the side of whoever holds this phone."""
        player = self.state.own_seat
        return next(
            (side for side in self.seats if self.is_shared and player in members(side)), None
        )

    @property
    def asked_here(self) -> list[Seat]:
        """What this phone is asked for next: its player’s share, or what the side melded."""
        mine = [share for share in self.awaited if share == self.mine]
        ours = self.ours
        if mine or ours is None or self.giver_of(ours) != self.state.own_seat:
            return mine
        return [share for share in self.awaited if share == ours]

    def giver_of(self, side: Seat) -> Seat | None:
        """Which partner is asked what the side melded: the first to have no more cards to give.

        `None` while there is none with a phone at the table.
        """
        given = list(self.open.hands)
        free = [
            (given.index(holder) if self.takes(holder) else -1, members(holder)[0])
            for holder in self.holders(side)
            if self.is_in(holder) or not self.takes(holder)
        ]
        here = {*self.state.seats_elsewhere, self.state.own_seat}
        return next((player for _order, player in sorted(free) if player in here), None)

    @property
    def ending(self) -> Message | None:
        """How the round ended: `Jean knocked`."""
        return ending_message(self.how.rule, self.how.by) if self.how.rule else None

    @property
    def renumbered(self) -> str:
        """The message to whoever typed a hand while the round had another number.

        Rounds before this one were undone, put back or removed while it was entered.
        """
        [newest] = history_entries(self.state.row, 1)
        who = done_by(newest.entered_by)
        what = _("%(change)s by %(name)s", change=newest.words, name=who)
        return str(
            _(
                "%(change)s. This is round %(number)d now.",
                change=what if who else newest.words,
                number=self.whole.number,
            )
        )

    def giver_name(self, side: Seat) -> str:
        """Who gave what the side melded, or is asked for it; empty while nobody is."""
        if self.is_in(side):
            return done_by(self.open.hand(side).by)
        giver = self.giver_of(side)
        return "" if giver is None else self.players[giver]

    # Who is in

    @property
    def is_complete(self) -> bool:
        """Whether everything needed for a ruling is in."""
        return not self.whole.is_incomplete

    def takes(self, share: Seat) -> bool:
        """Whether it counts after this ending if it is given."""
        if not isinstance(share, Holder):
            return self.how.takes_hand(share)
        is_asked = self.how.scores and not self.how.goes_out(share)
        return is_asked and not self.is_covered(share)

    def is_covered(self, share: Seat) -> bool:
        """Whether the side gave it with all of its hand."""
        return isinstance(share, Holder) and any(
            share.player in members(side) for side in self._in_one_piece
        )

    def covered_by(self, side: Seat, typed: RoundInProgress) -> Seat | None:
        """The share on another device that would no longer count if the side gave this hand."""
        if not self.is_shared or not tells_held(
            typed.hands[side].hand, self.state.sheet.game.variant
        ):
            return None
        given = (share for share in self.holders(side) if self.is_in(share))
        return next(filter(self.is_from_elsewhere, given), None)

    def is_in(self, share: Seat) -> bool:
        """Whether it was given, and counts after this ending."""
        return bool(self.open.hand(share).text) and self.takes(share)

    @cached_property
    def awaited(self) -> list[Seat]:
        """The shares that are still to be given."""
        if not self.is_shared:
            return self.whole.awaited
        return [share for share in self.shares if self.takes(share) and not self.is_in(share)]

    @property
    def awaited_names(self) -> str:
        """Who is awaited, in a list: for the melds of a side, the partner who is asked for them."""
        holders = [share for share in self.awaited if not self.is_melds(share)]
        melds = [
            share
            for share in self.awaited
            if self.is_melds(share)
            and (self.giver_name(share) or {*holders}.isdisjoint(self.holders(share)))
        ]
        return listed(
            dict.fromkeys(
                self.giver_name(share) or self.players[share] for share in holders + melds
            )
        )

    @property
    def without_phones(self) -> list[Seat]:
        """The shares of others that are awaited and have no phone at the table."""
        own = (self.mine, self.ours)
        return [
            share
            for share in self.awaited
            if share not in own and not self._is_asked_elsewhere(share)
        ]

    def _is_asked_elsewhere(self, share: Seat) -> bool:
        """Whether somebody else has a phone at the table to give this."""
        elsewhere = self.state.seats_elsewhere
        if share == self.ours:
            return self.giver_of(share) in elsewhere
        return not elsewhere.isdisjoint(members(share))

    @property
    def without_phones_first(self) -> list[Seat]:
        """Which players are in the game; first those who have no phone in the club."""
        return sorted(self.state.sheet.players_in, key=self.state.seats_with_phones.__contains__)

    def is_from_here(self, seat: int) -> bool:
        """Whether this device gave the hand."""
        return self._is_ours(self.open.hand(seat))

    def is_from_elsewhere(self, seat: int) -> bool:
        """Whether another device gave the hand."""
        hand = self.open.hand(seat)
        return bool(hand.text) and not self._is_ours(hand)

    def are_given_elsewhere(self, seats: Sequence[Seat]) -> bool:
        """Whether there are such seats, and the hands of all were given by other devices."""
        return bool(seats) and all(map(self.is_from_elsewhere, seats))

    @property
    def taken_from_here(self) -> dict[int, str]:
        """The hands that this device gave and another one replaced, as they were typed here."""
        replaced = {int(share): self.open.hand(share).replaced for share in self.shares}
        return {seat: hand.text for seat, hand in replaced.items() if hand and self._is_ours(hand)}

    def _is_ours(self, hand: OpenHand) -> bool:
        return bool(hand.text) and hand.device_id == self.state.member.device_id

    def asks_first(self, seat: Seat) -> bool:
        """Whether to ask before this hand is entered here: somebody else has given it or may."""
        if self.is_complete or self.is_from_here(seat):
            return False
        return self.is_from_elsewhere(seat) or self._is_asked_elsewhere(seat)

    def entered_by(self, seat: Seat) -> str:
        """Who gave this hand on another device, in a sentence."""
        by = self.open.hand(seat).by
        if by == self.players[seat] or program_of(by) is not None:
            return str(_("%(who)s has entered this hand.", who=who_did(by)))
        return str(_("%(who)s has entered this hand on another phone.", who=who_did(by)))

    # Who sees what, and is told what

    def shows(self, seat: Seat) -> bool:
        """Whether this device may see this hand: the one place where that is decided.

        Melds lie on the table, so partners see those of their side.
        """
        return self.is_in(seat) and (
            self.is_complete
            or self.open.shows_at_once
            or self.is_from_here(seat)
            or (seat == self.ours and seat not in self._in_one_piece)
        )

    @property
    def was_ruled(self) -> bool:
        """Whether a ruling was shown: the present one, or one before something was changed."""
        return self.is_complete or any(
            amendment.late and amendment.field not in NOTES for amendment in self.open.amendments
        )

    @property
    def hands_were_shown(self) -> bool:
        """Whether the ending was changed after a ruling with hands had been shown."""
        late = [
            amendment
            for amendment in self.open.amendments
            if amendment.late and amendment.field == ENDING.name
        ]
        return any(read_ending(amendment.was, self.state.sheet.game).scores for amendment in late)

    @property
    def who(self) -> str:
        """Whoever acts here, as others are told: the player whose phone this was at first.

        Empty if this phone later took the name of a player who then had a different phone.
        """
        phones, name = self.open.phones, self.state.member.signs or ""
        seat = phones.get(self.state.member.device_id)
        if seat is not None:
            return self.players[seat]
        return "" if name in {self.players[seat] for seat in phones.values()} else name

    def cards_of(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand that this phone may see; none if it was given as a count."""
        hand = self.seen.hands[seat].hand
        return () if hand is None or isinstance(hand, Count) else hand.cards

    @property
    def least_so_far(self) -> LeastSoFar | None:
        """Who has the least deadwood among the hands that this phone may see."""
        return None if self.is_complete else self.shown.least_so_far(self.whole.awaited)

    # Who changes what

    @cached_property
    def changing(self) -> dict[Seat, str]:
        """Who is changing which hand after all were in; the round waits for them."""
        if not self.is_complete:
            return {}
        who = {share: self.open.hand(share).changing for share in self.shares if self.is_in(share)}
        return {share: name for share, name in who.items() if name is not None}

    @property
    def asked_of_who_ended(self) -> Seat | None:
        """The hand by which somebody may end the round, or the melds of the side."""
        return next((share for share in self.seats if self.how.was_ended_by(share)), None)

    @property
    def changing_hands(self) -> list[Seat]:
        """Whose hands are being changed, or a share of them."""
        players = {player for share in self.changing for player in members(share)}
        return [side for side in self.seats if not players.isdisjoint(members(side))]

    @property
    def thrown_away(self) -> OpenRound:
        """The round after whoever acts here has thrown this one away."""
        return self.open.thrown_away(self.who, self.typed.fields() if self.was_ruled else None)

    # Who agrees

    @property
    def ruling(self) -> Ruling | None:
        """The ruling, once everything is in and right."""
        return self.whole.judged.ruling if self.is_complete and self.whole.judged else None

    @property
    def agreed(self) -> list[Seat]:
        """The seats that agree to the ruling."""
        return [side for side in self.seats if side in self.open.agreed]

    @property
    def agrees_for(self) -> Seat | None:
        """The seat for which this device may agree: its player's when the round was announced.

        A player who is out since has no say.
        """
        phones, device_id = self.open.phones, self.state.member.device_id
        return next((side for side in self.seats if phones.get(device_id) in members(side)), None)

    @cached_property
    def agreeing(self) -> list[Seat]:
        """The seats that must agree, in a club where all do: those whose phone is in use."""
        if not self.open.all_agree:
            return []
        here = in_hand(self.open.phones) | {self.state.member.device_id}
        there = {seat for phone, seat in self.open.phones.items() if phone in here}
        return [side for side in self.seats if there.intersection(members(side))]

    @property
    def still_to_agree(self) -> list[Seat]:
        """The seats that have not agreed yet."""
        return [seat for seat in self.agreeing if seat not in self.open.agreed]

    @property
    def may_record(self) -> bool:
        """Whether it may be recorded: no hand is being changed, and all who must agree have."""
        return not self.changing and not self.still_to_agree


def announced_table(row: GameRow) -> OpenTable | None:
    """The announced round as the phone of this request may see it; `None` if there is none."""
    state = state_of(row)
    return OpenTable(state, state.open) if state.open and state.is_announced else None
