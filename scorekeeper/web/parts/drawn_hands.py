"""Hands as laid out on the table, with melds and lay-offs, and given hands in a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _
from flask_babel import ngettext
from markupsafe import Markup, escape

from scorekeeper.rummy.cards import JOKER_RANK, RANKS, Card
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.hand import (
    Count,
    Declared,
    Groups,
    Hand,
    Laid,
    LayOff,
    Parts,
    PartValue,
    Whole,
)
from scorekeeper.rummy.melds.meld import is_run, meld_fault
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.rummy.sides import members
from scorekeeper.rummy.variants import OWN_PARTS
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.parts.playing_cards import draw_cards
from scorekeeper.web.shell.translation import total, translate


@dataclass(frozen=True, slots=True)
class DrawnMeld:
    """A meld. Its `cards` include `added`, laid off by `added_by`. `fault`: why it is invalid."""

    cards: tuple[Card, ...]
    runs: bool = False
    added: tuple[Card, ...] = ()
    added_by: Seat | None = None
    fault: Message | None = None


@dataclass(frozen=True, slots=True)
class DrawnHand:
    """A hand laid out. `deadwood` is `None` if it cannot be counted. `wild` is a rank.

    `opened`: the player has opened. `shown` is the points of the cards put down in `groups`, in
    games that count these. `own` has other parts of the hand, each in words. `all_count`: melded
    cards count like other cards.
    """

    seat: Seat
    deadwood: int | None
    melds: tuple[DrawnMeld, ...]
    unmatched: tuple[Card, ...]
    layoffs: tuple[LayOff, ...] = ()
    wild: str | None = None
    opened: bool = True
    shown: int | None = None
    groups: Groups = ()
    own: tuple[str, ...] = ()
    all_count: bool = False


def laid_hands(entry: RoundOnSheet) -> list[DrawnHand]:
    """The known hands of a judged round. The hand that ended the round comes first."""
    seats = sorted(entry.ruling.laid, key=lambda side: entry.round.by not in members(side))
    return [_counted(entry, seat) for seat in seats]


def drawn_hands(entry: RoundOnSheet) -> list[DrawnHand]:
    return [
        _counted(entry, seat)
        for seat in entry.ruling.laid
        if isinstance(entry.round.hand(seat), Whole | Declared)
    ]


def _counted(entry: RoundOnSheet, seat: Seat) -> DrawnHand:
    ruling = entry.ruling
    knocked = entry.round.by in members(seat)
    on_it, by_it = (ruling.layoffs, ()) if knocked else ((), ruling.layoffs)
    return draw_laid(seat, ruling.laid[seat], entry.deal, on_it, by_it)


def drawn_with_least(entry: RoundOnSheet) -> list[DrawnHand]:
    """The hands with the knocker's least deadwood. Empty if the ruling uses these."""
    ruling = entry.ruling
    if ruling.least is None:
        return []
    otherwise = replace(ruling, laid=ruling.least.laid, layoffs=ruling.least.layoffs)
    return drawn_hands(replace(entry, ruling=otherwise))


def draw_laid(
    seat: Seat,
    laid: Laid,
    deal: Deal,
    on_it: Sequence[LayOff] = (),
    by_it: tuple[LayOff, ...] = (),
) -> DrawnHand:
    """A counted hand, with lay-offs on its melds and lay-offs by its player."""
    melds = tuple(_with_added(meld, deal, on_it, seat) for meld in laid.melds)
    return DrawnHand(
        seat,
        laid.deadwood,
        melds,
        laid.unmatched or (),
        by_it,
        deal.wild,
        laid.opened,
        laid.shown,
        laid.groups,
        tuple(map(part_words, laid.own)),
        all_count=not deal.spares_melds,
    )


def _with_added(
    meld: tuple[Card, ...], deal: Deal, layoffs: Sequence[LayOff], owner: Seat
) -> DrawnMeld:
    added = tuple(layoff.card for layoff in layoffs if layoff.on == meld)
    if not added:
        return DrawnMeld(meld, is_run(meld, deal))
    # Games with lay-offs have no wild cards, so ranks alone put a run in order.
    cards = tuple(sorted(meld + added, key=lambda card: RANKS.index(card.rank)))
    # Only games for two have lay-offs.
    return DrawnMeld(cards, is_run(meld, deal), added, Seat(1 - owner))


def draw_declared(seat: Seat, hand: Declared, deal: Deal) -> DrawnHand:
    """A hand as its player laid it out, valid or not. Each wrong meld has its fault."""
    melds = tuple(
        DrawnMeld(meld, is_run(meld, deal), fault=_fault(meld, deal)) for meld in hand.melds
    )
    return DrawnHand(seat, None, melds, hand.unmatched, wild=deal.wild)


def _fault(meld: tuple[Card, ...], deal: Deal) -> Message | None:
    """The fault of this meld, or `None`. A missing suit is a fault of the whole hand."""
    suited = all(card.suit or card.rank == JOKER_RANK for card in meld)
    return meld_fault(meld, deal) if suited else None


def draw_given(hand: Hand) -> Markup:
    """A given hand in a line: `K♠ 9♦`, `21 points`, `whole hand: …`, `7♠ 7♥ 7♦ + … / K♠`."""
    match hand:
        case Count(points):
            return escape(ngettext("%(num)d point", "%(num)d points", points))
        case Whole(cards):
            return escape(_("whole hand:")) + " " + draw_cards(cards)
        case Declared(melds, unmatched):
            laid = Markup(" + ").join(map(draw_cards, melds))
            return Markup("{} / {}").format(laid, draw_cards(unmatched))
        case Parts(own=own) if own:
            given = [draw_given(replace(hand, own=()))] if hand.tells_cards else []
            return Markup(" · ").join([*given, *map(escape, map(part_words, own))])
        case Parts(left, shown=shown) if shown is not None:
            put_down = _draw_shown(shown)
            return Markup("{} / {}").format(put_down, draw_given(left)) if left else put_down
        case Parts(left, opened):
            given = [draw_given(left)] if left else []
            return Markup(" · ").join(given if opened else [escape(_("never opened")), *given])
        case _:
            return draw_cards(hand.cards) if hand.cards else escape(_("nothing left"))


def part_words(given: tuple[str, PartValue]) -> str:
    """A part of a hand besides its cards, in words: `red threes: 2`, or only its name."""
    key, value = given
    part = OWN_PARTS[key]
    if isinstance(value, tuple):
        said = list_of([str(translate(part.choices[choice])) for choice in value])
        return str(_("%(label)s: %(value)s", label=translate(part.name), value=said))
    if part.choices:
        return str(translate(part.choices[str(value)]))
    if part.is_phase and value is False:
        return str(_("no phase"))
    if part.is_flag or value is True:
        return str(translate(part.name))
    return str(_("%(label)s: %(value)s", label=translate(part.name), value=total(int(value))))


def _draw_shown(shown: Groups | Count) -> Markup:
    if isinstance(shown, Count):
        return draw_given(shown)
    return Markup(" + ").join(map(draw_cards, shown)) or escape(_("nothing put down"))
