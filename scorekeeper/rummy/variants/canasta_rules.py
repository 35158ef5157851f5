"""The house rules and presets of Canasta."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from scorekeeper.rummy.house_rules import (
    Value,
    bonus,
    decks,
    house_rule,
    rounds_to_play,
    target,
    tie_at_end,
    values,
)
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.variant import Preset
from scorekeeper.rummy.variants.canasta_parts import bonus_for_going_out

CLASSIC, AMERICAN, AMERICAN_ROUNDS = "classic", "american", "american-rounds"
"""Choices for first melds: `AMERICAN_ROUNDS` goes by the round, the others by the total."""

RED, BOTH_COLOURS = "red", "both"
"""The choices of the house rule on the colours of threes that players lay out."""

NO_SPECIAL_HANDS, PAGAT, LEAGUE = "none", "pagat", "league"
"""The choices of the house rule on special hands: none, or the list of a source."""

later_bonus = partial(bonus, is_later=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class CanastaRules:
    """The house rules of Canasta, each with its label."""

    natural_canasta: int = bonus(500, message("A natural canasta counts"), high=2000)
    mixed_canasta: int = bonus(300, message("A mixed canasta counts"), high=2000)
    wild_canasta: int = bonus(
        0,
        message("A canasta of wild cards counts"),
        message("0: wild cards alone are not melded."),
        high=5000,
    )
    red_three: int = bonus(100, message("A red three counts"), high=500)
    all_red_threes: bool = house_rule(
        True,
        message("All red threes count double"),
        message("All four with two decks, five or six with three."),
    )
    red_threes_need: str = house_rule(
        "meld",
        message("Red threes count for you"),
        message("Otherwise they count against you."),
        choices=(
            ("meld", message("once you have melded")),
            ("canasta", message("once you have a canasta")),
            ("nothing", message("always")),
        ),
    )
    red_three_left: int = bonus(500, message("A red three held to the end costs"), high=1000)
    out_bonus: int = bonus_for_going_out(high=1000)
    concealed_bonus: int = bonus(
        100,
        message("Bonus for going out concealed"),
        message("Besides the bonus for going out."),
        high=1000,
    )
    canastas_to_go_out: str = house_rule(
        "auto",
        message("Canastas needed to go out"),
        message("By the number of players: two for two or six, else one."),
        choices=(("auto", message("depends on the number of players")), *values("1", "2")),
    )
    first_meld: str = house_rule(
        CLASSIC,
        message("The first meld must count"),
        message("By your total: below 0, from 0, from 1,500, from 3,000."),
        choices=(
            (CLASSIC, message("15, 50, 90, 120")),
            ("high", message("15, 50, 90, 120, and 150 from 7,500")),
            (AMERICAN, message("125, from 3,000 on 155, from 5,000 on 180")),
            (AMERICAN_ROUNDS, message("125, 155 and 180 in the first three rounds, then 180")),
        ),
    )
    decks: str = decks(
        message("By the number of players: two, with six players three."), values("2", "3")
    )
    target: int = target(5000, high=20000)
    rounds: int = rounds_to_play()
    tie_at_end: str = tie_at_end()
    swing: bool = house_rule(
        False,
        message("Without two canastas your points turn"),
        message(
            "With one, threes count nothing. With none, threes and melds count against you. A meld "
            "then has at most seven cards, two of them wild, and sevens have none."
        ),
        is_later=True,
    )
    two_canasta: int = later_bonus(
        0,
        message("A canasta of twos counts"),
        message("0: like one of any wild cards."),
        high=5000,
    )
    joker_canasta: int = later_bonus(
        0,
        message("A canasta of wild cards with four jokers counts"),
        message("0: like one of any wild cards."),
        high=5000,
    )
    ace_canasta: int = later_bonus(
        0,
        message("A natural canasta of aces counts"),
        message("0: like any natural canasta."),
        high=5000,
    )
    seven_canasta: int = later_bonus(
        0,
        message("A canasta of sevens counts"),
        message("0: like any natural canasta."),
        high=5000,
    )
    open_special: int = later_bonus(
        0,
        message("An open meld of aces or sevens costs"),
        message("One that is short of seven cards at the end."),
        high=5000,
    )
    open_wild: int = later_bonus(
        0,
        message("An open meld of wild cards costs"),
        message("One that is short of seven cards at the end."),
        high=5000,
    )
    held_three: int = later_bonus(
        0,
        message("Three aces or sevens in one hand cost"),
        message("For each player and each of the two ranks."),
        high=3000,
    )
    threes: str = house_rule(
        RED,
        message("Threes laid out"),
        choices=(
            (RED, message("red ones")),
            (BOTH_COLOURS, message("both colours (100, 300, 500, 1,000)")),
        ),
        is_later=True,
    )
    special_hands: str = house_rule(
        NO_SPECIAL_HANDS,
        message("Special hands"),
        message("A hand that ends the round at once, by a side that has melded nothing."),
        choices=(
            (NO_SPECIAL_HANDS, message("none")),
            (PAGAT, message("four, as on pagat.com")),
            (LEAGUE, message("eleven, as in the Canasta League of America")),
        ),
        is_later=True,
    )


_AMERICAN: dict[str, Value] = {
    "swing": True,
    "first_meld": AMERICAN,
    "target": 8500,
    "canastas_to_go_out": "2",
    "concealed_bonus": 0,
    "wild_canasta": 2000,
    "two_canasta": 3000,
    "joker_canasta": 2500,
    "ace_canasta": 2500,
    "seven_canasta": 2500,
    "open_special": 2500,
    "open_wild": 2000,
    "held_three": 1500,
    "threes": BOTH_COLOURS,
    "special_hands": LEAGUE,
}

CANASTA_PRESETS = (
    Preset("plain", message("Standard"), {}),
    Preset("wild", message("Wild canastas"), {"wild_canasta": 1000}),
    Preset(
        "long",
        message("Long game"),
        {"canastas_to_go_out": "2", "first_meld": "high", "target": 10000},
    ),
    Preset("american", message("Modern American"), _AMERICAN),
    Preset(
        "american-pagat", message("Modern American (Pagat)"), _AMERICAN | {"special_hands": PAGAT}
    ),
    Preset(
        "american-rounds",
        message("Modern American, three rounds"),
        _AMERICAN | {"first_meld": AMERICAN_ROUNDS, "target": 0, "rounds": 3},
    ),
)
