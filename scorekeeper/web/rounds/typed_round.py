"""A round as it was typed: its fields, what is read from them, and a recorded round typed again.

The hands are read in `hand_in_progress`, as each is checked against those before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.hand import Declared, Hand, Parts, Whole
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Round, RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.rounds.adjustments import (
    TypedAdjustment,
    adjustment_fields,
    print_adjustment,
    read_adjustments,
    typed_adjustments,
)
from scorekeeper.web.rounds.ending import ReadEnding, read_ending
from scorekeeper.web.rounds.fields import (
    ENDING,
    ENTERED_BY,
    NAMES,
    OF_EVERY_ROUND,
    RoundField,
    own_fact_fields,
    round_fields,
)
from scorekeeper.web.rounds.hand_text import print_hand, typed_hand

WHOLE_FORM = ""
"""The key for an error that belongs to no single field."""


@dataclass(frozen=True, slots=True)
class TypedRound:
    """A round as it was typed, right or wrong: the form fields that are not empty, by name.

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
        """The points that the table gives or takes."""
        return typed_adjustments(self.texts)

    def but(self, **texts: str) -> TypedRound:
        """The same round with other texts in these fields."""
        changed = {**self.texts, **texts}
        return replace(self, texts={name: text for name, text in changed.items() if text})

    def fields(self) -> dict[str, str]:
        """The fields of the form by name, without empty ones."""
        hands = {f"hand-{seat}": text for seat, text in enumerate(self.hands) if text}
        return {**hands, **self.texts}

    def facts(self) -> dict[str, str]:
        """The same without the hands, and without who enters the round."""
        return {name: text for name, text in self.texts.items() if name != ENTERED_BY.name}


def typed_round(form: Mapping[str, str], variant: Variant, players: int) -> TypedRound:
    """What a form holds; fields that are missing count as empty."""
    texts = {known.name: known.typed(form) for known in round_fields(variant)}
    texts |= adjustment_fields(typed_adjustments(form))
    hands = tuple(typed_hand(form, seat, variant) for seat in range(players))
    return TypedRound(hands=hands).but(**texts)  # without the empty ones


def typed_again(recorded: Round, game: Game, entered_by: str = "") -> TypedRound:
    """A recorded round of this game as one would type it, for the correction form."""
    texts = {known.name: known.printed(recorded) for known in round_fields(game.variant)}
    texts |= adjustment_fields(map(print_adjustment, recorded.adjustments))
    hands = [recorded.hand(side) for side in game.sides]
    printed = tuple(print_hand(hand, game.variant.pieces) for hand in hands)
    return TypedRound(hands=printed).but(**texts | {ENTERED_BY.name: entered_by})


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """Everything about a round except its hands; `faults` say what could not be read.

    `values` are the keyword arguments of a `Round` other than its ending, as far as given.
    """

    ending: ReadEnding
    values: Mapping[str, Any]
    faults: tuple[RuleError, ...]

    @property
    def draft(self) -> Draft:
        """The same as a draft without hands."""
        return Draft(self.ending.ending, self.ending.by, **self.values)


def read_facts(typed: TypedRound, game: Game) -> ReadFacts:
    """Read every field of a round of this game except its hands."""
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
    named = [fault.under(names=game.players) for fault in faults]
    return ReadFacts(ending, values, tuple(named))


def keep_extras(corrected: Round, recorded: Round) -> Round:
    """The corrected round with the `x-` keys of the recorded one, which no form shows.

    A hand or adjustment keeps its own if the form left it unchanged.
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
    """The hand without its `x-` keys."""
    return replace(hand, extras=()) if isinstance(hand, Whole | Declared | Parts) else hand


def field_at_fault(where: Sequence[str | int]) -> str:
    """The name of the field where a fault of a round lies.

    >>> field_at_fault(("hands", Seat(1))), field_at_fault(("adjustments", 0, "points"))
    ('hand-1', 'adjustment-0-points')
    """
    match where:
        case ("hands", Seat() as seat, *_):
            return f"hand-{int(seat)}"
        case ("by", *_):
            return ENDING.name
        case ("adjustments", int() as row, str() as part):
            return f"adjustment-{int(row)}-{part}"
        case (str() as name, *_) if name in NAMES:
            return name
        case _:
            return WHOLE_FORM
