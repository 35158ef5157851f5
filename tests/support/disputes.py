"""Twenty disputes at a rummy table, typed at the judge’s desk without JavaScript.

Each has the fields to type, by name, and words that the answer must contain.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.support import pages
from tests.support.elements import Element
from tests.support.pages import Visitor, read

KNOCKER = "* 7S 7H 7D 4C 5C 6C KH KD KC 2S"
"""Ten cards with 2 left: three sevens, a run of clubs, three kings."""

DEFENDER = "* 7C QS QH QD JS JH JD 9H 9S 3C"
"""Ten cards with 28 left, and 18 once 7♣ and 3♣ are laid off on the run of clubs."""

LAID_OFF_TO_NOTHING = "* 9D QS QH QD JS JH JD 9H 9S 3C"
"""Ten cards with 3 left, and none once 3♣ is laid off."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A dispute: the fields to type, and the words that its answer does or does not contain."""

    number: int
    question: str
    game: str
    typed: dict[str, str]
    says: list[str]
    never: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the dispute’s tests."""
        return f"{self.number}: {self.question}"


DISPUTES = [
    Dispute(
        1,
        "what is an ace worth",
        "basic",
        {"rules-ace_value": "11", "ending": "out:0", "hand-1": "K 7 A JK"},
        ["Ann scores 43", "An ace counts: 1 → Ann +33"],
    ),
    Dispute(
        2,
        "10 against the knocker's 10 in gin",
        "gin",
        {"ending": "knock:0", "hand-0": "=10", "hand-1": "=10"},
        [
            "A tie: Bob undercuts Ann, +10",
            "Bob tied Ann: a tie is an undercut",
            "Another player ties with the knocker. Who wins?",
            "A tie: nobody scores → nobody, 0",
        ],
    ),
    Dispute(
        2,
        "5 against the knocker's 5 in knock rummy",
        "knock",
        {"players": "3", "ending": "knock:0", "hand-0": "5H", "hand-1": "=5", "hand-2": "28"},
        ["A tie: Bob undercuts Ann, +23", "Penalty on a tie too: yes → Bob +33"],
    ),
    Dispute(
        2,
        "4 against the knocker's 4 in manipulation",
        "manipulation",
        {"players": "3", "ending": "knock:0", "hand-0": "=4", "hand-1": "=4", "hand-2": "15"},
        ["A tie: Bob undercuts Ann, +21", "Bob tied Ann: a tie is an undercut +10"],
    ),
    Dispute(
        3,
        "two have just as much as the knocker",
        "manipulation",
        {
            "players": "4",
            "ending": "knock:0",
            "hand-0": "=4",
            "hand-1": "=4",
            "hand-2": "=4",
            "hand-3": "15",
        },
        ["Bob and Cem score 21 each", "Several players tie with the knocker. Who wins?"],
    ),
    Dispute(
        4,
        "two are level below the knocker",
        "knock",
        {
            "players": "4",
            "ending": "knock:0",
            "hand-0": "9",
            "hand-1": "5",
            "hand-2": "5",
            "hand-3": "28",
        },
        ["Bob and Cem score 37 each", "Tied winners score: equal shares → Bob and Cem +18"],
    ),
    Dispute(
        5,
        "gin against 0",
        "gin",
        {"ending": "gin:0", "hand-1": "0"},
        ["Ann scores 25", "Bob 0 − Ann 0", "Ann went gin +25"],
    ),
    Dispute(
        6,
        "laid off down to nothing",
        "gin",
        {"ending": "knock:0", "hand-0": KNOCKER, "hand-1": LAID_OFF_TO_NOTHING},
        ["Bob undercuts Ann, +12", "Ann 2 − Bob 0 +2", "Bob undercut Ann +10"],
        ["gin-bonus", "went gin +"],
    ),
    Dispute(
        7,
        "a run against another 0",
        "knock",
        {"players": "3", "ending": "rum:0", "hand-1": "0", "hand-2": "28"},
        [
            "A tie: Bob undercuts Ann, +28",
            "Rum can be tied: no → Ann +78",
        ],
    ),
    Dispute(
        8,
        "may one lay off in knock rummy",
        "knock",
        {"ending": "knock:0", "hand-0": KNOCKER, "hand-1": DEFENDER},
        ["Ann scores 26", "Bob 28 − Ann 2", "Gin Rummy → Ann +16"],
        ["laid off"],
    ),
    Dispute(
        9,
        "is it counted before or after lay-offs",
        "gin",
        {"ending": "knock:0", "hand-0": KNOCKER, "hand-1": DEFENDER},
        ["Ann scores 16", "Bob 18 − Ann 2", "7 of clubs laid off on", "3 of clubs laid off on"],
    ),
    Dispute(
        10,
        "a knock above the limit that the table accepted",
        "gin",
        {"ending": "knock:0", "hand-0": "12", "hand-1": "30", "allow": "yes"},
        ["Ann scores 18", "The table let Ann knock with 12, over the limit of 10."],
    ),
    Dispute(
        11,
        "the stock runs out in gin",
        "gin",
        {"ending": "stock"},
        ["Nobody wins, nobody scores", "Ann deals next."],
    ),
    Dispute(
        11,
        "the stock runs out in manipulation",
        "manipulation",
        {"ending": "stock", "hand-0": "13", "hand-1": "=8"},
        ["Bob scores 5", "The stock ran out. What now?"],
    ),
    Dispute(
        12,
        "who deals next",
        "gin",
        {"preset": "wikipedia", "ending": "knock:0", "hand-0": "=3", "hand-1": "11"},
        ["Ann scores 8", "Bob deals next."],
    ),
    Dispute(
        13,
        "do boxes count towards the target",
        "gin",
        {
            "rules-box_bonus": "20",
            "ending": "knock:0",
            "hand-0": "=3",
            "hand-1": "11",
            "total-0": "90",
            "total-1": "45",
            "won-0": "4",
            "won-1": "2",
        },
        ["Ann scores 8", "Ann 98, Bob 45", "deals next."],
        ["wins the game"],
    ),
    Dispute(
        14,
        "the arithmetic of the shutout",
        "gin",
        {
            "preset": "modern",
            "ending": "knock:0",
            "hand-0": "=2",
            "hand-1": "52",
            "total-0": "50",
            "won-0": "1",
        },
        [
            "Ann wins the game",
            "Shutout: Bob never scored, so everything counts double +250",
            "Ann in all 500",
            "Ann wins the game: Ann 340, Bob 0",
        ],
    ),
    Dispute(
        15,
        "the higher final did not reach the target",
        "manipulation",
        {
            "ending": "knock:0",
            "hand-0": "=3",
            "hand-1": "29",
            "total-0": "125",
            "total-1": "140",
            "won-0": "2",
            "won-1": "5",
        },
        [
            "Bob wins the game",
            "Ann in all 251",
            "Bob in all 265",
            "I reached the target, but your final total is higher. Who wins?",
        ],
    ),
    Dispute(
        16,
        "in which columns does this win go",
        "hollywood",
        {
            "ending": "knock:1",
            "hand-0": "11",
            "hand-1": "A",
            "wins": "Ann 60, Ann 50, Bob 20",
        },
        ["Bob scores 10", "Written in columns 2 and 3.", "Column 1 closed 110 0", "Column 2 50 30"],
    ),
    Dispute(
        17,
        "an ace as upcard, and a spade",
        "oklahoma",
        {"upcard": "AS", "ending": "gin:0", "hand-1": "30"},
        ["Ann scores 110", "is a spade: the round counts double +55", "A spade counts double: no"],
    ),
    Dispute(
        18,
        "a wild card left in the hand",
        "three-thirteen",
        {"round": "5", "ending": "out:0", "hand-1": "7 K Q"},
        [
            "Bob, 27 left, 27 points",
            "A wild card left in hand counts: 20 → Bob 40",
        ],
    ),
    Dispute(
        19,
        "a second player is out after the last turn",
        "three-thirteen",
        {"players": "3", "ending": "out:0", "hand-1": "0", "hand-2": "5"},
        ["Ann goes out", "Cem, 5 left, 5 points"],
    ),
    Dispute(
        20,
        "was that the best arrangement",
        "gin",
        {
            "ending": "knock:0",
            "hand-0": "=5",
            "hand-1": "7S 7H 7D + 2C 3C 4C / 8D 9D 10D KC",
        },
        ["Ann scores 32", "Bob’s hand can be laid out better: 10, not 37."],
    ),
]


EQUAL = {"variant": "gin", "ending": "knock:0", "hand-0": "=10", "hand-1": "=10"}


def words(page: Element, selector: str = "#answer") -> str:
    """Return the text of the first element that the selector finds. The default is the answer."""
    return pages.words(page, selector)


def settled(client: Visitor, dispute: Dispute) -> Element:
    """Return the desk after the dispute was typed and sent."""
    page = client.visit(f"/judge?variant={dispute.game}")
    # Some fields appear only with the first answer, after others are chosen.
    typed = {name: text for name, text in dispute.typed.items() if page.select(f'[name="{name}"]')}
    first = read(client.submit(page, typed, form="#dispute", follow_redirects=True))
    if all(page.select(f'[name="{name}"]') for name in dispute.typed):
        return first
    return client.press(first, dispute.typed, form="#dispute")


def link(page: Element) -> str:
    """Return the address of the ruling, as shown on the page."""
    return str(page.select_one("#link")["href"])


def ask(client: Visitor, **facts: str) -> tuple[int, Element]:
    """Return status and page of the desk with these fields in its address, after redirects."""
    named = {name.replace("_", "-"): text for name, text in facts.items()}
    response = client.get("/judge", query_string=named, follow_redirects=True)
    return response.status_code, read(response)
