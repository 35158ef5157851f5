"""The house rules of Contract Rummy, its presets, and the cards and contract of each round."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from scorekeeper.rummy.cards import JOKER_RANK
from scorekeeper.rummy.contract_lists import CONTRACT_LIST, DEAL_LIST, VALUE_LIST
from scorekeeper.rummy.contracts import CLASSIC_DEALS, read_contracts, read_deals, values_of_ranks
from scorekeeper.rummy.deal import Contract, ContractMeld, Deal, MeldKind, card_points
from scorekeeper.rummy.house_rules import decks, house_rule, values
from scorekeeper.rummy.messages import message
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variant import Preset

SET, RUN = MeldKind.SET, MeldKind.RUN

CLASSIC = (
    ((SET, SET), message("two sets")),
    ((SET, RUN), message("a set and a run")),
    ((RUN, RUN), message("two runs")),
    ((SET, SET, SET), message("three sets")),
    ((SET, SET, RUN), message("two sets and a run")),
    ((SET, RUN, RUN), message("a set and two runs")),
    ((RUN, RUN, RUN), message("three runs")),
)
"""The contracts of Contract Rummy, round by round."""

ROUNDS = len(CLASSIC)

_SHORTEST_SET = 3

WILD_TWO = 20
"""The points of a wild two left in a hand."""

_ONLY_AT_THE_DESK = message("Only used when you ask the judge about a contract.")


_ACES = values(1, 11, 15, 20)
_JOKERS = values(15, 20, 25, 30, 50)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContractRules:
    """The house rules of Contract Rummy, each with its label."""

    jokers_per_deck: int = house_rule(
        1, message("Jokers in each deck"), message("0: no jokers."), high=4
    )
    run_length: int = house_rule(
        4,
        message("A run has at least"),
        choices=((3, message("three cards")), (4, message("four cards"))),
    )
    contracts: str = house_rule(
        "classic",
        message("Contracts"),
        choices=(("classic", message("the seven of Contract Rummy")),),
        is_later=True,
        text=CONTRACT_LIST,
    )
    deal: str = house_rule(
        "pagat",
        message("Cards dealt, round by round"),
        choices=tuple(
            (key, message("{value}", value=", ".join(map(str, sizes))))
            for key, sizes in CLASSIC_DEALS.items()
        ),
        text=DEAL_LIST,
    )
    exact_cut: int = house_rule(
        0,
        message("The exact cut"),
        message("For cutting just as many cards as the deal needs."),
        choices=(
            (0, message("brings nothing")),
            (10, message("10 points off")),
            (50, message("50 points off")),
        ),
    )
    at_once: int = house_rule(
        0,
        message("Going out at once"),
        message("In the turn in which you lay your contract down."),
        choices=(
            (0, message("brings nothing")),
            (10, message("10 points off")),
            (25, message("25 points off")),
            (30, message("30 points off")),
        ),
        is_later=True,
    )
    values: str = house_rule(
        "pips",
        message("Cards from the two to the king count"),
        choices=(("pips", message("their number, court cards 10")),),
        is_later=True,
        text=VALUE_LIST,
    )
    ace_value: int = house_rule(15, message("An ace counts"), choices=_ACES)
    joker_value: int = house_rule(
        15,
        message("A joker counts"),
        message("In points, when left in hand."),
        choices=_JOKERS,
    )
    twos_wild: bool = house_rule(
        False, message("Twos are wild"), message("A two left in hand then counts 20.")
    )
    spare_joker: bool = house_rule(
        False,
        message("One joker is left out"),
        message("With a joker in each deck, two decks have one and three have two."),
        is_later=True,
    )
    decks: int | str = decks(
        message("Two for up to four players, three for more."),
        choices=((2, message("two")), (3, message("three")), (4, message("four"))),
        is_later=True,
    )
    max_wild: int = house_rule(
        0,
        message("Wild cards in a meld of the contract"),
        _ONLY_AT_THE_DESK,
        choices=(
            (0, message("any number")),
            (1, message("one at most")),
            (2, message("two at most")),
            (3, message("three at most")),
        ),
        is_later=True,
    )
    corner: bool = house_rule(
        False,
        message("A run may go from the king to the ace to the two"),
        _ONLY_AT_THE_DESK,
        is_later=True,
    )
    tie_at_end: str = house_rule(
        "share",
        message("The leaders are level at the end"),
        choices=(
            ("share", message("they share the win")),
            ("rounds-won", message("the one who went out most often wins")),
        ),
        is_later=True,
    )

    def __post_init__(self) -> None:
        """Check the list of cards dealt: it has one number, or a number for each contract."""
        contracts = number_of_rounds(self)
        if self.deal in CLASSIC_DEALS:
            if contracts != ROUNDS:
                text = message(
                    "That deal is for seven contracts: say how many cards each round deals."
                )
                raise RuleError(text, "deal")
        elif len(deals := read_deals(self.deal)) not in (1, contracts):
            text = message("There is one contract and {deals} deals.", deals=len(deals))
            if contracts > 1:
                text = message(
                    "There are {contracts} contracts and {deals} deals.",
                    contracts=contracts,
                    deals=len(deals),
                )
            raise RuleError(text, "deal")


def number_of_rounds(rules: Any) -> int:
    return ROUNDS if rules.contracts == "classic" else len(read_contracts(rules.contracts))


SHANGHAI = "2s3, s3 r4, 2r4, 3s3, s3 r7, 2s3 r5, 3r4, s3 r10, 3s3 r5, 3r5"
CARIOCA = "2s3, s3 r4, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4, 4s3, r13p!"
TELEFUNKEN = "s3p, 2s3, s4, 2s4, s5, 2s5, r7"

PRESETS = (
    Preset("plain", message("Standard"), {}),
    Preset("bicycle", message("Bicycle"), {"deal": "bicycle", "spare_joker": True}),
    Preset("liverpool", message("Liverpool"), {"exact_cut": 50, "joker_value": 25}),
    Preset("rising", message("Rising"), {"deal": "rising", "joker_value": 50}),
    Preset(
        "shanghai",
        message("Shanghai"),
        {
            "contracts": SHANGHAI,
            "deal": "11",
            "values": "2-T 5, J-K 10",
            "joker_value": 50,
            "jokers_per_deck": 2,
            "at_once": 25,
            "max_wild": 1,
        },
    ),
    Preset(
        "shanghai-7",
        message("Shanghai in seven rounds"),
        {
            "deal": "11",
            "values": "2-7 5, 8-K 10",
            "ace_value": 20,
            "joker_value": 50,
            "jokers_per_deck": 2,
        },
    ),
    Preset(
        "carioca",
        message("Carioca"),
        {
            "contracts": CARIOCA,
            "deal": "12",
            "ace_value": 20,
            "joker_value": 30,
            "jokers_per_deck": 2,
            "max_wild": 1,
            "corner": True,
            "tie_at_end": "rounds-won",
        },
    ),
    Preset(
        "telefunken",
        message("Telefunken"),
        {
            "contracts": TELEFUNKEN,
            "deal": "11",
            "values": "2-9 5, T-K 10",
            "joker_value": 50,
            "jokers_per_deck": 2,
            "max_wild": 1,
        },
    ),
    Preset(
        "continental",
        message("Continental"),
        {
            "deal": "7 8 9 10 11 12 13",
            "ace_value": 20,
            "joker_value": 50,
            "jokers_per_deck": 3,
            "at_once": 10,
            "corner": True,
        },
    ),
)


def _contracts(rules: Any) -> tuple[Contract, ...]:
    if rules.contracts != "classic":
        listed = read_contracts(rules.contracts)
        return tuple(contract.contract(rules.max_wild) for contract in listed)
    sizes = {SET: _SHORTEST_SET, RUN: rules.run_length}
    return tuple(
        Contract(
            melds=tuple(ContractMeld(kind, sizes[kind]) for kind in kinds),
            name=name,
            written=" ".join(kinds),
            takes_all=number == ROUNDS,
        )
        for number, (kinds, name) in enumerate(CLASSIC, start=1)
    )


def _cards_dealt(rules: Any, place: int) -> int:
    dealt = CLASSIC_DEALS.get(rules.deal) or read_deals(rules.deal)
    return dealt[min(place, len(dealt) - 1)]


@lru_cache(maxsize=1024)
def deal_of(rules: Any, players: int, number: int) -> Deal:
    """The deal of round `number`, with the contract and the number of cards dealt."""
    contracts = _contracts(rules)
    place = min(number, len(contracts)) - 1
    number_of_decks = (2 if players <= 4 else 3) if rules.decks == "auto" else rules.decks
    worth = card_points(ace=rules.ace_value)
    if rules.values != "pips":
        worth |= values_of_ranks(rules.values)
    if rules.twos_wild:
        worth["2"] = WILD_TWO
    if rules.jokers_per_deck:
        worth[JOKER_RANK] = rules.joker_value
    runs = [meld.size for contract in contracts for meld in contract.melds if meld.kind is RUN]
    return Deal(
        worth=worth,
        # Hands can grow: a player who buys a discard also takes a card from the stock.
        hand_size=None,
        dealt=_cards_dealt(rules, place),
        decks=number_of_decks,
        jokers=max(0, number_of_decks * rules.jokers_per_deck - rules.spare_joker),
        wild="2" if rules.twos_wild else None,
        sets_repeat=True,
        ace_high=True,
        spares_melds=False,
        shortest_run=min(runs, default=rules.run_length),
        contract=contracts[place],
        corner=rules.corner,
        max_wild=rules.max_wild,
    )
