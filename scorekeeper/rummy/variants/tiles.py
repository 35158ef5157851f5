"""Tile rummy, such as Rummikub: players have numbered tiles in four colours on racks.

Source: the rules that come with the tiles. The values of a joker are common house rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.rummy import articles
from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import JOKER_RANK, TILES
from scorekeeper.rummy.case import Case
from scorekeeper.rummy.column import at_target_or_rounds
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.endings import STOCK_RAN_OUT, VOID, WENT_OUT
from scorekeeper.rummy.examples import THREE, VOID_ROUND, Ask, Example, ended, ran_out, went_out
from scorekeeper.rummy.house_rules import house_rule, rounds_to_play, table_jokers, target, values
from scorekeeper.rummy.messages import Seat, message
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.ruling import AnyRule, AnyTag, Line, Ruling, Tag
from scorekeeper.rummy.stake import Reckoning
from scorekeeper.rummy.table.game import MAY_BE_PUT_DOWN, TableGame, TableQuestion
from scorekeeper.rummy.table.pieces import COLOURED_TILES
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.rummy.words import TABLE_GAMES

SETS = 2
"""The number of equal tiles, for each number and colour."""
JOKERS = 2
RACK = 14
"""The number of tiles that each player draws at first."""


class TilesRule(AnyRule):
    """The kinds of points that only tile rummy has. They count if the pool is empty."""

    ABOVE_LOWEST = "above-lowest"
    SHARED_LOWEST = "shared-lowest"


class TilesTag(AnyTag):
    """The tag `Tag.STOCK`, with the words of tile games."""

    STOCK = Tag.STOCK.value, message("pool empty")


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesRules:
    """The house rules of tile rummy, each with its label."""

    joker_value: int = house_rule(
        30,
        message("A joker counts"),
        message("In points, when left on a rack."),
        choices=values(25, 30, 50),
    )
    opening: int = house_rule(
        30,
        message("A first meld is worth at least"),
        message("Laid from one’s own rack. Only used when you ask the judge about the table."),
        choices=values(0, 30, 50),
    )
    table_jokers: str = table_jokers()
    freed_joker: str = house_rule(
        "anywhere",
        message("A joker that is freed goes"),
        message("Only used when you ask the judge about the table."),
        choices=(
            ("anywhere", message("into any meld")),
            ("new-meld", message("into a new meld with a tile from the rack")),
        ),
    )
    failed_turn: str = house_rule(
        "draw-three",
        message("A turn that does not work out"),
        message("The tiles that were played go back onto the rack."),
        choices=(
            ("draw-one", message("costs a tile from the pool")),
            ("draw-three", message("costs three tiles from the pool")),
        ),
    )
    rounds: int = rounds_to_play()
    target: int = target(0, high=1000)


@lru_cache(maxsize=8)
def _deal(rules: Any, _players: int, _number: int) -> Deal:
    return Deal(
        worth={number: int(number) for number in TILES.ranks} | {JOKER_RANK: rules.joker_value},
        hand_size=None,
        dealt=RACK,
        decks=SETS,
        jokers=JOKERS,
        spares_melds=False,
    )


_NO_LAYOUT = {
    "draw-one": message(
        "The table is not legal, and no other arrangement of these tiles is: the turn is taken "
        "back, and costs a tile from the pool."
    ),
    "draw-three": message(
        "The table is not legal, and no other arrangement of these tiles is: the turn is taken "
        "back, and costs three tiles from the pool."
    ),
}


def _table(rules: Any, _players: int) -> TableGame:
    return TableGame(
        pieces=COLOURED_TILES,
        worth=tuple(range(1, len(TILES.ranks) + 1)),
        joker_worth=rules.joker_value,
        copies=SETS,
        jokers=JOKERS,
        replaces=rules.table_jokers == "replaced",
        frees_into_new_melds=rules.freed_joker == "new-meld",
        other_layout=message("The table is not legal, but another arrangement of these tiles is."),
        no_layout=_NO_LAYOUT[rules.failed_turn],
        opening=rules.opening,
    )


def _judge(case: Case) -> Ruling:
    case.check_nobody_else_is_out()
    if case.ending is Ending.OUT:
        return Ruling(winners=(case.by,), lines=tuple(_tiles_left(case)))
    low = min(case.counts.values())
    winners = tuple(seat for seat in case.seats if case.counts[seat] == low)
    return Ruling(winners=winners, lines=(*_above_lowest(case, winners), *_won(case, winners)))


def _tiles_left(case: Case) -> Iterator[Line]:
    """Yield two lines for each loser: the winner’s gain, and the same points lost by the loser."""
    for seat in case.others(case.by):
        won = case.cards_left(seat, case.by)
        yield won
        yield replace(won, seat=seat, points=-won.points)


def _above_lowest(case: Case, winners: tuple[Seat, ...]) -> Iterator[Line]:
    for seat in case.seats:
        if seat not in winners:
            line = _above(case, winners[0], seat)
            yield replace(line, seat=seat, points=-line.points)


def _above(case: Case, winner: Seat, seat: Seat) -> Line:
    return replace(case.difference(winner, seat), rule=TilesRule.ABOVE_LOWEST)


def _won(case: Case, winners: tuple[Seat, ...]) -> Iterator[Line]:
    """Yield the lines of the winners’ gains. Several winners share all losses in equal parts."""
    lines = [_above(case, winners[0], seat) for seat in case.seats if seat not in winners]
    if len(winners) == 1:
        yield from lines
        return
    total = sum(line.points for line in lines)
    for seat in winners if total else ():
        text = message(
            "{player} shares {points} with everybody who has {least}",
            player=seat,
            points=total,
            least=case.counts[seat],
        )
        yield Line(seat, total // len(winners), TilesRule.SHARED_LOWEST, text)


_MISDEAL, _NUMBER, _EXPOSED, _FALSE_MELD, _FALSE_END = articles.MISTAKES

TILE_MISTAKES = (
    replace(_MISDEAL, question=message("The tiles were seen, or one is missing. What now?")),
    replace(_NUMBER, question=message("Somebody has a tile too many, or one too few. What now?")),
    replace(_EXPOSED, question=message("A tile was shown by mistake. What now?")),
    replace(_FALSE_MELD, question=message("The table does not work out any more. What now?")),
    _FALSE_END,
)
"""Mistakes at a table with tiles."""

WHO_BEGINS = Article("who-begins", message("Who begins the next round?"), tags=(Tag.VOID,))

_EXAMPLES = (
    ran_out("empty-pool", Nina="5", Max="12", Lou="13 7"),
    ran_out("equal-lowest", Nina="5", Max="3 2", Lou="13 7", Paul="9"),
    went_out("who-begins", by="Lou", Nina=12, Max=9, ask=Ask.DEALER),
    Example("who-begins", (VOID_ROUND,), players=THREE, ask=Ask.DEALER),
    went_out("joker-left", {"joker_value": 50}, Max="JK 4", Lou="11"),
    went_out("last-turn", Max="1", Lou="13 7"),
    Example(
        "most-points",
        (ended("out", "Nina", Max="10", Lou="13 7"), ended("out", "Max", Nina="10", Lou="13 7")),
        rules={"rounds": 2},
        ask=Ask.WINNER,
    ),
    went_out("cards-left", Max="12", Lou="13 10", Paul="13 13 11"),
    ran_out("above-lowest", Nina="5", Max="12", Lou="13 7"),
    ran_out("shared-lowest", Nina="5", Max="4 1", Lou="13 1"),
)

TILE_RUMMY = Variant(
    key="tiles",
    name=message("Tile Rummy"),
    other_names=(message("Rummikub"),),
    group=TABLE_GAMES,
    tagline=message(
        "Tiles from 1 to 13, and melds that anybody rearranges. Empty your rack first."
    ),
    fewest=2,
    most=4,
    rules_type=TilesRules,
    presets=(Preset("plain", message("Standard"), {}),),
    endings=(
        WENT_OUT,
        replace(
            STOCK_RAN_OUT,
            label=message("The pool is empty and nobody can play"),
            word=message("pool empty"),
            tag=TilesTag.STOCK,
        ),
        replace(VOID, label=message("Void: play it again")),
    ),
    pieces=TILES,
    deal=_deal,
    table=TableQuestion(MAY_BE_PUT_DOWN, _table),
    judge=_judge,
    reckoning=lambda _rules: Reckoning.LOSSES,
    all_score=lambda _rules: True,
    is_over=at_target_or_rounds,
    disputes=(
        Article(
            "empty-pool",
            message("The pool is empty. What now?"),
            tags=(Tag.STOCK,),
            settles=lambda ruling: Tag.STOCK in ruling.tags,
        ),
        Article(
            "equal-lowest",
            message("Two of us share the lowest count. Who wins?"),
            settles=lambda ruling: Tag.TIE in ruling.tags,
        ),
        WHO_BEGINS,
        replace(
            articles.WILD_LEFT,
            key="joker-left",
            question=message("A joker is left on my rack. What does it cost me?"),
        ),
        articles.LAST_TURN,
        Article("most-points", message("Who wins the game, and what if two are equal?")),
    ),
    points=(
        articles.CARDS_LEFT,
        Article(
            "above-lowest",
            message("Above the lowest count"),
            rules=(TilesRule.ABOVE_LOWEST,),
        ),
        Article(
            "shared-lowest", message("A share of the others"), rules=(TilesRule.SHARED_LOWEST,)
        ),
        *articles.NOT_FROM_CARDS,
    ),
    mistakes=TILE_MISTAKES,
    about_table=(
        *articles.ABOUT_TABLE,
        Article("same-colour-twice", message("Two red sevens in one group?")),
        Article("joker-in-opening", message("Is 1, 2 and a joker worth 33 as a first meld?")),
        Article("opening-from-table", message("May I open with tiles that lie on the table?")),
    ),
    examples=_EXAMPLES,
)
