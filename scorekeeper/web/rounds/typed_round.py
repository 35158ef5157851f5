"""The fields of the round form: as they were typed, as they are read, and as one would type them.

The hands are read in `hand_in_progress`, as each is checked against those before it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import ParamSpec, TypeVar

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.documents import round as documents
from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import (
    ILLEGAL_KNOCK,
    Adjustment,
    AnyEnding,
    Declared,
    Hand,
    Parts,
    Round,
    RuleError,
    Whole,
)
from scorekeeper.rummy.variant import EndingRule
from scorekeeper.rummy.variants import FEATS
from scorekeeper.web.parts.playing_cards import core_letters
from scorekeeper.web.rounds.hand_text import BETWEEN_MELDS, print_hand

_P = ParamSpec("_P")
_T = TypeVar("_T")

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


@dataclass(frozen=True, slots=True)
class ReadEnding:
    """How a round ended, read from its text, and the seat of who ended it.

    `rule` is this game's rule for it; `fault` says what could not be read.
    """

    ending: AnyEnding | None = None
    rule: EndingRule | None = None
    by: Seat | None = None
    fault: RuleError | None = None

    @property
    def is_possible(self) -> bool:
        """Whether a round of this game can end like this."""
        if self.rule is None or self.fault:
            return False
        return self.rule.needs_player == (self.by is not None)

    @property
    def scores(self) -> bool:
        """Whether hands are counted; assumed while the ending is not known."""
        return self.rule is None or self.rule.scores

    def goes_out(self, seat: int) -> bool:
        """Whether this player ended the round and has no card left."""
        return self.rule is not None and self.rule.leaves_none and self.by == seat

    def needs_hand(self, seat: int) -> bool:
        """Whether the hand of this player must be given."""
        asks_own = self.rule is not None and self.rule.asks_own
        return self.scores and (asks_own or not self.goes_out(seat))

    def takes_hand(self, seat: int) -> bool:
        """Whether it counts if it is given."""
        may_be_given = self.rule is not None and self.rule.shows_deal
        return self.needs_hand(seat) or (self.scores and may_be_given)


def read_ending(text: str, game: Game) -> ReadEnding:
    """Read how a round of this game ended from a text such as `knock:1` or `void`."""
    slug, _, seat = text.partition(":")
    try:
        ending = documents.read_ending(slug)
    except RuleError as fault:
        return ReadEnding(fault=fault)
    rule = game.variant.ending_rules.get(ending)
    try:
        return ReadEnding(ending, rule, _read_seat(seat, game.players, "by"))
    except RuleError as fault:
        return ReadEnding(ending, rule, fault=fault)


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """Everything about a round except its hands; what could not be read is among the `faults`."""

    ending: ReadEnding
    upcard: Card | None
    dealer: Seat | None
    feats: tuple[tuple[str, Seat], ...]
    adjustments: tuple[Adjustment, ...]
    note: str
    faults: tuple[RuleError, ...]


def read_facts(typed: TypedRound, game: Game) -> ReadFacts:
    """Read every field of a round of this game except its hands."""
    players = game.players
    ending = read_ending(typed.ending, game)
    faults = [ending.fault] if ending.fault else []

    def attempt(read: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> _T | None:
        try:
            return read(*args, **kwargs)
        except RuleError as error:
            faults.append(error.under(names=players))
            return None

    if typed.entered_by:
        attempt(check_name, typed.entered_by, "entered_by")
    return ReadFacts(
        ending=ending,
        upcard=attempt(documents.read_upcard, typed.upcard) if typed.upcard else None,
        dealer=attempt(_read_seat, typed.dealer, players, "dealer"),
        feats=tuple(
            (key, seat)
            for key, text in typed.feats
            if (seat := attempt(_read_seat, text, players, key)) is not None
        ),
        adjustments=attempt(_read_adjustments, typed.adjustments, players) or (),
        note=attempt(read_note, typed.note, "note") or "",
        faults=tuple(faults),
    )


def _read_seat(text: str, players: tuple[str, ...], *where: str | int) -> Seat | None:
    """A seat chosen by its number, `None` where none was; raises `RuleError` at `where`."""
    known = {"": None} | {str(number): Seat(number) for number in range(len(players))}
    if text not in known:
        raise RuleError(message("There is no seat “{seat}” at this table.", seat=text[:20]), *where)
    return known[text]


def _read_adjustments(
    typed: tuple[TypedAdjustment, ...], players: tuple[str, ...]
) -> tuple[Adjustment, ...]:
    read = []
    for index, each in enumerate(typed):
        try:
            read.append(read_adjustment(each, players))
        except RuleError as error:
            raise error.under("adjustments", index) from None
    return tuple(read)


def read_adjustment(typed: TypedAdjustment, players: tuple[str, ...]) -> Adjustment:
    """Points for a player as typed; raises `RuleError` at `player`, `points` or `note`."""
    number = typed.points.replace("−", "-")
    is_number = re.fullmatch(r"[+-]?[0-9]{1,9}", number)
    points = documents.read_points(int(number) if is_number else None)
    seat = _read_seat(typed.player, players, "player")
    if seat is None:
        raise RuleError(message("Choose a player."), "player")
    return Adjustment(seat, points, read_note(typed.note, "note"))


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
