"""The round being entered, and everything derived from it, up to its ruling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from scorekeeper.rummy.cards import JOKER_RANK, Card
from scorekeeper.rummy.column import Column
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.claims import check_lay_offs
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.game.what_if import Effect, effect_of_entry, judged_if_allowed
from scorekeeper.rummy.hand import Parts
from scorekeeper.rummy.judging.validation import check_all_in
from scorekeeper.rummy.judging.warnings import BetterCount, better_counts
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.own_facts import FLAG_SET, OwnFact
from scorekeeper.rummy.round import Ending, Round, RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.entering.ending import ReadEnding
from scorekeeper.web.entering.facts import ALLOW, ENDING, UPCARD, ReadFacts, facts_of
from scorekeeper.web.entering.hand_in_progress import Entered, HandInProgress, as_share, check_hands
from scorekeeper.web.parts.drawn_hands import DrawnHand, drawn_hands


@dataclass(frozen=True, slots=True)
class LeastSoFar:
    """The seats with the least deadwood, their count, and the counts of the other hands so far."""

    leaders: tuple[Seat, ...]
    least: int
    others: tuple[tuple[Seat, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdict of the rules on a round: its effect on the sheet, or the error.

    `entry` is the round on its sheet. It is also set if the round is rejected for a wrong claim of
    a lay-off, or for facts that the table could allow, such as a knock above the limit.
    """

    fault: RuleError | None = None
    entry: RoundOnSheet | None = None
    effect: Effect | None = None


@dataclass(frozen=True)
class RoundInProgress:
    """A round as entered: the next one of its sheet, or the correction of round `corrects`.

    Each part is computed on first use. `entered` are the hands in the order of `givers`. With
    `is_partial`, some hands can be left out of `entered`, so the round is never judged.

    If hands are entered share by share, `shares` are the seats of all shares. Such a round is
    partial, and `as_variant` is the game's variant for entering one kind of share only.
    """

    sheet: Sheet
    facts: ReadFacts
    entered: tuple[Entered, ...]
    corrects: int | None = None
    is_partial: bool = False
    shares: tuple[Seat, ...] = ()
    as_variant: Variant | None = None

    # Its place on the sheet

    @cached_property
    def game(self) -> Game:
        game = self.sheet.game
        return replace(game, variant=self.as_variant) if self.as_variant else game

    @property
    def number(self) -> int:
        return self.corrects or len(self.sheet.rounds) + 1

    @cached_property
    def recorded(self) -> RoundOnSheet | None:
        """The round that is corrected. `None` if this one is not on the sheet yet."""
        return next(iter(self.sheet.rounds[self.number - 1 : self.number]), None)

    @property
    def is_new(self) -> bool:
        return self.recorded is None

    @property
    def place(self) -> int:
        """Its place among all entries of the sheet."""
        return len(self.sheet.entries) + 1 if self.recorded is None else self.recorded.place

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.sheet.seats if self.recorded is None else self.recorded.before

    @property
    def owners(self) -> tuple[Seat, ...]:
        """The owners of counted hands: sides or players."""
        return self.game.variant.hands_of(self.seats)

    @cached_property
    def column(self) -> Column:
        return self.sheet.column_before(None if self.recorded is None else self.recorded.place)

    @cached_property
    def deal(self) -> Deal:
        deal = self.sheet.next_deal if self.recorded is None else self.recorded.deal
        return self.game.variant.deal_with(self.game.rules, deal, self.facts.draft.own_facts)

    @cached_property
    def dealer(self) -> Seat:
        """The player whose turn it is to deal."""
        return self.sheet.dealer_of(self.place)

    # The input

    @property
    def ending(self) -> ReadEnding:
        return self.facts.ending

    @property
    def wrong_facts(self) -> tuple[RuleError, ...]:
        facts = self.facts
        if facts.faults or facts.ending.ending is None:
            return facts.faults
        try:
            check_all_in(facts.as_round(facts.ending.ending), self.seats)
        except RuleError as error:
            return (error.under(names=self.game.players),)
        return ()

    @property
    def givers(self) -> tuple[Seat, ...]:
        """The seats that give a hand or a share of one."""
        return self.shares or self.game.givers

    @cached_property
    def hands(self) -> tuple[HandInProgress, ...]:
        """The hands by seat, each checked by itself and with the hands before it."""
        seats = self.shares or self.owners
        checked = check_hands(
            self.entered, self.givers, self.game, seats, self.deal, self.ending, self.column
        )
        return tuple(as_share(hand, self.game) if self.shares else hand for hand in checked)

    @property
    def draft(self) -> Draft:
        given = zip(self.givers, self.entered, strict=True)
        hands = {seat: hand for seat, hand in given if isinstance(hand, GivenHand)}
        return replace(self.facts.draft, hands=hands)

    @property
    def unreadable(self) -> list[RuleError]:
        """The errors of unreadable fields. An empty field is not an error."""
        faults = [hand.fault for hand in self.hands if hand.fault and hand.hand is None]
        return [*self.facts.faults, *faults]

    @cached_property
    def round(self) -> Round | None:
        """The round for the rules to judge. `None` without an ending or with unreadable fields."""
        facts = self.facts
        if self.unreadable or facts.ending.ending is None:
            return None
        hands = tuple(hand.hand for hand in self.hands)
        is_given = any(hand is not None for hand in hands)
        entered = facts.as_round(facts.ending.ending, hands if is_given else ())
        return replace(entered, ending=self.game.variant.ended_as(entered))

    def complete(self) -> Round:
        """The round to record.

        Raises `RuleError` for an unreadable field, a missing hand, and a wrong claim of a lay-off.
        Recording judges the rest on the sheet at that time.
        """
        absent = [hand.missing for hand in self.hands if hand.missing and hand.hand is None]
        faults = [*self.unreadable, *absent]
        if any(hand.laid_off for hand in self.hands) and self._outcome.entry and self.fault:
            faults.append(self.fault)
        if faults or self.round is None:
            raise faults[0]
        return self.round

    @property
    def needs_ending(self) -> bool:
        return ENDING not in self.facts.given

    @property
    def needs_upcard(self) -> bool:
        takes_upcard = self.game.variant.takes_upcard
        return takes_upcard and self.ending.scores and UPCARD not in self.facts.given

    @property
    def missing_facts(self) -> list[OwnFact]:
        game = self.game
        return [
            fact
            for fact in game.variant.own_facts
            if fact.missing and fact.counts(game.rules) and self.ending.scores
            if fact.key not in self.facts.given
        ]

    @property
    def awaited(self) -> list[Seat]:
        return [hand.seat for hand in self.hands if hand.missing]

    @property
    def asked_in_order(self) -> list[Seat]:
        """The awaited seats. If the ending has a score for no cards left, its player is first."""
        rule, by = self.ending.rule, self.ending.by
        asks_first = rule is not None and rule.for_nothing(self.game.rules) is not None
        return sorted(self.awaited, key=lambda seat: not (asks_first and seat == by))

    @property
    def is_incomplete(self) -> bool:
        return self.needs_ending or self.needs_upcard or bool(self.missing_facts or self.awaited)

    @property
    def limit(self) -> int | None:
        """The highest legal knock. `None` if the ending scores nothing.

        Also `None` if an upcard decides the limit and is unknown or a joker.
        """
        if not self.ending.scores:
            return None
        if self.game.variant.takes_upcard and self._counting_upcard is None:
            return None
        knock = Round(Ending.KNOCK, upcard=self._counting_upcard)
        return self.game.variant.knock_limit(self.game.rules, knock)

    @property
    def knock_over_limit(self) -> RuleError | None:
        """The error if this knock is above the limit, regardless of the other hands."""
        by, limit = self.ending.by, self.limit
        if self.ending.ending is not Ending.KNOCK or by is None or limit is None:
            return None
        count = self.hands[by].deadwood
        if count is None or count <= limit or ALLOW in self.facts.given or self.needs_upcard:
            return None
        words = self.game.variant.knock_words
        above = message(words.above.template, player=by, count=count, limit=limit)
        return RuleError(above, "hands", by).under(names=self.game.players)

    @property
    def doubles(self) -> bool:
        upcard = self._counting_upcard
        return upcard is not None and self.game.variant.counts_twice(self.game.rules, upcard)

    @property
    def _counting_upcard(self) -> Card | None:
        """The upcard, if it decides the highest knock. A joker does not."""
        upcard = self.facts.draft.upcard
        takes = self.game.variant.takes_upcard and upcard and upcard.rank != JOKER_RANK
        return upcard if takes else None

    # The verdict of the rules

    @cached_property
    def _outcome(self) -> Outcome:
        if self.is_partial or self.is_incomplete or any(hand.fault for hand in self.hands):
            return Outcome()
        if self.round is None:
            return Outcome(next(iter(self.unreadable), None))
        try:
            effect = effect_of_entry(self.sheet, self.place, self.round)
        except RuleError as error:
            return Outcome(error, judged_if_allowed(self.sheet, self.place, self.round))
        judged = effect.after.entries[self.place - 1]
        if not isinstance(judged, RoundOnSheet):
            raise AssertionError("a round is judged as one")
        try:
            check_lay_offs(self.game, judged, {hand.seat: hand.laid_off for hand in self.hands})
        except RuleError as error:
            return Outcome(error, judged)
        return Outcome(None, judged, effect)

    @property
    def fault(self) -> RuleError | None:
        return self._outcome.fault

    @property
    def judged(self) -> RoundOnSheet | None:
        """The round with its ruling. `None` while input is missing or wrong."""
        return self._outcome.entry if self._outcome.effect else None

    @property
    def after(self) -> Sheet | None:
        return self._outcome.effect.after if self._outcome.effect else None

    @property
    def effect(self) -> Effect | None:
        return None if self.is_new else self._outcome.effect

    @property
    def if_allowed(self) -> RoundOnSheet | None:
        return self._outcome.entry if self.fault and self.fault.allowable else None

    @property
    def allowed(self) -> tuple[str, ...]:
        judged = self.if_allowed
        return judged.round.allow if judged else self.facts.draft.allow

    @property
    def better(self) -> tuple[BetterCount, ...]:
        """The hands that could count less, even if the round is rejected for a high knock."""
        judged = self._outcome.entry
        return better_counts(judged.ruling) if judged else ()

    # Values for pages

    @property
    def faults(self) -> list[RuleError]:
        """The errors of the hands. Without any, the error of the round as a whole."""
        faults = [hand.fault for hand in self.hands if hand.fault]
        return faults or ([self.fault] if self.fault else [])

    @property
    def deadwood(self) -> list[int | None]:
        """The deadwood of each hand. Once the round is judged, cards laid off do not count."""
        judged = self.judged.ruling.deadwood if self.judged else {}
        return [judged.get(hand.seat, hand.deadwood) for hand in self.hands]

    @property
    def drawn(self) -> list[DrawnHand]:
        if self.judged:
            return drawn_hands(self.judged)
        return [hand.drawn for hand in self.hands if hand.drawn]

    def points_instead(self, seat: int) -> int | None:
        """The fixed points of a player who shows no cards, e.g. never opened. `None` for others."""
        hand, opening = self.hands[seat].hand, self.game.variant.opening
        own = dict(hand.own) if isinstance(hand, Parts) else {}
        if opening and isinstance(hand, Parts) and not hand.opened:
            return opening.price(self.game.rules)
        for part in self.game.variant.own_parts:
            value = own.get(part.key)
            if instead := part.instead.get(FLAG_SET if value is True else str(value)):
                return instead.points(self.game.rules)
        return None

    def least_so_far(self, waiting: list[Seat]) -> LeastSoFar | None:
        """The lowest of at least two hands, if the ending compares hands and some are `waiting`.

        `waiting` is a parameter because a partial round cannot know which hidden hands were given.
        """
        rule = self.ending.rule
        counts = list(zip(self.givers, self.deadwood, strict=True))
        given = [(seat, points) for seat, points in counts if points is not None]
        if rule is None or not rule.compares or not waiting or len(given) < 2:
            return None
        least = min(points for _seat, points in given)
        return LeastSoFar(
            leaders=tuple(seat for seat, points in given if points == least),
            least=least,
            others=tuple((seat, points) for seat, points in given if points > least),
        )


def in_progress(sheet: Sheet, draft: Draft) -> RoundInProgress:
    """The next round of a sheet with the input in this draft."""
    hands = tuple(draft.hands.get(side) for side in sheet.game.givers)
    return RoundInProgress(sheet, facts_of(draft, sheet.game), hands)
