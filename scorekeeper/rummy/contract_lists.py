"""House rules that are lists: contracts, the cards of each round, and card values."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.rummy.cards import Card
from scorekeeper.rummy.contracts import (
    CLASSIC_CONTRACTS,
    CLASSIC_DEALS,
    DEALT,
    MOST_CONTRACTS,
    MOST_POINTS,
    NUMBERED,
    ValueRange,
    print_contracts,
    print_values,
    read_contracts,
    read_deals,
    read_values,
    values_of_ranks,
)
from scorekeeper.rummy.house_rules import TextRule
from scorekeeper.rummy.list_steps import (
    MeldLetter,
    MeldList,
    StepButton,
    SteppedList,
    stepped_numbers,
)
from scorekeeper.rummy.messages import Message, message


def _contract_words(text: str) -> Message:
    first, *others = (contract.words for contract in read_contracts(text))
    for contract in others:
        first = message("{contract}; {more}", contract=first, more=contract)
    return first


def _number_of_contracts(text: str) -> Message:
    number = len(read_contracts(text))
    return message("{number} contracts", number=number) if number > 1 else message("one contract")


def _deal_words(text: str) -> Message:
    deals = read_deals(text)
    if len(deals) == 1:
        return message("{number} in every round", number=deals[0])
    return message("{value}", value=", ".join(map(str, deals)))


def _kept_contracts(text: str) -> str:
    return print_contracts(read_contracts(text))


CONTRACT_LIST = TextRule(
    read=_kept_contracts,
    words=_contract_words,
    example="2s3, s3 r4, 3r4!",
    pattern=r"^[srmpSRMP0-9!, ]+$",
    brief=_number_of_contracts,
    steps=MeldList(
        row=message("Contract {number}"),
        another_row=message("Another contract"),
        letters={
            "s": MeldLetter(message("sets"), message("Another set"), "s3"),
            "r": MeldLetter(message("runs"), message("Another run"), "r4"),
            "m": MeldLetter(message("mixed runs"), message("Another mixed run"), "m4"),
        },
        read=_kept_contracts,
        words=_contract_words,
        marks=True,
    ),
    same_as={"classic": CLASSIC_CONTRACTS},
)


def _stepped_deals(text: str) -> SteppedList:
    deals = read_deals(text)
    names = [message("round {number}", number=place) for place in range(1, len(deals) + 1)]
    more = StepButton("another", message("Another round"), _write_deals([*deals, deals[-1]]))
    less = StepButton(
        "last", message("One round less"), _write_deals(deals[:-1]) if deals[1:] else None
    )
    return stepped_numbers(
        names if deals[1:] else [message("every round")],
        deals,
        _write_deals,
        row=message("Cards"),
        steps=[more, less],
    )


def _write_deals(deals: Sequence[int]) -> str | None:
    is_deal = len(deals) <= MOST_CONTRACTS and all(deal in DEALT for deal in deals)
    return " ".join(map(str, deals)) if is_deal else None


def _stepped_values(text: str) -> SteppedList:
    worth = values_of_ranks(text)
    names = [message("{card}", card=Card(rank)) for rank in NUMBERED]
    points = [worth[rank] for rank in NUMBERED]
    return stepped_numbers(names, points, _write_values, row=message("Points"), by=5)


def _write_values(points: Sequence[int]) -> str | None:
    if not all(0 <= number <= MOST_POINTS for number in points):
        return None
    ranges: list[ValueRange] = []
    for rank, number in zip(NUMBERED, points, strict=True):
        first = ranges.pop().first if ranges and ranges[-1].points == number else rank
        ranges.append(ValueRange(first, rank, number))
    return print_values(ranges)


DEAL_LIST = TextRule(
    read=lambda text: " ".join(map(str, read_deals(text))),
    words=_deal_words,
    example="7 8 9 10",
    pattern=r"^[0-9, ]+$",
    steps=_stepped_deals,
    same_as={key: " ".join(map(str, dealt)) for key, dealt in CLASSIC_DEALS.items()},
)
VALUE_LIST = TextRule(
    read=lambda text: print_values(read_values(text)),
    words=lambda text: message("{value}", value=tuple(part.words for part in read_values(text))),
    example="2-7 5, 8-K 10",
    pattern=r"^[-2-90TJQKtjqk1, ]+$",
    steps=_stepped_values,
    same_as={"pips": "2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 9 9, T-K 10"},
)
