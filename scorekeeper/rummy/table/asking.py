"""Questions about the table, and their answers in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.melds.layout_task import Effort
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.table.additions import (
    cards_of_jokers,
    melds_that_take,
    melds_with_a_joker_for,
    with_added,
    with_replaced,
)
from scorekeeper.rummy.table.game import LayingOff, TableGame
from scorekeeper.rummy.table.melds import MeldFault, TableMeld, read_meld
from scorekeeper.rummy.table.pieces import JOKER
from scorekeeper.rummy.table.questions import best_play, kept_as_they_lie, rearranged


class TableAsk(StrEnum):
    TABLE = "table"
    PLAY = "play"
    ADD = "add"
    JOKER = "joker"
    FIRST_MELD = "first-meld"


def asks_of(game: TableGame) -> list[TableAsk]:
    if game.asks_only_opening:
        return [TableAsk.FIRST_MELD]
    is_asked = {
        TableAsk.PLAY: game.laying_off is None,
        TableAsk.JOKER: game.jokers > 0,
        TableAsk.FIRST_MELD: game.laying_off is None and game.opening is not None,
    }
    return [ask for ask in TableAsk if is_asked.get(ask, True)]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableAnswer:
    """The judge’s answer about a table.

    - `verdict`: the answer in words
    - `faults`: the faults of melds, by their places from 0; a table without faults is legal
    - `yes`: whether the answer is yes, for a yes-or-no question
    - `melds`: the whole new table, or the first meld; `None` if there is nothing to show
    - `kept`: the number of legal melds that stay unchanged, if the table was not legal
    - `down`: the cards of the hand that are put down
    - `left`: the cards that are then in the hand
    - `on`: the places of the melds that take the card without a rearrangement
    - `joker_in`: the places of the melds with a joker that stands for the card
    - `of_joker`: the rule about that joker, or the cards that jokers stand for
    - `worth`: the worth of a first meld
    - `short`: the worth that the first meld lacks
    - `pairs`: the number of pairs of equal pieces, in a game that opens with pairs too
    """

    verdict: Message
    faults: tuple[tuple[int, MeldFault], ...] = ()
    yes: bool | None = None
    melds: tuple[Meld, ...] | None = None
    kept: int | None = None
    down: tuple[Spot, ...] = ()
    left: tuple[Spot, ...] = ()
    on: tuple[int, ...] = ()
    joker_in: tuple[int, ...] = ()
    of_joker: Message | None = None
    worth: int | None = None
    short: int | None = None
    pairs: int | None = None

    @property
    def legal(self) -> bool:
        return not self.faults


@dataclass(frozen=True, slots=True)
class ReadMelds:
    """The given melds: the legal melds, and the faults of the illegal melds, by place."""

    legal: tuple[TableMeld, ...]
    faults: tuple[tuple[int, MeldFault], ...]

    def faulty(self, written: Sequence[Meld]) -> tuple[Spot, ...]:
        return tuple(spot for place, _fault in self.faults for spot in written[place])


def read_melds(game: TableGame, written: Sequence[Meld]) -> ReadMelds:
    read = [read_meld(meld, game.pieces) for meld in written]
    return ReadMelds(
        tuple(meld for meld in read if isinstance(meld, TableMeld)),
        tuple((place, meld) for place, meld in enumerate(read) if isinstance(meld, MeldFault)),
    )


def is_it_legal(game: TableGame, table: Sequence[Meld], effort: Effort) -> TableAnswer:
    """Answer whether every meld is legal.

    If a meld is not legal, the answer has the faults. If the melds can move and the same cards have
    a legal layout, the answer also has this layout.
    """
    read = read_melds(game, table)
    if not read.faults:
        return TableAnswer(verdict=message("The table is legal."), yes=True)
    if game.laying_off:
        return _not_all_melds(read)
    layout = rearranged(game, read.legal, read.faulty(table), effort)
    return TableAnswer(
        verdict=game.no_layout if layout is None else game.other_layout,
        yes=False,
        faults=read.faults,
        melds=layout,
        kept=None if layout is None else kept_as_they_lie(read.legal, layout),
    )


def _not_all_melds(read: ReadMelds) -> TableAnswer:
    verdict = message("Not all of these are melds.")
    return TableAnswer(verdict=verdict, yes=False, faults=read.faults)


def what_can_be_put_down(
    game: TableGame,
    table: Sequence[Meld],
    hand: Sequence[Spot],
    effort: Effort,
    *,
    fewest_cards: bool = False,
) -> TableAnswer:
    """Answer with the best play of a hand, or with the faults of an illegal table."""
    read = read_melds(game, table)
    if read.faults:
        return is_it_legal(game, table, effort)
    play = best_play(game, read.legal, hand, effort, fewest_cards=fewest_cards)
    if not play.left:
        verdict = message("Everything can be put down: you are out.")
    elif play.down:
        verdict = message(
            "Put down {cards}. You keep {points}.",
            cards=game.pieces.say(play.down),
            points=game.points_of(play.left),
        )
    else:
        verdict = message("Nothing in this hand can be put down.")
    return TableAnswer(
        verdict=verdict, yes=bool(play.down), melds=play.melds, down=play.down, left=play.left
    )


def may_it_be_added(
    game: TableGame, table: Sequence[Meld], card: Spot, effort: Effort
) -> TableAnswer:
    """Answer whether a card or joker can join the table, or with the faults of an illegal table.

    `on` has the melds that take the card without a rearrangement.
    """
    read = read_melds(game, table)
    if read.faults:
        return is_it_legal(game, table, effort)
    play = best_play(game, read.legal, [card], effort)
    on = tuple(melds_that_take(read.legal, card, game.pieces))
    if not play.down:
        verdict = message("No: it fits nowhere, however the table is rearranged.")
        if _follows_a_high_ace(read.legal, card):
            verdict = _HIGH_ACE
    elif on:
        verdict = _goes_on(on)
    else:
        verdict = message("Yes, if the table is rearranged.")
    return TableAnswer(
        verdict=verdict,
        yes=bool(play.down),
        on=on,
        melds=play.melds if play.down else None,
        down=play.down,
    )


def may_it_be_laid_off(
    game: TableGame, rules: LayingOff, table: Sequence[Meld], card: Spot, *, opened: bool = True
) -> TableAnswer:
    """Answer whether a card or joker can be laid off on melds that never move.

    `opened` says whether the player has opened.
    """
    read = read_melds(game, table)
    if read.faults:
        return _not_all_melds(read)
    if rules.not_yet and not opened:
        return TableAnswer(verdict=rules.not_yet, yes=False)
    on = tuple(melds_that_take(read.legal, card, game.pieces))
    joker_in = tuple(melds_with_a_joker_for(read.legal, card, game.pieces))
    verdict = message("No: it goes on none of these melds.") if not on else _goes_on(on)
    if not on and _follows_a_high_ace(read.legal, card):
        verdict = _HIGH_ACE
    melds = None
    if on:
        grown = with_added(table[on[0]], read.legal[on[0]], card, game.pieces)
        melds = (*table[: on[0]], grown, *table[on[0] + 1 :])
    return TableAnswer(
        verdict=verdict,
        yes=bool(on),
        on=on,
        melds=melds,
        down=(card,) if on else (),
        joker_in=joker_in,
        of_joker=message(rules.joker.template, melds=_numbers(joker_in)) if joker_in else None,
    )


def may_joker_be_swapped(
    game: TableGame, table: Sequence[Meld], card: Spot, effort: Effort, *, opened: bool = True
) -> TableAnswer:
    """Answer whether a player with this card can swap a joker off the table.

    `opened` says whether the player has opened.
    """
    read, swap = read_melds(game, table), game.swap
    if read.faults:
        return is_it_legal(game, table, effort)
    if game.laying_off and game.laying_off.not_yet and not opened:
        return TableAnswer(verdict=game.laying_off.not_yet, yes=False)
    there = cards_of_jokers(read.legal, game.pieces)
    if not there:
        return TableAnswer(verdict=message("No: there is no joker on the table."), yes=False)
    if card == JOKER:
        verdict = message("No: that takes the card for which the joker stands.")
        return TableAnswer(verdict=verdict, yes=False)
    joker_in = tuple(melds_with_a_joker_for(read.legal, card, game.pieces))
    said = game.pieces.say([card])
    if swap.needs_card and not joker_in:
        return TableAnswer(
            verdict=message("No: no joker on the table stands for {card}.", card=said),
            yes=False,
            of_joker=message("There a joker stands for: {cards}.", cards=game.pieces.say(there)),
        )
    melds = None
    if swap.goes_to_hand:
        place = joker_in[0]
        melds = list(table)
        melds[place] = with_replaced(table[place], read.legal[place], card)
    return TableAnswer(
        verdict=message(swap.verdict.template, card=said),
        yes=swap.is_yes,
        melds=None if melds is None else tuple(melds),
        down=(card,) if swap.is_yes and joker_in else (),
        left=(JOKER,) if swap.goes_to_hand else (),
        joker_in=joker_in,
        of_joker=swap.then,
    )


_HIGH_ACE = message("No: the ace is high there, and nothing follows it.")


def _follows_a_high_ace(table: Sequence[TableMeld], card: Spot) -> bool:
    """Check whether a card would extend a run only if a two could follow a high ace."""
    return any(
        not meld.is_set and meld.spots[-1].value == 0 and card == Spot(1, meld.spots[-1].suit)
        for meld in table
    )


def _goes_on(places: Sequence[int]) -> Message:
    if len(places) == 1:
        return message("Yes: it goes on meld {melds}.", melds=_numbers(places))
    return message("Yes: it goes on any of these melds: {melds}.", melds=_numbers(places))


def _numbers(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in places)
