"""The pages for cards explain how to type a joker, but only if the game has jokers."""

from __future__ import annotations

from tests.support.disputes import words
from tests.support.pages import Visitor
from tests.support.walks import walk

JOKER_KEYS = '[data-key="JK"], button[data-joker]'


@walk(
    ("address", "is_told"),
    {
        "laying off in gin": ("play?variant=gin&ask=lay-off", False),
        "the pile": ("play?variant=canasta&ask=pile", True),
        "a wild card": ("play?variant=burraco&ask=wild", True),
        "a wild card in Brazil": ("play?variant=burraco&ask=wild&rules-jokers_per_deck=0", False),
        "the contract": ("hand?variant=contract", True),
        "the contract without jokers": ("hand?variant=contract&rules-jokers_per_deck=0", False),
        "melds of Rummy 500": ("hand?variant=rummy-500", False),
        "melds of Rummy 500 with jokers": ("hand?variant=rummy-500&preset=pagat", True),
        "a phase": ("hand?variant=phase-10", False),
        "a first meld": ("melds?variant=canasta", True),
        "burraco": ("melds?variant=burraco", True),
        "burraco in Brazil": ("melds?variant=burraco&rules-jokers_per_deck=0", False),
        "a table of tiles": ("table?variant=tiles", True),
        "a table of Rami": ("table?variant=rami", True),
        "a table of Rummy 500": ("table?variant=rummy-500", False),
        "a table of basic rummy": ("table?variant=basic", True),
        "the same by Pagat": ("table?variant=basic&preset=pagat", False),
    },
)
def test_a_joker_is_told_of_where_there_is_one(
    client: Visitor, address: str, is_told: bool
) -> None:
    page = client.visit(f"/judge/{address}")
    help_of_keyboard = " ".join(help.text for help in page.select(".field__help"))
    assert ("joker is JK" in help_of_keyboard) is is_told
    assert bool(page.select(JOKER_KEYS)) is is_told
    assert words(page, "h1")
