"""Hypothesis strategies for random legal games of every variant, as documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from scorekeeper.rummy.cards import JOKER, RANKS, SUITS, Card, Pieces, print_cards
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import EndingRule
from scorekeeper.rummy.game.comparison import listed_in_presets
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.house_rules import HouseRule, house_rules
from scorekeeper.rummy.own_facts import OPENED, SHOWN
from scorekeeper.rummy.phases import Phases
from scorekeeper.rummy.round import Ending, RuleError
from scorekeeper.rummy.sides import members, opposite
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS
from scorekeeper.rummy.variants.indian import IndianEnding
from scorekeeper.rummy.variants.indian_parts import DROP
from tests.support.canasta_games import NUMBERS, random_game
from tests.support.documents import Document, sheet_of
from tests.support.examples import NAMES

_T = TypeVar("_T")

MOST_AFTER_PAIRS = 11
"""The most tiles of a rack in Okey 101 after an opening of any kind."""

MOST_ROUNDS = 12
MOST_ENTRIES = 16

# Hypothesis examines each new strategy, which takes longer than drawing from a known one.
UPCARDS = st.sampled_from([rank + suit for rank in RANKS for suit in SUITS])
NOTES = st.text(st.characters(categories=["L", "N"]), max_size=5)


BY_SIDES = [variant for variant in VARIANTS if variant.sides]

STAKES = st.sampled_from(
    [{"point": "0.05", "currency": "€"}, {"game": "10", "smallest": "0.5"}, {"point": "1"}]
)


@st.composite
def games(draw: st.DrawFn, variants: Sequence[Variant] = VARIANTS) -> Document:
    """A legal game by some house rules, perhaps called, perhaps unfinished."""
    variant = draw(st.sampled_from(variants))
    if variant.key in NUMBERS:
        return _dealt_from_packs(draw, variant, by_sides=False)
    written = _table(draw, variant)
    for _ in range(draw(st.integers(0, MOST_ROUNDS))):
        sheet = sheet_of(written)
        if sheet.over:
            return written
        written["rounds"].append(_round(draw, sheet))
    written["called"] = draw(st.booleans())
    return written


def _dealt_from_packs(draw: st.DrawFn, variant: Variant, *, by_sides: bool) -> Document:
    """A legal game of the canasta family, with hands dealt from real packs."""
    chance, stake = Random(draw(st.integers(0))), draw(st.none() | STAKES)
    written = random_game(variant.key, chance, by_sides=by_sides, between=by_sides)
    return written | ({"stake": stake} if stake else {})


@st.composite
def games_by_sides(draw: st.DrawFn, variants: Sequence[Variant] = BY_SIDES) -> Document:
    """A legal game of partners by some house rules, perhaps called, perhaps unfinished."""
    variant = draw(st.sampled_from(variants))
    if variant.key in NUMBERS:
        return _dealt_from_packs(draw, variant, by_sides=True)
    number = draw(st.sampled_from(sorted(variant.sides)))
    written = _table(draw, variant, number)
    sides = opposite(number, draw(st.sampled_from(variant.sides[number])))
    names = draw(st.sampled_from([["We", "They"], ["A & C", "Zoé’s", "3"]]))[: len(sides)]
    named = zip(names, sides, strict=True)
    written["sides"] = {name: [NAMES[seat] for seat in side.players] for name, side in named}
    for _ in range(draw(st.integers(0, MOST_ROUNDS))):
        sheet = sheet_of(written)
        if sheet.over:
            return written
        written["rounds"].append(_entry_by_sides(draw, sheet))
    written["called"] = draw(st.booleans())
    return written


def _entry_by_sides(draw: st.DrawFn, sheet: Sheet) -> Document:
    game, variant = sheet.game, sheet.game.variant
    if draw(st.integers(0, 5)) == 0:
        names = draw(_some(game.partners))
        return {"between": {"adjust": {name: draw(st.integers(-50, 50)) for name in names}}}
    ending = draw(st.sampled_from(variant.endings))
    round: Document = {"ending": ending.ending.value}
    if ending.needs_player:
        round["by"] = draw(st.sampled_from(game.players))
    if ending.scores and variant.own_hands:
        round["hands"] = _hands(draw, sheet.next_deal, variant.pieces, game.players)
        _make_legal(draw, round, ending, variant)
        _say_how_opened(draw, round, ending)
    elif ending.scores:
        pack = draw(st.permutations(_pack(sheet.next_deal, variant.pieces)))
        round["hands"] = {
            name: _hand_of_side(
                draw,
                pack[14 * number :],
                [game.players[seat] != round.get("by") for seat in members(side)].count(True),
            )
            for number, (name, side) in enumerate(zip(game.partners, game.sides, strict=True))
        }
    if draw(st.integers(0, 4)) == 0:
        round["adjustments"] = draw(_adjustments(game.partners))
    if draw(st.integers(0, 9)) == 0:
        round["dealer"] = draw(st.sampled_from(game.players))
    return round


def _hand_of_side(draw: st.DrawFn, cards: Sequence[Card], holding: int) -> Any:
    """Return what partners put down, and the cards left to `holding` of them, one each at least."""
    left: Any = print_cards(cards[: draw(st.integers(holding, 7))])
    if draw(st.booleans()):
        left = draw(st.integers(1, 120))
    down = cards[7 : draw(st.integers(7, 14))]
    match draw(st.integers(0, 3)):
        case 0:
            return left
        case 1:
            return {"left": left, "shown": draw(st.integers(0, 200))}
        case _:
            return {"left": left, "shown": [print_cards(down)] if down else []}


@st.composite
def games_with_comings(
    draw: st.DrawFn, variant: Variant, preset: str, fixed: Mapping[str, Any]
) -> Document:
    """A legal game with these rules, with players who join, leave and come back between rounds."""
    number = draw(st.integers(variant.fewest, min(variant.most, len(NAMES))))
    written: Document = {
        "variant": variant.key,
        "preset": preset,
        "rules": {**fixed},
        "players": list(NAMES[:number]),
        "dealer": draw(st.sampled_from(NAMES[:number])),
        "rounds": [],
        "called": False,
    }
    for _ in range(draw(st.integers(0, MOST_ENTRIES))):
        sheet = sheet_of(written)
        if sheet.over:
            return written
        change = _change if draw(st.booleans()) else _next_round
        after = change(draw, written, sheet)
        with suppress(RuleError):  # Such as an entry that leaves too few players.
            sheet_of(after)
            written = after
    return written | {"called": draw(st.booleans())}


def _next_round(draw: st.DrawFn, written: Document, sheet: Sheet) -> Document:
    return written | {"rounds": [*written["rounds"], _round(draw, sheet)]}


def _change(draw: st.DrawFn, written: Document, sheet: Sheet) -> Document:
    """Return the game with one more entry between rounds, legal or not."""
    players = written["players"]
    seated = [players[seat] for seat in sheet.seats]
    away = [name for name in players if name not in seated]
    kind = draw(st.sampled_from(["adjust", "leaves", "joins", "rejoins" if away else "joins"]))
    match kind:
        case "adjust":
            names = draw(_some(seated))
            named: Any = {name: draw(st.integers(-20, 60)) for name in names}
        case "leaves":
            named = draw(_some(seated))
        case "joins":
            new = [f"{name} II" for name in NAMES if f"{name} II" not in players]
            name = draw(st.sampled_from(new))
            place = draw(st.integers(0, len(players)))
            players = [*players[:place], name, *players[place:]]
            named = {name: draw(st.integers(-10, 90))}
        case _:
            named = draw(_some(away))
    entry = {"between": {kind: named}}
    return written | {"players": players, "rounds": [*written["rounds"], entry]}


def _some(names: Sequence[str]) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=2)


def _table(draw: st.DrawFn, variant: Variant, number: int | None = None) -> Document:
    """Return a game without rounds, for this many players if given."""
    if number is None:
        number = draw(st.integers(variant.fewest, variant.most))
    rules = draw(
        st.lists(st.sampled_from(house_rules(variant.rules_type)), unique=True, max_size=4)
    )
    written: Document = {
        "variant": variant.key,
        "preset": draw(st.sampled_from(variant.presets)).key,
        "rules": {rule.name: draw(_values(variant, rule)) for rule in rules},
        "players": list(NAMES[:number]),
        "dealer": draw(st.sampled_from(NAMES[:number])),
        "rounds": [],
        "called": False,
    }
    if draw(st.integers(0, 4)) == 0:
        written["stake"] = draw(STAKES)
    try:
        sheet_of(written)
    except RuleError:
        # Some rules do not suit the number of players or each other, such as too few decks.
        written["rules"] = {}
    return written


def _values(variant: Variant, rule: HouseRule) -> st.SearchStrategy[Any]:
    if rule.choices:
        lists = listed_in_presets(variant, rule)
        return st.sampled_from([*(value for value, _ in rule.choices), *lists])
    return st.integers(rule.low, rule.high)


def _round(draw: st.DrawFn, sheet: Sheet) -> Document:
    variant = sheet.game.variant
    players = tuple(sheet.game.players[seat] for seat in sheet.seats)
    played = [rule for rule in variant.endings if rule.is_played(sheet.game.rules)]
    ending = draw(st.sampled_from(played))
    round: Document = {"ending": ending.ending.value}
    if ending.needs_player:
        round["by"] = draw(st.sampled_from(players))
    if ending.scores:
        if variant.phases:
            dealt = _hands_with_phases(draw, sheet, variant.phases, round["by"])
        else:
            dealt = _hands(draw, sheet.next_deal, variant.pieces, players)
        round["hands"] = dict(dealt)
        if not variant.phases:
            _make_legal(draw, round, ending, variant)
        if DROP in variant.hand_parts:
            _say_who_is_gone(draw, round, ending, sheet.game.rules)
        if OPENED in variant.hand_parts:
            _say_who_opened(draw, round, ending, sheet.game.rules)
        if any(part.is_opening for part in variant.hand_parts):
            _say_how_opened(draw, round, ending)
        if SHOWN in variant.hand_parts:
            _say_what_was_shown(draw, round["hands"], dealt)
    if variant.takes_upcard and (ending.scores or draw(st.booleans())):
        round["upcard"] = draw(UPCARDS)
    for fact in variant.own_facts if ending.scores else ():
        if fact.counts(sheet.game.rules) and (fact.missing or draw(st.booleans())):
            round[fact.key] = draw(st.sampled_from([*fact.choices] or players))
    if draw(st.integers(0, 4)) == 0:
        round["adjustments"] = draw(_adjustments(players))
    if draw(st.integers(0, 9)) == 0:
        round["dealer"] = draw(st.sampled_from(players))
    return round


@cache
def _adjustments(players: Sequence[str]) -> st.SearchStrategy[list[Document]]:
    adjustment = st.fixed_dictionaries(
        {"player": st.sampled_from(players), "points": st.integers(-50, 50)},
        optional={"note": NOTES},
    )
    return st.lists(adjustment, min_size=1, max_size=3)


def _hands(draw: st.DrawFn, deal: Deal, pieces: Pieces, players: Sequence[str]) -> dict[str, Any]:
    """Return a hand for every player: cards with or without suits, a count, or a whole hand."""
    pack = _pack(deal, pieces)
    size = deal.hand_size or 14
    whole = draw(st.sets(st.sampled_from(players), max_size=2)) if deal.exact else set()
    most = min(len(pack) - size * len(whole), size * len(players), 30)
    number = st.integers(0, most) if not whole else st.just(size * len(whole) + most // 4)
    total = draw(number)
    places = st.integers(0, len(pack) - 1)
    dealt = draw(st.lists(places, unique=True, min_size=total, max_size=total))
    cards = [pack[index] for index in dealt]
    hands: dict[str, Any] = {
        name: {"hand": print_cards(_take(cards, size))} for name in sorted(whole)
    }
    for name in players:
        if name not in whole:
            hands[name] = _few(draw, _take(cards, min(size, most // len(players))), deal)
    return hands


def _hands_with_phases(draw: st.DrawFn, sheet: Sheet, phases: Phases, by: str) -> dict[str, Any]:
    """Return the hands of a round with phases: cards or counts, some with a phase."""
    rules, column, deal = sheet.game.rules, sheet.columns[0], sheet.next_deal
    chosen = phases.is_chosen(rules, column)
    pack = [rank for rank in deal.worth for _ in range(min(4, deal.most_of_rank[rank]))]
    pack = draw(st.permutations(pack))
    hands: dict[str, Any] = {}
    for seat in sheet.seats:
        name = sheet.game.players[seat]
        number = draw(st.sampled_from(phases.open_to(rules, column, seat)))
        most = 10 - phases.listed(rules)[number - 1].size
        lays_down = name == by or (most > 0 and draw(st.booleans()))
        left: Any = " ".join(_take(pack, draw(st.integers(1, most)) if lays_down and most else 10))
        if draw(st.booleans()):
            left = sum(deal.worth[rank] for rank in left.split())
        told = (number if chosen else True) if lays_down else False
        if name != by:
            says = chosen or isinstance(left, int) or draw(st.booleans())
            hands[name] = {"phase": told, "left": left} if says else left
        elif chosen or draw(st.booleans()):
            hands[name] = {"phase": told}
    return hands


def _take(cards: list[_T], number: int) -> list[_T]:
    """Remove and return this many cards of the pack, or all that are left."""
    taken = cards[:number]
    del cards[:number]
    return taken


def _few(draw: st.DrawFn, cards: list[Card], deal: Deal) -> Any:
    """Return a few unmatched cards in one of their notations, or a count instead."""
    match draw(st.integers(0, 3)):
        case 0:
            return print_cards(cards)
        case 1:
            return print_cards(Card(card.rank) for card in cards)
        case 2:
            return [str(card) for card in cards]
        case _:
            return draw(st.integers(0, min(deal.highest_count, 120)))


def _pack(deal: Deal, pieces: Pieces) -> list[Card]:
    """Return all the cards or tiles of a deal."""
    suits = pieces.suits or [""] * len(SUITS)
    ranks = [rank for rank in pieces.ranks if rank in deal.worth]
    naturals = [Card(rank, suit) for rank in ranks for suit in suits] * deal.decks
    return [card for card in naturals if card != deal.wild_card] + [JOKER] * deal.jokers


def _make_legal(draw: st.DrawFn, round: Document, ending: EndingRule, variant: Variant) -> None:
    """Remove the hand of the player who ended the round, or its cards, and give the others some."""
    hands, by = round["hands"], round.get("by")
    if ending.leaves_none:
        if draw(st.booleans()):
            del hands[by]
        else:
            hands[by] = draw(st.sampled_from([0, "", []]))
    elif ending.ending is Ending.KNOCK:
        if draw(st.booleans()):
            hands[by] = draw(st.integers(0, 10))
        round["allow"] = ["illegal-knock"]
    if not variant.deal(variant.rules_type(), variant.fewest, 1).spares_melds:
        for name, hand in hands.items():
            if name != by and not hand:
                hands[name] = 1


def _say_who_is_gone(draw: st.DrawFn, round: Document, ending: EndingRule, rules: Any) -> None:
    """Make some others have dropped, declared wrongly or no pure run. In a drop, all others do."""
    drops = {"first": rules.first_drop, "middle": rules.middle_drop}
    two_play = len({*round["hands"], round["by"]}) == 2
    if rules.form == "deals" and two_play and not rules.drop_with_two:
        drops = {}
    gone = [{"wrong": True}, *({"drop": drop} for drop, points in drops.items() if points)]
    others = [name for name in round["hands"] if name != round["by"]]
    for place, name in enumerate(others):
        if ending.ending is IndianEnding.DROP or (place and draw(st.booleans())):
            round["hands"][name] = draw(st.sampled_from(gone))
        elif draw(st.integers(0, 4)) == 0:
            left = {} if rules.most_points and draw(st.booleans()) else {"left": 120}
            round["hands"][name] = {"no_pure_run": True, **left}


def _say_who_opened(draw: st.DrawFn, round: Document, ending: EndingRule, rules: Any) -> None:
    """Make others have opened or not. The first of them has if the ending requires one."""
    others = [name for name in round["hands"] if name != round["by"]]
    for place, name in enumerate(others):
        if not (ending.others_opened and (place == 0 or draw(st.booleans()))):
            left = (
                {} if rules.not_opened and draw(st.booleans()) else {"left": round["hands"][name]}
            )
            round["hands"][name] = {"opened": False, **left}
        elif draw(st.booleans()):
            round["hands"][name] = {"opened": True, "left": round["hands"][name]}


def _say_how_opened(draw: st.DrawFn, round: Document, ending: EndingRule) -> None:
    """Make some players have opened with pairs or never, and give some of all penalties."""
    hands, by = round["hands"], round.get("by")
    for name, left in [*hands.items()]:
        told: Document = {} if name == by else {"left": left}
        number = (
            0 if isinstance(left, int) else len(left.split() if isinstance(left, str) else left)
        )
        ways: list[bool | str] = [False]
        if name == by or (ending.others_opened and number <= MOST_AFTER_PAIRS):
            ways = [True, "pairs"] + [False] * (name != by)
        if ending.others_opened or name == by or draw(st.booleans()):
            told["opened"] = draw(st.sampled_from(ways))
        if draw(st.integers(0, 3)) == 0:
            told["penalties"] = draw(st.integers(0, 20))
        if told.get("opened") is False and draw(st.booleans()):
            del told["left"]
        hands[name] = told
    if ending.presumes_unopened and draw(st.booleans()):
        for name in draw(_some([name for name in hands if name != by] or ["nobody"])):
            hands.pop(name, None)


def _say_what_was_shown(draw: st.DrawFn, hands: dict[str, Any], dealt: dict[str, Any]) -> None:
    """Make some players have put down groups of their cards, some a count, and some no cards."""
    for name in dealt:
        left = hands.get(name)
        cards = _separate(dealt[name])
        number = draw(st.integers(0, len(cards) - 1)) if left and cards else len(cards)
        if down := cards[:number]:
            shown = _groups(draw, down)
            left = " ".join(cards[number:])
        else:
            shown = draw(st.integers(0, 90))
        if left is None:
            hands[name] = {"shown": shown}
        elif draw(st.integers(0, 4)) or down:
            hands[name] = {"shown": shown, "left": left}


def _separate(hand: int | str | list[str]) -> list[str]:
    """Return the cards of a hand. A count has none."""
    if isinstance(hand, int):
        return []
    return hand.split() if isinstance(hand, str) else hand


def _groups(draw: st.DrawFn, cards: list[str]) -> list[str]:
    """Return these cards in one or more groups, some with aces laid off below a two (`A1`)."""
    cuts = draw(st.sets(st.integers(1, len(cards)), max_size=3)) | {0, len(cards)}
    groups = [" ".join(cards[start:end]) for start, end in pairwise(sorted(cuts))]
    return [each.replace("A", "A1") if draw(st.booleans()) else each for each in groups]
