"""Ann tries everything to read the hand of Bob before hers is in; no answer shows it."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.members import HandsShown
from scorekeeper.games.open_rounds import OpenRound, find_open
from tests.support.pages import HTMX, read, words
from tests.support.party import Party
from tests.support.table import Table

STEPS, MANY = 90, 250

ANN, BOB, CEM = "Jean", "Paul", "Pierre"
"""Who attacks, whose hand is to be read, and who plays along."""

SECRETS = {
    "QH JH": re.compile(r"(?<![\w.-])(QH|JH)(?![\w.-])|[QJ] hearts"),
    "=67": re.compile(r"(?<![\w.-])67(?![\w.-])"),
}
"""Bob's hands: how they are typed, and how they would be read on a page."""

ENDINGS = {
    "knock": ([f"knock:{seat}" for seat in range(3)] + [f"rum:{seat}" for seat in range(3)]),
    "gin": [f"{how}:{seat}" for how in ("knock", "gin") for seat in range(2)],
}
SEATS = {"knock": (ANN, BOB, CEM), "gin": (ANN, BOB)}
NO_HANDS = ["void", "", "nonsense:7"]
NONE_LEFT = ("rum", "gin")

GETS = (
    *("", "/document", "/trail", "/watch", "/call", "/details", "/delete", "/picture.png"),
    *("/rounds/new", "/rounds/new?ending=knock:0", "/rounds/1", "/rounds/1/edit"),
    *("/round", "/round?seat=0", "/round?seat=1", "/round?seat=0&seat=1", "/round?wrong=1"),
    *("/round?seat=1&take=1", "/round/facts", "/round/discard"),
    *(f"/live?at={at}" for at in ("sheet", "watch", "round", "elsewhere")),
    *("/live?at=round&seat=1", "/live?at=round&seat=1&take=1", "/live?at=round&wrong=1"),
    "/live?at=round&ruled=x",
)


@dataclass
class Attack:
    """A table at which Ann attacks; every answer that she gets is looked at."""

    party: Party
    variant: str
    secret: str
    dice: random.Random
    shown: HandsShown
    stale: list[BeautifulSoup] = field(default_factory=list)
    answers: int = 0
    legal: int = 0

    def __post_init__(self) -> None:
        self.new_table()

    def new_table(self) -> None:
        self.party.table = Table(self.party.app, self.variant, SEATS[self.variant])
        self.party.address = self.party.table.address

    @property
    def address(self) -> str:
        return self.party.address

    def there(self) -> OpenRound | None:
        with self.party.app.app_context():
            return find_open(self.party.table.id)

    def may_see(self, there: OpenRound | None) -> bool:
        """Whether Ann may see Bob's hand, worked out apart from the program."""
        if there is None or not there.hand(1).text:
            return False
        ending, _, by = there.facts.get("ending", "").partition(":")
        if not by:
            return False
        out = int(by) if ending in NONE_LEFT else None
        waiting = [
            seat
            for seat in range(len(SEATS[self.variant]))
            if seat != out and not there.hand(seat).text
        ]
        if not waiting:
            return out != 1
        if self.shown is HandsShown.ALL_IN or out == 1:
            return False
        mine = there.hand(0).device_id
        theirs = [seat for seat in waiting if seat == 0 or there.hand(seat).device_id == self.phone]
        return not theirs and (out == 0 or mine is not None)

    @cached_property
    def token(self) -> str:
        """What every form of Ann's phone carries."""
        token = self.party.phones[ANN].visit("/rules").select_one("[name=csrf_token]")
        return str(token["value"])

    @property
    def phone(self) -> str:
        """The id of Ann's phone."""
        return self.ids[ANN]

    ids: dict[str, str] = field(default_factory=dict)

    def ending(self) -> str:
        return self.dice.choice(ENDINGS[self.variant] * 3 + NO_HANDS)

    def cards(self) -> str:
        return self.dice.choice(["5", "3S", "0", "K 9", "9D 2C", "ZZ", "", "* 4S", "=12"])

    def seats(self) -> list[str]:
        return [str(self.dice.randrange(3)) for _each in range(self.dice.randint(1, 2))]

    def form(self, there: OpenRound | None) -> dict[str, object]:
        """Fields of every form, mostly as they should be."""
        version = {"version": "1", "key": f"key{self.dice.random()}".replace(".", "")}
        hands = {f"hand-{seat}": self.cards() for seat in range(3)}
        known = there and self.dice.random() < 0.9
        return {
            **version,
            **hands,
            "seat": self.seats(),
            "ending": self.ending(),
            **({"take": "1"} if self.dice.random() < 0.4 else {}),
            "open": there.id if there and known else "another",
            "seen": str(there.facts_version) if there and known else "0",
            **({"allow": "yes"} if self.dice.random() < 0.2 else {}),
        }

    def post(self, path: str, **more: object) -> TestResponse:
        there = self.there()
        phone = self.party.phones[ANN]
        data = self.form(there) | more
        headers = HTMX if self.dice.random() < 0.5 else {}
        data["csrf_token"] = self.token
        follow = self.dice.random() < 0.7
        return phone.post(
            self.address + path, data=data, headers=headers, follow_redirects=follow and not headers
        )

    def act(self) -> None:
        """One thing that Ann does, and a look at what she is answered."""
        before, rounds = self.there(), self.party.table.rounds
        answer = self.dice.choice(self.moves())()
        after = self.there()
        if self.party.table.rounds > rounds:
            self.new_table()
            return
        self.answers += 1
        found = SECRETS[self.secret].search(self.text_of(answer))
        may = self.may_see(after)
        assert not found or may, (answer.request.path, answer.status_code, before, after)
        self.legal += may and found is not None
        self.check_remark(before, after)

    def text_of(self, answer: TestResponse) -> str:
        if answer.mimetype != "text/html":
            return answer.get_data(as_text=True) if answer.mimetype == "application/json" else ""
        page = read(answer)
        typed = [str(each.get("value", "")) for each in page.select("input:not([type=hidden])")]
        return words(page) + " " + " ".join(typed)

    def check_remark(self, before: OpenRound | None, after: OpenRound | None) -> None:
        """What Ann changes after she could see Bob's hand is noted, for all to read."""
        if before is None or after is None or before.id != after.id or not self.may_see(before):
            return
        own = before.hand(0).text not in ("", after.hand(0).text)
        if own or before.facts != after.facts:
            new = after.amendments[len(before.amendments) :]
            assert any(1 in change.saw for change in new), (before, after)

    def moves(self) -> Sequence[Callable[[], TestResponse]]:
        jean, address = self.party.phones[ANN], self.address
        return (
            *[lambda: jean.get(address + self.dice.choice(GETS))] * 4,
            lambda: jean.get(address + self.dice.choice(GETS), headers=HTMX),
            *[lambda: self.post("/round/announce")] * 3,
            *[lambda: self.post("/round/hand")] * 3,
            *[lambda: self.post("/round/hand", seat="0")] * 2,
            lambda: self.post("/round/count"),
            lambda: self.post("/round/take"),
            *[lambda: self.post("/round/facts")] * 3,
            lambda: self.post("/rounds/preview"),
            lambda: self.post("/rounds"),
            lambda: self.post("/round/agree", seen=self.revision()),
            lambda: (
                self.post("/round", seen=self.revision())
                if self.dice.random() < 0.1
                else self.post("/round")
            ),
            lambda: self.post("/round/discard") if self.dice.random() < 0.2 else jean.get("/"),
            lambda: self.post("/undo"),
        )

    def revision(self) -> str:
        there = self.there()
        return there.revision if there else ""

    def let_others_play(self) -> None:
        """Bob gives his hand, and sometimes Cem gives one too."""
        there = self.there()
        if there is None or self.dice.random() < 0.5:
            return
        for name, seat, cards in ((BOB, 1, self.secret), (CEM, 2, "4S")):
            if name not in SEATS[self.variant] or (name == CEM and self.dice.random() < 0.6):
                continue
            phone = self.party.phones[name]
            page = phone.visit(f"{self.address}/round?seat={seat}")
            if page.select("#round"):
                phone.submit(page, {f"hand-{seat}": cards}, form="#round")


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        *((seed, STEPS) for seed in (2, 5)),
        *(pytest.param(seed, MANY, marks=pytest.mark.slow) for seed in range(8)),
    ],
)
def test_no_answer_shows_a_hand_before_its_time(app: Flask, seed: int, steps: int) -> None:
    dice = random.Random(seed)
    shown = dice.choice([HandsShown.OWN_IN, HandsShown.ALL_IN])
    party = Party(app)
    party.choose(hands_shown=shown.value)
    attack = Attack(party, ("knock", "gin")[seed % 2], ("QH JH", "=67")[seed // 2 % 2], dice, shown)
    attack.ids[ANN] = party.device_of(ANN)
    for _step in range(steps):
        attack.let_others_play()
        attack.act()
    assert attack.answers > steps * 0.8
    assert attack.legal or shown is HandsShown.ALL_IN, "Bob's hand was never seen at all"
