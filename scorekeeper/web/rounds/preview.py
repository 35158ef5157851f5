"""A round while it is typed: what each hand counts, what is missing, and the ruling."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet, fold
from scorekeeper.rummy.game.what_if import Effect, effect_of_round
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import ILLEGAL_KNOCK, Ending, Round, RuleError, Tag
from scorekeeper.web.rounds.context import RoundContext
from scorekeeper.web.rounds.hand_preview import HandPreview, preview_hands
from scorekeeper.web.rounds.hands import DrawnHand, drawn_hands
from scorekeeper.web.rounds.lay_off_claims import check_lay_offs
from scorekeeper.web.rounds.read_round import ReadRound, read_typed_round
from scorekeeper.web.rounds.typed_round import TypedRound


@dataclass(frozen=True, slots=True)
class Preview:
    """A round as it would stand if it were recorded as it is typed now.

    `read` is the round as it was read. `entry` is the judged round, `None` while something is
    missing or wrong, and `after` the sheet with it. `limit` is the highest legal knock;
    `if_allowed` is a knock above it, judged as if the table accepted it. `better` are the hands
    that could count less than they do, also where that is why a knock is refused.
    """

    read: ReadRound
    hands: tuple[HandPreview, ...]
    needs_ending: bool
    needs_upcard: bool
    limit: int | None
    doubles: bool
    fault: RuleError | None = None
    entry: RoundOnSheet | None = None
    after: Sheet | None = None
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
        """The hands that were given whole or laid out, as they lie on the table."""
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


def preview(context: RoundContext, typed: TypedRound) -> Preview:
    """Look at a round as far as it has been typed."""
    looked = look_at_hands(context, typed)
    if looked.is_incomplete or any(hand.fault for hand in looked.hands):
        return looked
    return _judged(context, looked)


def look_at_hands(context: RoundContext, typed: TypedRound) -> Preview:
    """Look at each hand by itself; the round is not judged."""
    game, read = context.game, read_typed_round(typed, context.game)
    scores = read.ending.scores
    upcard = _counting_upcard(game, read)
    limit_of = Round(Ending.KNOCK, upcard=upcard)
    return Preview(
        read=read,
        hands=preview_hands(read, game.players, context.deal),
        needs_ending=not typed.ending,
        needs_upcard=game.variant.takes_upcard and scores and not typed.upcard,
        limit=game.variant.knock_limit(game.rules, limit_of) if scores else None,
        doubles=upcard is not None and game.variant.counts_twice(game.rules, upcard),
    )


def _judged(context: RoundContext, looked: Preview) -> Preview:
    round = looked.read.round
    if round is None:
        return replace(looked, fault=looked.read.fault)
    try:
        effect = effect_of_round(context.sheet, context.number, round)
    except RuleError as error:
        return replace(_if_accepted(context, round, looked), fault=error)
    entry = effect.after.rounds[context.number - 1]
    looked = _with_warnings(looked, entry)
    try:
        check_lay_offs(context.game, looked.read, entry)
    except RuleError as error:
        return replace(looked, fault=error)
    shown = None if context.is_new else effect
    return replace(looked, entry=entry, after=effect.after, effect=shown)


def _if_accepted(context: RoundContext, round: Round, looked: Preview) -> Preview:
    """Add what a refused knock would be if the table accepted it."""
    if round.ending is not Ending.KNOCK:
        return looked
    before = context.game.rounds[: context.number - 1]
    accepted = replace(round, allow=(ILLEGAL_KNOCK,))
    try:
        game = replace(context.game, rounds=(*before, accepted), called=False)
        sheet = fold(game, context.sheet)
    except RuleError:
        return looked
    return _with_warnings(looked, sheet.rounds[-1])


def _with_warnings(looked: Preview, entry: RoundOnSheet) -> Preview:
    """Add what the warnings of a judged round tell."""
    above = Tag.ILLEGAL_KNOCK in entry.ruling.tags
    return replace(looked, better=better_counts(entry), if_allowed=entry if above else None)


def better_counts(entry: RoundOnSheet) -> tuple[BetterCount, ...]:
    """The warnings of a judged round that a hand could count less."""
    return tuple(each for each in entry.ruling.warnings if isinstance(each, BetterCount))


def _counting_upcard(game: Game, read: ReadRound) -> Card | None:
    """The upcard if it says how high a knock may be: not a joker, and not in other games."""
    if not game.variant.takes_upcard or read.upcard is None:
        return None
    return None if read.upcard.rank == JOKER_RANK else read.upcard
