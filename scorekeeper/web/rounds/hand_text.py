"""Hands as people type them on one line: reading them into values, and printing them.

K 9 2                            unmatched cards
21   =8                          their count; `=` marks 8 as a count, not a card
* 7S 7H 7D 8D 9D TD KC 2C        the whole hand, for us to arrange best
7S 7H 7D + 8D 9D TD / KC 2C      melds as they were laid out, and after the slash what is left
7S 7H 7D | 8D 9D TD | KC 2C      the same: one or two cards at the end are left, being no meld
7S 7H 7D / KC > TD JD            and cards laid off, which count as unmatched until judged
!                                a player who never opened
! K 9 2                          the same, with the cards that are left, or their count

If a game scores cards put down, their groups are before the slash, melds or not:

AS 2S 3S + K K K / 9 2           what was put down, and what is left
87 / 90                          their counts; `K K K /` or `+ K K K` leaves nothing
7S A1 / 9                        A1 is an ace laid off below a two, which counts less

Parts of a hand that only some games have, by their keys:

K 9 red_threes:2                 a number
drop:first                       a choice, here in place of the cards
open:aces,wild                   some of several choices
wrong:yes   pot:no               a flag with its unusual value
60 phase:no                      the phase: laid down or not, or its number
11 3 opened:pairs                how a player opened, if there are several ways
opened:no                        the same as `!`, in such a game
420 / 25 natural:1               what was put down, what is left, and a number
net:-120                         all that the hand scores
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

from scorekeeper.rummy.cards import CARDS, CardError, Pieces, print_cards, read_card
from scorekeeper.rummy.documents.hand import (
    check_melds_known,
    read_hand_cards,
    read_several,
    read_shown_group,
)
from scorekeeper.rummy.documents.reading import shortened
from scorekeeper.rummy.entering import GivenHand
from scorekeeper.rummy.hand import (
    OPENED_KEY,
    Count,
    Declared,
    Groups,
    Hand,
    OwnParts,
    Parts,
    PartValue,
    Unmatched,
    Whole,
)
from scorekeeper.rummy.judging.hand_validation import wrong_part
from scorekeeper.rummy.melds.meld import SHORTEST_MELD
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.own_facts import FLAG_SET, FLAG_UNSET, LAST_PHASE, HandPart
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.parts.numbers import plain_number

WHOLE = "*"
"""The character before a whole hand."""

NOT_OPENED = "!"
"""The character for a player who never opened."""

BETWEEN_MELDS = "+"
BEFORE_UNMATCHED = "/"
BEFORE_LAID_OFF = ">"
BETWEEN_CHOICES = ","

_MARK = re.compile(r"[+|/>]")
_COUNT = re.compile(r"=?\s*(-?[0-9]{1,9})")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"=?\s*-?[0-9]+[.,][0-9]+")
_TYPED_COUNT = re.compile(r"([\s=!]*)([-−0-9].*?)(\s*)")
_OWN_PART = re.compile(r"(?<!\S)([a-z][a-z_-]*):(\S*)")


def with_plain_counts(text: str) -> str:
    """Remove the separators of thousands from the counts in a typed hand.

    The same count is then the same text, however it was typed.
    """
    pieces = re.split(f"({_MARK.pattern})", text)
    return "".join(_with_plain_count(piece) for piece in pieces)


def _with_plain_count(piece: str) -> str:
    found = _TYPED_COUNT.fullmatch(piece)
    plain = plain_number(found[2]) if found else None
    return f"{found[1]}{plain}{found[3]}" if found and plain else piece


def split_own_parts(text: str, variant: Variant) -> tuple[str, dict[str, str]]:
    """Return the text of a hand without its own parts, and the texts of these parts by key.

    A part that occurs twice stays in the text, where it is an error.
    """
    given = Counter(key for key, _value in _OWN_PART.findall(text))
    keys = [part.key for part in variant.own_parts if given[part.key] == 1]
    own = {key: value for key, value in _OWN_PART.findall(text) if key in keys}
    cards = _OWN_PART.sub(lambda found: "" if found[1] in own else found[0], text)
    if OPENED_KEY not in own and variant.opening and cards.startswith(NOT_OPENED):
        own[OPENED_KEY], cards = FLAG_UNSET, cards.removeprefix(NOT_OPENED)
    return (" ".join(cards.split()) if own else text), own


def as_put_down(text: str, variant: Variant) -> str:
    """Complete a text of cards put down to the text of a hand without cards left.

    >>> from scorekeeper.rummy.variants.rummy_500 import RUMMY_500
    >>> as_put_down("87", RUMMY_500), as_put_down("87 / 9", RUMMY_500)
    ('87 /', '87 / 9')
    """
    cards, own = split_own_parts(text, variant)
    alone = {part.key for part in variant.own_parts if part.replaces_cards}
    if not text or _MARK.search(cards) or (not cards and not alone.isdisjoint(own)):
        return text
    return " ".join([*cards.split(), BEFORE_UNMATCHED, *(f"{key}:{own[key]}" for key in own)])


def read_hand_text(text: str, seat: Seat, variant: Variant) -> GivenHand:
    """Read a typed hand of this game. Raises `RuleError` at the hand of this seat.

    >>> from scorekeeper.rummy.variants.gin import GIN
    >>> read_hand_text("21", Seat(0), GIN).hand, read_hand_text("=9", Seat(0), GIN).hand
    (Count(points=21), Count(points=9))
    """
    cards, typed = split_own_parts(text, variant)
    own = tuple(
        (part.key, value)
        for part in variant.own_parts
        if part.key in typed
        if (value := _read_own_part(typed[part.key], part, seat)) != part.usual or not part.is_flag
    )
    if not own:
        return _read_cards(cards, seat, variant)
    read = _read_cards(cards, seat, variant) if cards else GivenHand(Parts())
    opened = (OPENED_KEY, False) not in own
    told = tuple(part for part in own if part != (OPENED_KEY, False))
    return replace(read, hand=_with_own_parts(read.hand, told, seat, opened=opened))


def _read_own_part(text: str, part: HandPart, seat: Seat) -> PartValue:
    if part.of_several:
        return read_several(text.split(BETWEEN_CHOICES), seat, part)
    if part.is_flag and text in (FLAG_SET, FLAG_UNSET):
        return text == FLAG_SET
    if part.is_opening and text == FLAG_UNSET:
        return False
    if part.is_phase and text in (FLAG_SET, FLAG_UNSET):
        return text == FLAG_SET
    if part.is_phase and text.isdecimal() and len(text) <= len(str(LAST_PHASE)):
        return int(text)
    if text in part.choices:
        return text
    if part.most and _NUMBER.fullmatch(text):
        return int(text)
    raise wrong_part(part, seat)


def _with_own_parts(hand: Hand, own: OwnParts, seat: Seat, *, opened: bool) -> Parts:
    if isinstance(hand, Parts):
        return replace(hand, own=own, opened=hand.opened and opened)
    if isinstance(hand, Unmatched | Count):
        return Parts(hand, opened, own=own)
    text = message("For {player}, enter just the cards left beside that.", player=seat)
    raise RuleError(text, "hands", seat)


def _read_cards(text: str, seat: Seat, variant: Variant) -> GivenHand:
    pieces = variant.pieces
    if text.startswith(NOT_OPENED):
        return GivenHand(_read_unopened(text.removeprefix(NOT_OPENED).strip(), seat, variant))
    if (count := _read_count(text, pieces, seat)) is not None:
        return GivenHand(count)
    if variant.put_down and _MARK.search(text):
        return GivenHand(_read_shown(text, seat, pieces, variant.put_down.key))
    where = ("hands", seat)
    if text.startswith(WHOLE) or _MARK.search(text):
        check_melds_known(pieces, seat)
    if text.startswith(WHOLE):
        cards = text.removeprefix(WHOLE).strip()
        return GivenHand(Whole(read_hand_cards(cards, seat, *where, "hand", pieces=pieces)))
    if _MARK.search(text):
        return _read_laid_out(text, seat, pieces)
    return GivenHand(Unmatched(read_hand_cards(text, seat, *where, pieces=pieces)))


def _read_count(text: str, pieces: Pieces, seat: Seat) -> Count | None:
    if _DECIMAL.fullmatch(text):
        told = message("“{text}” is not a whole number of points.", text=shortened(text))
        raise RuleError(told, "hands", seat)
    found = _COUNT.fullmatch(text)
    is_count = found and (text.startswith("=") or not _is_card(text, pieces))
    return Count(int(found[1])) if found and is_count else None


def _read_shown(text: str, seat: Seat, pieces: Pieces, key: str) -> Parts:
    parts = _marked_groups(text)
    shown = [cards for mark, cards in parts if cards and mark != BEFORE_UNMATCHED]
    left = " ".join(cards for mark, cards in parts if mark == BEFORE_UNMATCHED).strip()
    where = ("hands", seat)
    return Parts(
        _read_count(left, pieces, seat) or Unmatched(read_hand_cards(left, seat, *where, "left")),
        shown=(_read_count(shown[0], pieces, seat) if len(shown) == 1 else None)
        or tuple(read_shown_group(group, seat, *where, key) for group in shown),
        shown_as=key,
    )


def _read_unopened(left: str, seat: Seat, variant: Variant) -> Parts:
    if not left:
        return Parts(opened=False)
    hand = _read_cards(left, seat, variant).hand
    if isinstance(hand, Unmatched | Count):
        return Parts(hand, opened=False)
    text = message("For {player}, enter just the cards left after the “!”.", player=seat)
    raise RuleError(text, "hands", seat)


def _read_laid_out(text: str, seat: Seat, pieces: Pieces) -> GivenHand:
    loose = {BEFORE_UNMATCHED, BEFORE_LAID_OFF}
    parts = _marked_groups(text)
    if not loose.intersection(mark for mark, _cards in parts):
        mark, last = parts[-1]
        parts[-1] = (BEFORE_UNMATCHED if len(_words(last)) < SHORTEST_MELD else mark, last)
    melds = [cards for mark, cards in parts if cards and mark not in loose]
    unmatched = [
        (mark, read_hand_cards(cards, seat, "hands", seat, "unmatched", pieces=pieces))
        for mark, cards in parts
        if cards and mark in loose
    ]
    hand = Declared(
        tuple(
            read_hand_cards(meld, seat, "hands", seat, "melds", index, pieces=pieces)
            for index, meld in enumerate(melds)
        ),
        tuple(card for _mark, cards in unmatched for card in cards),
    )
    laid_off = [cards for mark, cards in unmatched if mark == BEFORE_LAID_OFF]
    return GivenHand(hand, tuple(card for cards in laid_off for card in cards))


def _marked_groups(text: str) -> list[tuple[str, str]]:
    marks = [BETWEEN_MELDS, *_MARK.findall(text)]
    return list(zip(marks, map(str.strip, _MARK.split(text)), strict=True))


def _words(cards: str) -> list[str]:
    return cards.replace(",", " ").split()


def print_given(given: GivenHand, pieces: Pieces) -> str:
    """Print this hand, with the cards that were claimed to be laid off."""
    hand = given.hand
    if not given.laid_off or not isinstance(hand, Declared):
        return print_hand(hand, pieces)
    kept = tuple((Counter(hand.unmatched) - Counter(given.laid_off)).elements())
    laid_off = f"{BEFORE_LAID_OFF} {print_cards(given.laid_off)}"
    return f"{print_hand(replace(hand, unmatched=kept), pieces)} {laid_off}"


def print_hand(hand: Hand | None, pieces: Pieces = CARDS) -> str:
    """Print this hand. The text is empty if the hand is `None`.

    >>> print_hand(Count(8)), print_hand(Count(21)), print_hand(Unmatched(())), print_hand(None)
    ('=8', '21', '0', '')
    """
    match hand:
        case Count(points):
            return f"={points}" if _is_card(str(points), pieces) else str(points)
        case Unmatched(cards):
            return print_cards(cards) or "0"
        case Whole(cards):
            return f"{WHOLE} {print_cards(cards)}"
        case Parts(own=own) if own:
            words = [f"{key}:{_print_own_part(value)}" for key, value in own]
            return " ".join([print_hand(replace(hand, own=()), pieces), *words]).strip()
        case Parts(left, shown=shown) if shown is not None:
            return f"{_print_shown(shown)} {BEFORE_UNMATCHED} {_print_left(left)}".strip()
        case Parts(left, opened):
            given = print_hand(left, pieces)
            return given if opened else f"{NOT_OPENED} {given}".strip()
        case Declared(melds, unmatched):
            laid = _print_groups(melds)
            return f"{laid} {BEFORE_UNMATCHED} {print_cards(unmatched)}".strip()
    return ""


def _print_own_part(value: PartValue) -> str:
    if isinstance(value, tuple):
        return BETWEEN_CHOICES.join(value)
    if isinstance(value, bool):
        return FLAG_SET if value else FLAG_UNSET
    return str(value)


def _print_shown(shown: Groups | Count) -> str:
    return print_hand(shown) if isinstance(shown, Count) else _print_groups(shown)


def _print_left(left: Hand | None) -> str:
    return "" if left == Unmatched(()) else print_hand(left)


def _print_groups(groups: Groups) -> str:
    return f" {BETWEEN_MELDS} ".join(map(print_cards, groups))


def _is_card(text: str, pieces: Pieces) -> bool:
    try:
        read_card(text, pieces)
    except CardError:
        return False
    return True
