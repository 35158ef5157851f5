"""The fields of the round form as they were typed, and a recorded round as one would type it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import ILLEGAL_KNOCK, AnyEnding, Declared, Hand, Parts, Round, Whole
from scorekeeper.rummy.variants import FEATS
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.hand_text import BETWEEN_MELDS, print_hand

WHOLE_FORM = ""
"""The key for an error that belongs to no single field."""

_ADJUSTMENT = re.compile(r"adjustment-([0-9]{1,4})-(player|points|note)")


@dataclass(frozen=True, slots=True)
class TypedAdjustment:
    """One row of the adjustments as typed; `player` is a seat's number or empty."""

    player: str = ""
    points: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedRound:
    """A round as it was typed, right or wrong.

    `ending` is text such as `knock:1` or `void`, and so is each of the `hands`, see `hand_text`;
    `dealer` is a seat's number, empty if the player in turn dealt. `feats` are the feats of this
    game that somebody did, each with the number of that player's seat.
    """

    ending: str = ""
    hands: tuple[str, ...] = ()
    upcard: str = ""
    dealer: str = ""
    feats: tuple[tuple[str, str], ...] = ()
    allow: bool = False
    adjustments: tuple[TypedAdjustment, ...] = ()
    note: str = ""
    entered_by: str = ""

    def fields(self) -> dict[str, str]:
        """The fields of the form by name, without empty ones."""
        fields = {f"hand-{seat}": text for seat, text in enumerate(self.hands)}
        for place, each in enumerate(self.adjustments):
            fields[f"adjustment-{place}-player"] = each.player
            fields[f"adjustment-{place}-points"] = each.points
            fields[f"adjustment-{place}-note"] = each.note
        fields |= {"ending": self.ending, "upcard": self.upcard, "dealer": self.dealer}
        fields |= {"note": self.note, "entered_by": self.entered_by, **dict(self.feats)}
        fields["allow"] = "yes" if self.allow else ""
        return {name: value for name, value in fields.items() if value}

    def facts(self) -> dict[str, str]:
        """The same without the hands, and without who enters the round."""
        return replace(self, hands=(), entered_by="").fields()


def typed_round(form: Mapping[str, str], players: int) -> TypedRound:
    """What a form holds; fields that are missing count as empty."""
    return TypedRound(
        ending=form.get("ending", ""),
        hands=tuple(_in_one_line(form.get(f"hand-{seat}", "")) for seat in range(players)),
        upcard=core_letters(form.get("upcard", "").strip()),
        dealer=form.get("dealer", ""),
        feats=tuple((key, form[key]) for key in FEATS if form.get(key)),
        allow=bool(form.get("allow")),
        adjustments=_typed_adjustments(form),
        note=form.get("note", "").replace("\r\n", "\n").strip(),
        entered_by=form.get("entered_by", "").strip(),
    )


def _in_one_line(hand: str) -> str:
    """A hand on one line: melds on lines of their own are separated by `+`."""
    lines = core_letters(hand).strip().splitlines()
    return f" {BETWEEN_MELDS} ".join(line.strip() for line in lines)


def _typed_adjustments(form: Mapping[str, str]) -> tuple[TypedAdjustment, ...]:
    """The rows that are not empty, in the order of the page."""
    rows: dict[int, dict[str, str]] = {}
    for name, value in form.items():
        if (found := _ADJUSTMENT.fullmatch(name)) and value.strip():
            rows.setdefault(int(found[1]), {})[found[2]] = value.strip()
    return tuple(TypedAdjustment(**rows[place]) for place in sorted(rows))


def typed_again(recorded: Round, game: Game, entered_by: str = "") -> TypedRound:
    """A recorded round of this game as one would type it, for the correction form."""
    hands = recorded.hands or (None,) * len(game.players)
    return TypedRound(
        ending=print_ending(recorded.ending, recorded.by),
        hands=tuple(print_hand(hand, game.variant.pieces) for hand in hands),
        upcard=str(recorded.upcard or ""),
        dealer=_seat_text(recorded.dealer),
        feats=tuple((key, _seat_text(seat)) for key, seat in recorded.feats),
        allow=ILLEGAL_KNOCK in recorded.allow,
        adjustments=tuple(
            TypedAdjustment(str(int(each.seat)), str(each.points), each.note)
            for each in recorded.adjustments
        ),
        note=recorded.note,
        entered_by=entered_by,
    )


def print_ending(ending: AnyEnding, by: Seat | None) -> str:
    """The text for this ending.

    >>> from scorekeeper.rummy.round import Ending
    >>> print_ending(Ending.KNOCK, Seat(1)), print_ending(Ending.VOID, None)
    ('knock:1', 'void')
    """
    return ending.value if by is None else f"{ending.value}:{int(by)}"


def _seat_text(seat: Seat | None) -> str:
    return "" if seat is None else str(int(seat))


def keep_extras(corrected: Round, recorded: Round) -> Round:
    """The corrected round with the `x-` keys of the recorded one, which no form shows.

    A hand or adjustment keeps its own if the form left it unchanged.
    """
    hands = zip_longest(corrected.hands, recorded.hands) if corrected.hands else ()
    were, adjustments = list(recorded.adjustments), []
    for each in corrected.adjustments:
        same = next((was for was in were if replace(was, extras=()) == each), None)
        if same:
            were.remove(same)
        adjustments.append(same or each)
    return replace(
        corrected,
        hands=tuple([was if was and _bare(was) == hand else hand for hand, was in hands]),
        adjustments=tuple(adjustments),
        extras=recorded.extras,
    )


def _bare(hand: Hand) -> Hand:
    """The hand without its `x-` keys."""
    return replace(hand, extras=()) if isinstance(hand, Whole | Declared | Parts) else hand


def field_of(where: Sequence[str | int]) -> str:
    """The name of the field where a fault of a round lies.

    >>> field_of(("hands", Seat(1))), field_of(("by",)), field_of(("adjustments", 0, "points"))
    ('hand-1', 'ending', 'adjustment-0-points')
    """
    match where:
        case ("hands", Seat() as seat, *_):
            return f"hand-{int(seat)}"
        case ("ending" | "by", *_):
            return "ending"
        case ("adjustments", int() as place, str() as part):
            return f"adjustment-{int(place)}-{part}"
        case ("upcard" | "dealer" | "note" | "entered_by" as name, *_):
            return name
        case (str() as name, *_) if name in FEATS:
            return name
        case _:
            return WHOLE_FORM
