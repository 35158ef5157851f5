"""A JSON question about the melds on the table, and its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from scorekeeper.rummy.cards import CardError, say_cards
from scorekeeper.rummy.documents.answer import Answer
from scorekeeper.rummy.documents.game import read_rules, read_variant
from scorekeeper.rummy.documents.reading import (
    read_boolean,
    read_object,
    read_string,
    shortened,
    too_many,
)
from scorekeeper.rummy.documents.table_answers import (
    AddedCard,
    BestFirstMeld,
    BestPlay,
    FaultyMeld,
    IllegalTable,
    SwappedJoker,
    TableAnswered,
    WorthOfMelds,
)
from scorekeeper.rummy.melds.layout import Meld, Spot
from scorekeeper.rummy.melds.layout_task import Effort
from scorekeeper.rummy.messages import Translate, message, render
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.table import asking, first_meld
from scorekeeper.rummy.table.asking import TableAnswer, TableAsk
from scorekeeper.rummy.table.game import TableGame
from scorekeeper.rummy.table.pieces import JOKER

MOST_IN_HAND = 40

POINTS = "points"
MOST = (POINTS, "cards")
"""The measures of a good play: the fewest points left in the hand, or the fewest cards left."""

_Fields: TypeAlias = Mapping[str, Any]

_COMMON = frozenset(["variant", "preset", "rules", "players", "ask"])
_KEYS = {
    TableAsk.TABLE: _COMMON | {"table"},
    TableAsk.PLAY: _COMMON | {"table", "hand", "most"},
    TableAsk.ADD: _COMMON | {"table", "card", "opened"},
    TableAsk.JOKER: _COMMON | {"table", "card", "opened"},
    TableAsk.FIRST_MELD: _COMMON | {"melds", "hand"},
}


def is_table_question(document: object) -> bool:
    return isinstance(document, dict) and (
        "table" in document or isinstance(document.get("ask"), str)
    )


def answer_table(document: object, translate: Translate, effort: Effort) -> Answer:
    fields = read_object(document, None)
    ask = _read_ask(fields)
    # Without `ask`, a document can have a hand, even an empty one.
    read_object(document, _KEYS[ask] if "ask" in fields else _KEYS[ask] | {"hand"})
    variant = read_variant(fields)
    if variant.table is None:
        where = "ask" if "ask" in fields else "table"
        raise RuleError(message("Nothing is asked about the table of this game."), where)
    game = variant.table.game(*read_rules(variant, fields))
    if ask is TableAsk.JOKER and not game.jokers:
        raise RuleError(message("There are no jokers in this game."), "ask")
    if ask not in asking.asks_of(game) and (game.laying_off or game.asks_only_opening):
        known = ", ".join(asking.asks_of(game))
        raise RuleError(message("Melds stay as they lie here. Use {known}.", known=known), "ask")
    return _ANSWERED[ask](TableReader(game), fields, translate, effort)


def _read_ask(fields: Mapping[str, Any]) -> TableAsk:
    if "ask" not in fields:
        return TableAsk.PLAY if fields.get("hand") else TableAsk.TABLE
    asked = read_string(fields["ask"], "ask")
    if asked not in tuple(TableAsk):
        known = ", ".join(TableAsk)
        text = message("Unknown question “{ask}”. Use {known}.", ask=shortened(asked), known=known)
        raise RuleError(text, "ask")
    return TableAsk(asked)


class TableReader:
    """Reads melds and cards from texts.

    Raises `RuleError` at the key of a text, also if the pack has too few copies of a card.
    """

    def __init__(self, game: TableGame) -> None:
        self.game = game
        self._held: Counter[Spot] = Counter()

    def melds(self, written: object, name: str = "table") -> tuple[Meld, ...]:
        if not isinstance(written, list):
            raise RuleError(message("Enter the melds as a list."), name)
        return tuple(self._cards(meld, name, index) for index, meld in enumerate(written))

    def hand(self, written: object) -> tuple[Spot, ...]:
        hand = self._cards(written, "hand")
        if not 1 <= len(hand) <= MOST_IN_HAND:
            text = message("A hand to arrange has 1 to {most} cards.", most=MOST_IN_HAND)
            raise RuleError(text, "hand")
        return self._with_free_jokers(hand, "hand")

    def card(self, written: object, name: str = "card") -> Spot:
        cards = self._cards(read_string(written, name), name)
        if len(cards) != 1:
            raise RuleError(message("Enter one card or joker."), name)
        return self._with_free_jokers(cards, name)[0]

    def _with_free_jokers(self, cards: tuple[Spot, ...], where: str) -> tuple[Spot, ...]:
        if any(card.is_joker and card != JOKER for card in cards):
            text = message("A joker that is not on the table yet stands for nothing: write “JK”.")
            raise RuleError(text, where)
        return cards

    def _cards(self, written: object, *where: str | int) -> tuple[Spot, ...]:
        pieces, words = self.game.pieces, written
        if isinstance(written, str):
            words = written.replace(",", " ").split()
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            example = "R7 B7 K7" if pieces.suit_first else "7S 7H 7D KC"
            raise RuleError(message("Enter the cards, such as “{cards}”.", cards=example), *where)
        try:
            cards = tuple(pieces.read(word) for word in words)
        except CardError as error:
            raise RuleError(message("“{card}” is not a card.", card=error.text), *where) from None
        for card in cards:
            self._count(card, *where)
        return cards

    def _count(self, card: Spot, *where: str | int) -> None:
        counted = JOKER if card.is_joker else card
        self._held[counted] += 1
        limit = self.game.jokers if card.is_joker else self.game.copies
        if self._held[counted] > limit:
            said = self.game.pieces.say([counted])
            raise RuleError(too_many(said, limit, is_joker=card.is_joker), *where)


def _table(reader: TableReader, fields: _Fields, translate: Translate, effort: Effort) -> Answer:
    table = reader.melds(fields.get("table"))
    return _legality(reader.game, asking.is_it_legal(reader.game, table, effort), translate)


def _play(reader: TableReader, fields: _Fields, translate: Translate, effort: Effort) -> Answer:
    game, table, hand = (
        reader.game,
        reader.melds(fields.get("table")),
        reader.hand(fields.get("hand")),
    )
    most = fields.get("most", POINTS)
    if most not in MOST:
        raise RuleError(message("“most” must be “points” or “cards”."), "most")
    answer = asking.what_can_be_put_down(game, table, hand, effort, fewest_cards=most != POINTS)
    if not answer.legal:
        return _legality(game, answer, translate)
    return BestPlay(
        **_common(answer, translate),
        melds=_printed(game, answer.melds or ()),
        down=game.pieces.print(answer.down),
        unmatched=game.pieces.print(answer.left),
        deadwood=game.points_of(answer.left),
        out=not answer.left,
    )


def _add(reader: TableReader, fields: _Fields, translate: Translate, effort: Effort) -> Answer:
    game, table = reader.game, reader.melds(fields.get("table"))
    card, opened = reader.card(fields.get("card")), _opened(game, fields)
    if game.laying_off is None:
        answer = asking.may_it_be_added(game, table, card, effort)
    else:
        answer = asking.may_it_be_laid_off(game, game.laying_off, table, card, opened=opened)
    if not answer.legal:
        return _legality(game, answer, translate)
    return AddedCard(
        **_common(answer, translate),
        yes=bool(answer.yes),
        on=_numbers(answer.on),
        melds=None if answer.melds is None else _printed(game, answer.melds),
        joker_in=_numbers(answer.joker_in) or None,
        joker=_of_joker(answer, translate),
    )


def _joker(reader: TableReader, fields: _Fields, translate: Translate, effort: Effort) -> Answer:
    game, table = reader.game, reader.melds(fields.get("table"))
    card, opened = reader.card(fields.get("card")), _opened(game, fields)
    answer = asking.may_joker_be_swapped(game, table, card, effort, opened=opened)
    if not answer.legal:
        return _legality(game, answer, translate)
    return SwappedJoker(
        **_common(answer, translate),
        yes=bool(answer.yes),
        joker_in=_numbers(answer.joker_in),
        joker=_of_joker(answer, translate),
        melds=None if answer.melds is None else _printed(game, answer.melds),
    )


def _of_joker(answer: TableAnswer, translate: Translate) -> str | None:
    return None if answer.of_joker is None else render(answer.of_joker, (), translate, say_cards)


def _opened(game: TableGame, fields: _Fields) -> bool:
    if "opened" not in fields:
        return True
    if not (game.laying_off and game.laying_off.opened):
        raise RuleError(message("Everybody may lay off here: nobody has to open."), "opened")
    return read_boolean(fields["opened"], "opened")


def _numbers(places: Sequence[int]) -> tuple[int, ...]:
    return tuple(place + 1 for place in places)


def _first_meld(
    reader: TableReader, fields: _Fields, translate: Translate, effort: Effort
) -> Answer:
    game = reader.game
    if game.opening is None:
        raise RuleError(message("This game has no opening."), "ask")
    if ("melds" in fields) == ("hand" in fields):
        raise RuleError(message("Enter either the melds or the hand."), "hand")
    if "melds" in fields:
        answer = first_meld.is_it_enough(game, reader.melds(fields["melds"], "melds"))
        return WorthOfMelds(
            **_common(answer, translate),
            yes=bool(answer.yes),
            worth=answer.worth,
            short=answer.short,
            pairs=answer.pairs,
        )
    answer = first_meld.what_is_the_best_first_meld(game, reader.hand(fields["hand"]), effort)
    return BestFirstMeld(
        verdict=render(answer.verdict, (), translate, say_cards),
        yes=bool(answer.yes),
        melds=_printed(game, answer.melds or ()),
        unmatched=game.pieces.print(answer.left),
        deadwood=game.points_of(answer.left),
        worth=answer.worth or 0,
        short=answer.short or 0,
        pairs=answer.pairs,
    )


_ANSWERED: Mapping[TableAsk, Callable[[TableReader, _Fields, Translate, Effort], Answer]] = {
    TableAsk.TABLE: _table,
    TableAsk.PLAY: _play,
    TableAsk.ADD: _add,
    TableAsk.JOKER: _joker,
    TableAsk.FIRST_MELD: _first_meld,
}


def _legality(game: TableGame, answer: TableAnswer, translate: Translate) -> Answer:
    if answer.legal:
        return TableAnswered(**_common(answer, translate))
    return IllegalTable(
        **_common(answer, translate),
        layout=None if answer.melds is None else _printed(game, answer.melds),
        kept=answer.kept,
    )


def _common(answer: TableAnswer, translate: Translate) -> dict[str, Any]:
    return {
        "verdict": render(answer.verdict, (), translate, say_cards),
        "legal": answer.legal,
        "faults": tuple(
            FaultyMeld(
                meld=place + 1, fault=fault.fault.value, text=render(fault.text, (), translate)
            )
            for place, fault in answer.faults
        ),
    }


def _printed(game: TableGame, melds: Sequence[Meld]) -> tuple[str, ...]:
    return tuple(map(game.pieces.print, melds))
