"""The round form: what was typed, made a round document for the one reader, and back again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from scorekeeper.rummy.documents.fields import LONGEST_NAME
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import ILLEGAL_KNOCK, Count, Declared, Hand, Round, RuleError, Whole
from scorekeeper.web.rounds.hand_text import BETWEEN_MELDS, hand_of_text, print_hand

WHOLE_FORM = ""
"""The field of a fault that lies in no single field."""

MOST_CARDS = 40
"""So many cards one hand may have: nobody holds more, and their best layout is found at once."""

_ADJUSTMENT = re.compile(r"adjustment-([0-9]{1,4})-(player|points|note)")


@dataclass(frozen=True, slots=True)
class TypedAdjustment:
    """One row of the adjustments as typed; `player` is a seat's number or empty."""

    player: str = ""
    points: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedRound:
    """A round as it was typed, right or wrong; nothing in it has been read yet.

    `ending` is an ending and, after a colon, the seat of who ended the round (`knock:1`, `void`);
    `hands` are texts by seat, as `hand_text` reads them; `dealer` is a seat's number, or empty when
    the one in turn dealt.
    """

    ending: str = ""
    hands: tuple[str, ...] = ()
    upcard: str = ""
    dealer: str = ""
    allow: bool = False
    adjustments: tuple[TypedAdjustment, ...] = ()
    note: str = ""
    entered_by: str = ""

    def document(self, players: Sequence[str]) -> dict[str, Any]:
        """The round document that says the same, what was left empty left out.

        Raises `RuleError` for a seat that nobody sits on: a document knows players by name only.
        """
        ending, _, by = self.ending.partition(":")
        hands = zip(players, self.hands, strict=True)
        parts = {
            "by": _player(by, players, "by"),
            "hands": {name: hand_of_text(text) for name, text in hands if text},
            "upcard": self.upcard,
            "dealer": _player(self.dealer, players, "dealer"),
            "allow": [ILLEGAL_KNOCK] if self.allow else [],
            "adjustments": [
                _adjustment(each, players, place) for place, each in enumerate(self.adjustments)
            ],
            "note": self.note,
        }
        return {"ending": ending} | {key: value for key, value in parts.items() if value}

    def fields(self) -> dict[str, str]:
        """The form that would be typed like this: its fields by name, empty ones left out."""
        fields = {f"hand-{seat}": text for seat, text in enumerate(self.hands)}
        for place, each in enumerate(self.adjustments):
            fields[f"adjustment-{place}-player"] = each.player
            fields[f"adjustment-{place}-points"] = each.points
            fields[f"adjustment-{place}-note"] = each.note
        fields |= {"ending": self.ending, "upcard": self.upcard, "dealer": self.dealer}
        fields |= {"note": self.note, "entered_by": self.entered_by}
        fields["allow"] = "yes" if self.allow else ""
        return {name: value for name, value in fields.items() if value}

    def read(self, players: Sequence[str]) -> Round:
        """The round; raises `RuleError` whose place is seen from the round."""
        check_entered_by(self.entered_by)
        round = read_round(self.document(players), players)
        for seat, hand in enumerate(round.hands):
            _check_size(Seat(seat), hand, players)
        return round

    def read_hand(self, seat: Seat, players: Sequence[str]) -> Hand | None:
        """One hand alone, `None` if nothing was typed; raises `RuleError` for what is no hand."""
        if not self.hands[seat]:
            return None
        hands = {players[seat]: hand_of_text(self.hands[seat])}
        hand = read_round({"ending": "void", "hands": hands}, players).hands[seat]
        _check_size(seat, hand, players)
        return hand


def _check_size(seat: Seat, hand: Hand | None, players: Sequence[str]) -> None:
    if hand is not None and not isinstance(hand, Count) and len(hand.cards) > MOST_CARDS:
        text = message(
            "{player}'s hand has {number} cards: from {most} up, give what it counts.",
            player=seat,
            number=len(hand.cards),
            most=MOST_CARDS + 1,
        )
        raise RuleError(text, "hands", seat, names=players)


def typed_round(form: Mapping[str, str], players: int) -> TypedRound:
    """What a form holds; fields that are missing count as empty."""
    return TypedRound(
        ending=form.get("ending", ""),
        hands=tuple(_in_one_line(form.get(f"hand-{seat}", "")) for seat in range(players)),
        upcard=form.get("upcard", "").strip(),
        dealer=form.get("dealer", ""),
        allow=bool(form.get("allow")),
        adjustments=_typed_adjustments(form),
        note=form.get("note", "").replace("\r\n", "\n").strip(),
        entered_by=form.get("entered_by", "").strip(),
    )


def _in_one_line(hand: str) -> str:
    """A hand as its field can show it: melds that came a line each are parted by `+`."""
    return f" {BETWEEN_MELDS} ".join(line.strip() for line in hand.strip().splitlines())


def _typed_adjustments(form: Mapping[str, str]) -> tuple[TypedAdjustment, ...]:
    """The rows that are not empty, in their order on the page."""
    rows: dict[int, dict[str, str]] = {}
    for name, value in form.items():
        if (found := _ADJUSTMENT.fullmatch(name)) and value.strip():
            rows.setdefault(int(found[1]), {})[found[2]] = value.strip()
    return tuple(TypedAdjustment(**rows[place]) for place in sorted(rows))


def typed_again(round: Round, players: int, entered_by: str = "") -> TypedRound:
    """A recorded round as one would type it, to be corrected."""
    by = "" if round.by is None else f":{int(round.by)}"
    hands = round.hands or (None,) * players
    return TypedRound(
        ending=round.ending.value + by,
        hands=tuple(print_hand(hand) for hand in hands),
        upcard=str(round.upcard or ""),
        dealer="" if round.dealer is None else str(int(round.dealer)),
        allow=ILLEGAL_KNOCK in round.allow,
        adjustments=tuple(
            TypedAdjustment(str(int(each.seat)), str(each.points), each.note)
            for each in round.adjustments
        ),
        note=round.note,
        entered_by=entered_by,
    )


def keep_extras(round: Round, recorded: Round) -> Round:
    """The round with the `x-` keys of the recorded one, which no form shows.

    A hand or adjustment keeps its own where the form left it as it was.
    """
    hands = zip_longest(round.hands, recorded.hands) if round.hands else ()
    were, adjustments = list(recorded.adjustments), []
    for each in round.adjustments:
        same = next((was for was in were if replace(was, extras=()) == each), None)
        if same:
            were.remove(same)
        adjustments.append(same or each)
    return replace(
        round,
        hands=tuple([was if was and _bare(was) == hand else hand for hand, was in hands]),
        adjustments=tuple(adjustments),
        extras=recorded.extras,
    )


def _bare(hand: Hand) -> Hand:
    """The hand without its `x-` keys."""
    return replace(hand, extras=()) if isinstance(hand, Whole | Declared) else hand


def check_entered_by(name: str) -> None:
    """Refuse a name that no player could have; raises `RuleError` at `entered_by`."""
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise RuleError(
            message("A name has 1 to {most} characters.", most=LONGEST_NAME), "entered_by"
        )


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
        case _:
            return WHOLE_FORM


def _player(seat: str, players: Sequence[str], *where: str | int) -> str:
    """A player's name by the number of the seat, empty where none was chosen."""
    known = {"": ""} | {str(index): name for index, name in enumerate(players)}
    if seat not in known:
        raise RuleError(message("There is no seat “{seat}” at this table.", seat=seat[:20]), *where)
    return known[seat]


def _adjustment(typed: TypedAdjustment, players: Sequence[str], place: int) -> dict[str, Any]:
    points = typed.points.replace("−", "-")
    return {
        "player": _player(typed.player, players, "adjustments", place, "player") or None,
        "points": int(points) if re.fullmatch(r"[+-]?[0-9]{1,9}", points) else points,
        "note": typed.note,
    }
