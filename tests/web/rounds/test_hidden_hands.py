"""Ann tries to read Bob’s hand before all hands are in, or to change facts without a trace."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from scorekeeper.games.open_round import NOTES, OpenRound
from scorekeeper.games.open_rounds import find_open
from scorekeeper.games.transaction import new_key
from tests.support.clubs import visitor
from tests.support.pages import HTMX, Visitor, read, words
from tests.support.party import Party
from tests.support.table import Table

STEPS, MANY = 60, 250

ANN, BOB, CEM = "Jean", "Paul", "Pierre"
"""The attacker, the player with the secret hand, and a third player."""

STORED: dict[str, str | int] = {"QH JH": "QH JH", "=67": 67}
"""The same hands as stored in the book."""

SECRETS = {
    "QH JH": re.compile(r"(?<![\w.-])(QH|JH)(?![\w.-])|[QJ] of hearts"),
    "=67": re.compile(r"(?<![\w.-])67(?![\w.-])"),
}
"""Bob’s hands as typed, and the patterns of them on a page."""

ENDINGS = {
    "knock": ([f"knock:{seat}" for seat in range(3)] + [f"rum:{seat}" for seat in range(3)]),
    "oklahoma": [f"{how}:{seat}" for how in ("knock", "gin") for seat in range(2)],
}
SEATS = {"knock": (ANN, BOB, CEM), "oklahoma": (ANN, BOB)}
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


def hands_of(there: OpenRound) -> Mapping[str, object]:
    """Return the documents of the entered hands, by the number of their seat."""
    hands: Mapping[str, object] = there.draft.get("hands", {})
    return hands


@dataclass
class Attack:
    """A table at which Ann attacks from two browsers. Every answer to her is checked.

    She plays, and is also the club’s keeper if `keeper`. `shown` means that the open round shows
    hands as they come in. `recorded` means that all saw the hands of a round of this table, so an
    undo puts them back into the form.
    """

    party: Party
    variant: str
    secret: str
    dice: random.Random
    keeper: bool
    shown: bool = False
    recorded: bool = False
    answers: int = 0
    legal: int = 0
    told: int = 0
    browsers: dict[str, Visitor] = field(default_factory=dict)
    bobs: str = ""
    at: str = ""

    def __post_init__(self) -> None:
        [first], [self.bobs] = self.party.devices_of(ANN), self.party.devices_of(BOB)
        role = Role.KEEPER if self.keeper else Role.PLAYER
        second = visitor(self.party.app, role, player=ANN)
        [other] = self.party.devices_of(ANN) - {first}
        self.browsers = {first: self.party.phones[ANN], other: second}
        self.new_table()

    def new_table(self) -> None:
        self.party.table = Table(self.party.app, self.variant, SEATS[self.variant])
        self.party.address = self.party.table.address
        self.recorded = False

    @property
    def address(self) -> str:
        return self.party.address

    @property
    def ann(self) -> Visitor:
        """The browser that Ann is using."""
        return self.browsers[self.at]

    def there(self) -> OpenRound | None:
        with self.party.app.app_context():
            found = find_open(self.party.table.id)
        return None if found is None or found.is_being_played else found

    def is_ruled(self, there: OpenRound | None) -> bool:
        """Check whether the round has all hands for its ruling, independently of the program."""
        if there is None:
            return False
        ending, by = there.facts.get("ending"), there.facts.get("by")
        if ending == "void":
            return True
        upcard = self.variant != "oklahoma" or there.facts.get("upcard")
        out = int(by) if ending in NONE_LEFT and by else None
        seats = [seat for seat in range(len(SEATS[self.variant])) if seat != out]
        return bool(by and upcard) and {*map(str, seats)} <= hands_of(there).keys()

    def may_see(self, there: OpenRound | None) -> bool:
        """Check whether Bob’s hand can be shown on the browser that Ann is using."""
        if there is None or "1" not in hands_of(there):
            return False
        ending, by = there.facts.get("ending"), there.facts.get("by")
        if not by or (ending in NONE_LEFT and by == "1"):
            return False
        return self.is_ruled(there) or self.shown or there.hand(1).device_id == self.at

    def token(self) -> str:
        """Return the token of the forms in Ann’s browser."""
        return str(self.ann.visit("/settings").select_one("[name=csrf_token]")["value"])

    def ending(self) -> str:
        return self.dice.choice(ENDINGS[self.variant] * 3 + NO_HANDS)

    def cards(self) -> str:
        return self.dice.choice(["5", "3S", "0", "K 9", "9D 2C", "ZZ", "", "* 4S", "=12"])

    def seats(self) -> list[str]:
        return [str(self.dice.randrange(3)) for _each in range(self.dice.randint(1, 2))]

    def form(self, there: OpenRound | None) -> dict[str, object]:
        """Return the fields of a form, most of them valid."""
        version = {"version": "1", "key": f"key{self.dice.random()}".replace(".", "")}
        hands = {f"hand-{seat}": self.cards() for seat in range(3)}
        known = there and self.dice.random() < 0.9
        knows = self.dice.random() < 0.7
        seen = {f"version-{seat}": there.hand(seat).version for seat in range(3) if there and knows}
        return {
            **version,
            **hands,
            **seen,
            "seat": self.seats(),
            "ending": self.ending(),
            "upcard": self.dice.choice(["9H", "6S", ""]),
            "open": there.id if there and known else "another",
            "facts_version": str(there.facts_version) if there and known else "0",
            **({"allow": "yes"} if self.dice.random() < 0.2 else {}),
        }

    def post(self, path: str, **more: object) -> TestResponse:
        there = self.there()
        data = self.form(there) | more | {"csrf_token": self.token()}
        headers = HTMX if self.dice.random() < 0.5 else {}
        follow = self.dice.random() < 0.7
        address = path.removeprefix("club:") if path.startswith("club:") else self.address + path
        return self.ann.post(
            address, data=data, headers=headers, follow_redirects=follow and not headers
        )

    def act(self) -> None:
        """Make one random move of Ann, and check its answer."""
        self.at = self.dice.choice(list(self.browsers))
        before, rounds = self.there(), self.party.table.rounds
        answer = self.dice.choice(self.moves())()
        after = self.there()
        if after and (before is None or before.id != after.id):
            self.shown = self.party.shows_at_once
        if self.party.table.rounds > rounds:
            self.recorded = True
            if self.dice.random() < 0.5:
                self.new_table()
            return
        self.answers += 1
        found = SECRETS[self.secret].search(self.text_of(answer))
        may = self.may_see(after) or self.recorded
        assert not found or may, (answer.request.path, answer.status_code, before, after)
        self.legal += may and found is not None
        self.check_told(before, after)
        assert after is None or 1 not in after.agreed, "Bob never agreed"

    def text_of(self, answer: TestResponse) -> str:
        if answer.mimetype != "text/html":
            return answer.get_data(as_text=True) if answer.mimetype == "application/json" else ""
        page = read(answer)
        typed = [str(each.get("value", "")) for each in page.select("input:not([type=hidden])")]
        return words(page) + " " + " ".join(typed)

    def check_told(self, before: OpenRound | None, after: OpenRound | None) -> None:
        """Check that phones show Ann’s changes of a ruling, and hands that she replaced."""
        if before is None:
            return
        if after is None or before.id != after.id:
            with self.party.app.app_context():
                left = find_open(self.party.table.id)
            notes = [each for each in left.amendments if each.field in NOTES] if left else []
            assert not left or not self.is_ruled(before) or any(each.late for each in notes)
            return
        told = {each.seat for each in after.amendments[len(before.amendments) :] if each.is_told}
        now = hands_of(after)
        changed = {int(seat) for seat, hand in hands_of(before).items() if now.get(seat) != hand}
        ours = {seat for seat in changed if before.hand(seat).device_id == self.at}
        assert changed - ours <= told, (before, after)
        if self.is_ruled(before):
            assert changed <= told, (before, after)
            assert before.facts == after.facts or None in told, (before, after)
        self.told += bool(told)

    def moves(self) -> Sequence[Callable[[], TestResponse]]:
        look = self.dice.choice(GETS)
        who = self.dice.choice(["player:" + ANN, "player:" + BOB, "player:" + CEM, "nobody"])
        keeps = {
            "record": self.dice.choice(["all", "anyone"]),
            "show": self.dice.choice(["all-in", "at-once"]),
        }
        devices = [*self.browsers, self.bobs]
        return (
            *[lambda: self.ann.get(self.address + look)] * 4,
            lambda: self.ann.get(self.address + look, headers=HTMX),
            *[lambda: self.post("/round/announce")] * 3,
            lambda: self.post("/round/announce", again="1"),
            *[lambda: self.post("/round/hand")] * 3,
            *[lambda: self.post("/round/hand", seat="0")] * 2,
            *[lambda: self.post("/round/hand", seat="1")] * 2,
            lambda: self.post("/round/hand/back"),
            lambda: self.post("/round/count"),
            *[lambda: self.post("/round/facts")] * 3,
            lambda: self.post("/round/upcard", rank="9", suit="H", was=""),
            lambda: self.post("/rounds/preview"),
            lambda: self.post("/rounds"),
            lambda: self.post("/round/agree", revision=self.revision()),
            lambda: (
                self.post("/round", revision=self.revision())
                if self.dice.random() < 0.3
                else self.post("/round")
            ),
            lambda: self.post("/round/discard") if self.dice.random() < 0.3 else self.ann.get("/"),
            lambda: self.post("/undo", version=str(self.version())),
            *[lambda: self.post("club:/club/me", who=who)] * 2,
            lambda: self.post("club:/club/together", **keeps),
            lambda: self.post(f"club:/club/devices/{self.dice.choice(devices)}/player", who=who),
        )

    def revision(self) -> str:
        there = self.there()
        return there.revision if there else ""

    def version(self) -> int:
        """The current version of the game, which every page knows."""
        return self.party.table.version

    def let_others_play(self) -> None:
        """Enter Bob’s hand, and sometimes Cem’s."""
        there = self.there()
        if there is None or self.dice.random() < 0.5:
            return
        for name, seat, cards in ((BOB, 1, self.secret), (CEM, 2, "4S")):
            if name not in SEATS[self.variant] or (name == CEM and self.dice.random() < 0.6):
                continue
            phone = self.party.phones[name]
            page = phone.visit(f"{self.address}/round?seat={seat}&take=1")
            if page.select("#round"):
                phone.submit(page, {f"hand-{seat}": cards}, form="#round")


@pytest.mark.parametrize(
    ("seed", "steps"),
    [
        (5, STEPS),
        *(pytest.param(seed, MANY, marks=pytest.mark.slow) for seed in range(8)),
    ],
)
def test_no_answer_shows_a_hand_before_its_time_and_no_change_goes_untold(
    app: Flask, seed: int, steps: int
) -> None:
    dice = random.Random(seed)
    party = Party(app)
    attack = Attack(
        party, ("knock", "oklahoma")[seed % 2], ("QH JH", "=67")[seed // 2 % 2], dice, seed % 3 == 2
    )
    for _step in range(steps):
        attack.let_others_play()
        attack.act()
    assert attack.answers > steps * 0.6
    assert attack.legal, "Bob's hand was never seen at all"
    assert attack.told, "nothing was ever told"


def test_a_screen_for_all_shows_no_hand_of_the_browser_that_opened_it(app: Flask) -> None:
    party = Party(app)
    party.begin()
    party.enter("Jean", "K Q 8", whose="Jacques")

    def shown(address: str) -> str:
        return words(read(party.phones["Jean"].get(party.address + address)), "#sheet-now")

    for own in ("", "/live?at=sheet"):
        assert "received: 5" in shown(own)
        assert "received: K, Q, 8" in shown(own)
    for screen in ("/watch", "/live?at=watch"):
        assert shown(screen).count("received") == 2
        assert "received:" not in shown(screen)
    # A hand that another phone replaced is offered again, but not on the big screen.
    party.enter("Jacques", "8")
    offered = "Put back what I entered for Jacques"
    assert offered in shown("")
    assert offered not in shown("/watch")


# Two games that differ in one hand


@dataclass
class Pair:
    """Two games of the same players, with two different hands of Bob."""

    party: Party
    tables: tuple[Table, Table]
    links: dict[str, str] = field(default_factory=dict)

    def ids(self, table: Table) -> Iterator[str]:
        """Yield the ids of this game and of its round."""
        yield table.id
        yield self.links[table.id]
        with self.party.app.app_context():
            if (found := find_open(table.id)) is not None:
                yield found.id

    def plain(self, table: Table, answer: TestResponse) -> tuple[object, ...]:
        """Return an answer without the ids, tokens, keys and times of its game."""
        ids = "|".join(map(re.escape, self.ids(table)))
        masks = (
            (ids, "ID"),
            (r"[\w.-]{60,}", "TOKEN"),
            (r'name="key" [^>]*value="[^"]*"', "KEY"),
            (r'<div id="sheet-newer"[^§]*?</div>', "THE OTHER GAME"),
            (r"[0-9a-f]{16}", "REQUEST"),
            (r'"\d{4}-\d\d-\d\dT[^"]*"', "TIME"),
        )
        texts = [answer.get_data(as_text=True), answer.headers.get("Location", "")]
        texts.append(answer.headers.get("HX-Redirect", ""))
        for pattern, mask in masks:
            texts = [re.sub(pattern, mask, text) for text in texts]
        return (answer.status_code, *texts)

    def compare(self, ask: Callable[[Table], TestResponse]) -> None:
        first, second = (self.plain(table, ask(table)) for table in self.tables)
        assert first == second

    def there(self, table: Table) -> OpenRound:
        with self.party.app.app_context():
            found = find_open(table.id)
        assert found is not None
        return found


POSTS: dict[str, dict[str, object]] = {
    "/round/announce": {"ending": "knock:1"},
    "/round/hand": {"seat": ["0"], "hand-0": "5"},
    "/round/hand#another": {"seat": ["1"], "hand-1": "QH JH"},
    "/round/count": {"seat": ["1"], "hand-1": "QH JH"},
    "/round/hand/back": {"seat": ["1"]},
    "/round/facts": {"ending": "knock:0", "note": "x"},
    "/round/upcard": {"rank": "9", "suit": "H", "was": ""},
    "/round/agree": {},
    "/round": {},
    "/rounds": {"ending": "knock:0", "hand-0": "5", "hand-1": "9", "hand-2": "4"},
    "/rounds/preview": {"ending": "knock:0", "hand-0": "5", "hand-1": "9"},
    "/round/hand#known": {"seat": ["1"], "hand-1": "QH JH", "version-1": "1"},
}


@pytest.mark.parametrize(
    "who",
    [
        *("player", "guest", "stranger"),
        *(pytest.param(who, marks=pytest.mark.slow) for who in ("nameless", "keeper", "watcher")),
    ],
)
def test_nobody_can_tell_two_games_apart_by_a_hand_that_is_hidden(app: Flask, who: str) -> None:
    party = Party(app)
    tables = tuple(Table(app, "knock", SEATS["knock"]) for _each in range(2))
    pair = Pair(party, (tables[0], tables[1]), {table.id: table.share() for table in tables})
    made = {
        "player": lambda: party.phones[ANN],
        "nameless": lambda: visitor(app, Role.PLAYER),
        "keeper": lambda: visitor(app, Role.KEEPER, player=ANN),
        "watcher": lambda: party.wes,
    }.get(who, lambda: visitor(app, None))()
    for table, secret in zip(tables, SECRETS, strict=True):
        party.table, party.address = table, table.address
        party.announce(BOB, "knock:0")
        party.phones[BOB].submit(f"{table.address}/round", {"hand-1": secret}, form="#round")
        assert hands_of(pair.there(table)) == {"1": STORED[secret]}
    if who == "guest":
        pair.compare(lambda table: made.get(pair.links[table.id]))
    for path in GETS:
        for headers in ({}, HTMX):
            pair.compare(
                lambda table, path=path, headers=headers: made.get(
                    table.address + path, headers=headers
                ),
            )
    token = made.visit("/settings").select_one("[name=csrf_token]")["value"]
    for path, fields in POSTS.items():

        def send(table: Table, path: str = path, more: dict[str, object] = fields) -> TestResponse:
            there, form = pair.there(table), {"csrf_token": token, "key": new_key(), "version": "1"}
            shown = {"revision": there.revision, "facts_version": str(there.facts_version)}
            form |= {"open": there.id} | shown | more
            path = path.partition("#")[0]
            return made.post(table.address + path, data=form, follow_redirects=True)

        pair.compare(send)
