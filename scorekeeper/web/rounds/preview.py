"""A round while it is being typed: what each hand counts, what is missing, how it would stand."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rummy.cards import JOKER_RANK, Card, CardError, read_card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, fold
from scorekeeper.rummy.game.what_if import Effect, effect_of_round
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import ILLEGAL_KNOCK, Ending, Round, RuleError, Tag
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.web.rounds.hand_preview import HandSoFar, hands_so_far
from scorekeeper.web.rounds.hands import DrawnHand, drawn_hands
from scorekeeper.web.rounds.lay_off_claims import check_lay_offs
from scorekeeper.web.rounds.typed_round import TypedRound, field_of


@dataclass(frozen=True, slots=True)
class Place:
    """Where a round stands in its game: its number, what it is dealt, and whose deal it is."""

    game: Game
    number: int
    deal: Deal
    dealer: Seat

    @property
    def is_new(self) -> bool:
        """Whether this round is not on the sheet yet."""
        return self.number > len(self.game.rounds)


def place_of(game: Game, number: int | None = None) -> Place:
    """The place of round `number`, or of the next one."""
    number = number or len(game.rounds) + 1
    before = fold(replace(game, rounds=game.rounds[: number - 1], called=False))
    dealer = before.next_dealer
    return Place(game, number, before.next_deal, game.dealer if dealer is None else dealer)


@dataclass(frozen=True, slots=True)
class Preview:
    """A round as it would stand if it were recorded as it is typed now.

    `entry` is the judged round, `None` while something is missing or wrong; `limit` is the highest
    legal knock; `if_allowed` is a knock above it, judged as if the table accepted it; `better` are
    the hands that could count less than they do, also where that is why a knock is refused.
    """

    hands: tuple[HandSoFar, ...]
    needs_ending: bool
    needs_upcard: bool
    limit: int | None
    doubles: bool
    fault: RuleError | None = None
    entry: RoundOnSheet | None = None
    if_allowed: RoundOnSheet | None = None
    better: tuple[BetterCount, ...] = ()
    effect: Effect | None = None

    @property
    def waiting_hands(self) -> list[Seat]:
        """The seats whose hands are still to be given."""
        return [Seat(index) for index, hand in enumerate(self.hands) if hand.lack]

    @property
    def counts(self) -> list[int | None]:
        """The deadwood by seat, after lay-offs once the round is judged."""
        judged = self.entry.ruling.deadwood if self.entry else ()
        return list(judged) or [hand.points for hand in self.hands]

    @property
    def drawn(self) -> list[DrawnHand]:
        """The hands given whole or laid out, as they lie on the table."""
        if self.entry:
            return drawn_hands(self.entry)
        return [hand.drawn for hand in self.hands if hand.drawn]

    @property
    def is_incomplete(self) -> bool:
        """Whether something is still to be given."""
        return self.needs_ending or self.needs_upcard or bool(self.waiting_hands)

    @property
    def faults(self) -> list[RuleError]:
        """Everything that is wrong so far, the hands first."""
        faults = [hand.fault for hand in self.hands if hand.fault]
        return faults or ([self.fault] if self.fault else [])

    @property
    def wrong_fields(self) -> set[str]:
        """The fields where something is wrong."""
        return {field_of(fault.where) for fault in self.faults}


def preview(place: Place, typed: TypedRound) -> Preview:
    """Look at a round as far as it has been typed."""
    game, rule = place.game, _ending_rule(place.game, typed)
    scores = rule is None or rule.scores
    upcard = _upcard(typed) if game.variant.takes_upcard else None
    limit_of = Round(Ending.KNOCK, upcard=upcard)
    looked = Preview(
        hands=hands_so_far(typed, game.players, place.deal, rule),
        needs_ending=not typed.ending,
        needs_upcard=game.variant.takes_upcard and scores and not typed.upcard,
        limit=game.variant.knock_limit(game.rules, limit_of) if scores else None,
        doubles=upcard is not None and game.variant.counts_twice(game.rules, upcard),
    )
    if looked.is_incomplete or any(hand.fault for hand in looked.hands):
        return looked
    return _judged(place, typed, looked)


def _judged(place: Place, typed: TypedRound, looked: Preview) -> Preview:
    try:
        round = typed.read(place.game.players)
        accepted = _if_accepted(place, round)
        if accepted:
            above = Tag.ILLEGAL_KNOCK in accepted.ruling.tags
            looked = replace(looked, better=better_counts(accepted))
            looked = replace(looked, if_allowed=accepted if above else None)
        entry = judge(place, round)
        check_lay_offs(place.game, typed, entry)
        effect = None if place.is_new else effect_of_round(place.game, place.number, entry)
    except RuleError as error:
        return replace(looked, fault=error)
    return replace(looked, entry=entry, effect=effect, better=better_counts(entry))


def better_counts(entry: RoundOnSheet) -> tuple[BetterCount, ...]:
    """The warnings of a judged round that a hand could count less."""
    return tuple(each for each in entry.ruling.warnings if isinstance(each, BetterCount))


def judge(place: Place, round: Round) -> RoundOnSheet:
    """The round judged in its place; raises `RuleError` whose place is seen from the round."""
    game = place.game
    rounds = (*game.rounds[: place.number - 1], round)
    try:
        return fold(replace(game, rounds=rounds, called=False)).rounds[-1]
    except RuleError as error:
        raise RuleError(error.message, *error.where[2:], names=error.names) from None


def _if_accepted(place: Place, round: Round) -> RoundOnSheet | None:
    """A knock judged as if the table accepted it: above the limit it then has a tag for that."""
    if round.ending is not Ending.KNOCK:
        return None
    try:
        return judge(place, replace(round, allow=(ILLEGAL_KNOCK,)))
    except RuleError:
        return None


def _ending_rule(game: Game, typed: TypedRound) -> EndingRule | None:
    ending = typed.ending.partition(":")[0]
    return next((rule for rule in game.variant.endings if rule.ending.value == ending), None)


def _upcard(typed: TypedRound) -> Card | None:
    try:
        card = read_card(typed.upcard)
    except CardError:
        return None
    return None if card.rank == JOKER_RANK else card
