"""A round as typed: its fields, reading their texts, and printing values again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from scorekeeper.rummy.entering import Draft, GivenHand
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.hand import Declared, Hand, Parts, Whole
from scorekeeper.rummy.judging.hand_validation import check_can_be_laid_out
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.own_facts import HandPart
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.entering.ending import read_ending
from scorekeeper.web.entering.facts import ReadFacts
from scorekeeper.web.entering.given_round import GivenRound
from scorekeeper.web.entering.hand_in_progress import Entered
from scorekeeper.web.entering.round_in_progress import RoundInProgress
from scorekeeper.web.parts.numbers import plain_number
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.adjustments import (
    TypedAdjustment,
    adjustment_fields,
    print_adjustment,
    read_adjustments,
    typed_adjustments,
)
from scorekeeper.web.rounds.fields import (
    ENDING,
    ENTERED_BY,
    OF_EVERY_ROUND,
    RoundField,
    own_fact_fields,
    round_fields,
)
from scorekeeper.web.rounds.hand_text import (
    BETWEEN_CHOICES,
    BETWEEN_MELDS,
    print_given,
    print_hand,
    read_hand_text,
    with_plain_counts,
)

INSTEAD = "hand-instead"
"""The name of the fields for what a player did instead of showing cards, without the seat."""


@dataclass(frozen=True, slots=True)
class TypedRound:
    """A round as typed, right or wrong: the form fields that are not empty, by name.

    Each of the `hands` is one text with all its parts, see `hand_text`.

    >>> TypedRound({"ending": "knock:1"})["ending"], TypedRound()["note"]
    ('knock:1', '')
    """

    texts: Mapping[str, str] = field(default_factory=dict)
    hands: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> str:
        return self.texts.get(name, "")

    @property
    def adjustments(self) -> list[TypedAdjustment]:
        return typed_adjustments(self.texts)

    def but(self, **texts: str) -> TypedRound:
        changed = {**self.texts, **texts}
        return replace(self, texts={name: text for name, text in changed.items() if text})

    def fields(self) -> dict[str, str]:
        """The texts by the names of their fields, without empty ones."""
        hands = {f"hand-{seat}": text for seat, text in enumerate(self.hands) if text}
        return {**hands, **self.texts}


def typed_round(form: Mapping[str, str], variant: Variant, givers: int) -> TypedRound:
    """Take a round from a form. Missing fields count as empty."""
    texts = {known.name: known.typed(form) for known in round_fields(variant)}
    texts |= adjustment_fields(typed_adjustments(form))
    hands = tuple(typed_hand(form, seat, variant) for seat in range(givers))
    return TypedRound(hands=hands).but(**texts)  # `but` drops the empty texts.


def typed_in(form: Mapping[str, str], game: Game) -> TypedRound:
    return typed_round(form, game.variant, len(game.givers))


def typed_again(draft: Draft, game: Game) -> TypedRound:
    texts = {known.name: known.printed(draft) for known in round_fields(game.variant)}
    texts |= adjustment_fields(map(print_adjustment, draft.adjustments))
    hands = typed_hands([draft.hands.get(side) for side in game.givers], game)
    return TypedRound(hands=hands).but(**texts)


def typed_hands(given: Iterable[GivenHand | None], game: Game) -> tuple[str, ...]:
    return tuple(print_given(hand, game.variant.pieces) if hand else "" for hand in given)


def better_typed(typed: TypedRound, better: BetterCount) -> TypedRound:
    hands = list(typed.hands)
    hands[better.seat] = print_hand(better.hand)
    return replace(typed, hands=tuple(hands))


def part_name(part: HandPart) -> str:
    """The name of the fields for this part of a hand, without the seat."""
    return f"hand-{part.key}"


def typed_hand(form: Mapping[str, str], seat: int, variant: Variant) -> str:
    """The text of a hand from its field in a form, and from the fields of its parts.

    Melds on separate lines are joined with `+`.
    """
    lines = core_letters(form.get(f"hand-{seat}", "")).strip().splitlines()
    text = with_plain_counts(f" {BETWEEN_MELDS} ".join(line.strip() for line in lines))
    given = {
        part.key: _typed_part(form, f"{part_name(part)}-{seat}", part)
        for part in variant.own_parts
        if not part.instead
    }
    words = {key: plain_number(value) or "".join(value.split()) for key, value in given.items()}
    own = [f"{key}:{value}" for key, value in words.items() if value]
    return " ".join([text, *own, form.get(f"{INSTEAD}-{seat}", "")]).strip()


def _typed_part(form: Mapping[str, str], name: str, part: HandPart) -> str:
    fields = [name, *(f"{name}-{choice}" for choice in part.choices if part.of_several)]
    # Most parts have no field, and looking up a missing one is slow.
    return BETWEEN_CHOICES.join(filter(None, [form[field] for field in fields if field in form]))


def read_round(sheet: Sheet, typed: TypedRound, corrects: int | None = None) -> RoundInProgress:
    """The next round of this sheet as typed, or the correction of round `corrects`."""
    entered = read_hands(typed.hands, sheet.game, sheet.game.givers)
    return RoundInProgress(sheet, read_facts(typed, sheet.game), entered, corrects)


def read_hands(texts: Sequence[str], game: Game, givers: Sequence[Seat]) -> tuple[Entered, ...]:
    return tuple(_read_hand(text, seat, game) for text, seat in zip(texts, givers, strict=True))


def _read_hand(text: str, seat: Seat, game: Game) -> Entered:
    if not text:
        return None
    try:
        read = read_hand_text(text, seat, game.variant.asked_of(seat))
        check_can_be_laid_out(seat, read.hand)
    except RuleError as error:
        return error
    return read


def read_facts(typed: TypedRound, game: Game) -> ReadFacts:
    ending = read_ending(typed[ENDING.name], game)
    faults = [ending.fault] if ending.fault else []

    def read(fields: Sequence[RoundField]) -> Iterator[tuple[str, Any]]:
        for known in fields:
            if text := typed[known.name]:
                try:
                    yield known.name, known.read(text, game)
                except RuleError as error:
                    faults.append(error)

    list(read([ENTERED_BY]))  # only for its fault
    values = dict(read(OF_EVERY_ROUND))
    values["own_facts"] = tuple(read(own_fact_fields(game.variant)))
    try:
        values["adjustments"] = read_adjustments(typed.adjustments, game.players)
    except RuleError as error:
        faults.append(error)
    named = tuple(fault.under(names=game.players) for fault in faults)
    draft = Draft(ending.ending, ending.by, **values)
    return ReadFacts(ending, draft, frozenset(typed.texts), named)


def typed_facts(given: GivenRound) -> TypedRound:
    return typed_again(given.facts.draft, given.sheet.game)


def keep_extras(corrected: Round, recorded: Round) -> Round:
    """The corrected round with the `x-` keys of the recorded round, because forms lack these.

    A hand or adjustment keeps its keys if the form left it unchanged.
    """
    hands = zip_longest(corrected.hands, recorded.hands) if corrected.hands else ()
    unclaimed, adjustments = list(recorded.adjustments), []
    for adjustment in corrected.adjustments:
        same = next((old for old in unclaimed if replace(old, extras=()) == adjustment), None)
        if same:
            unclaimed.remove(same)
        adjustments.append(same or adjustment)
    return replace(
        corrected,
        hands=tuple([was if was and _bare(was) == hand else hand for hand, was in hands]),
        adjustments=tuple(adjustments),
        extras=recorded.extras,
    )


def _bare(hand: Hand) -> Hand:
    return replace(hand, extras=()) if isinstance(hand, Whole | Declared | Parts) else hand
