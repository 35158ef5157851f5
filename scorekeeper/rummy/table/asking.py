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
    """What the judge says of a table.

    - `verdict`: the answer in one sentence
    - `faults`: what is wrong with melds, by their places from 0; without any, the table is legal
    - `yes`: whether the answer is yes, if it is a yes-or-no question
    - `melds`: the whole new table, or the first meld; `None` if there is none to show
    - `kept`: how many legal melds lie there as they did, if the table was not legal
    - `down` and `left`: the cards of the hand that are put down, and those that are not
    - `on`: the places of the melds that take the card as they lie
    - `joker_in` and `of_joker`: the places of the melds in which a joker stands for the card, and
      what the rules say of it
    - `worth` and `short`: what a first meld is worth, and what it lacks
    - `pairs`: how many pairs of equal pieces there are, in a game that is opened with them too
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
    """Melds as they were given: the legal ones, and the places of the others."""

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
    """Whether every meld is one. If not, how the same cards can be laid."""
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
    """The most that a hand can put down. An illegal table gets the answer about its faults."""
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
    """Whether one card or joker can join a legal table, and which melds take it without moving."""
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
    """Whether one card or joker goes on melds that never move.

    `opened` says whether its player has opened.
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
    """Whether a player with this card may take a joker from where it lies."""
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
    """Whether a card would go on a run only if the two could follow the ace."""
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
