"""A program at a game whose phones enter a round together: a device without a player."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.documents import FOUR
from tests.support.pages import words
from tests.support.party import CARDS, Party
from tests.support.programs import PlayingProgram, token
from tests.support.walks import walk

OUT = {"ending": "knock", "by": "Jean"}


@pytest.fixture
def party(app: Flask) -> Party:
    """Four phones at a game of Knock Rummy."""
    return Party(app)


@pytest.fixture
def program(party: Party) -> PlayingProgram:
    """A program that plays at their table."""
    return PlayingProgram(party.app, token(party.app), party.table.id)


def open_round(program: PlayingProgram) -> Any:
    """Return the open round as the program sees it."""
    return program.ask("GET", f"{program.address}/open").get_json()


def hands_in(told: Any) -> dict[str, Any]:
    """Return the visible hands by player."""
    return {each["player"]: each["hand"] for each in told["hands"] if "hand" in each}


def test_there_is_none_until_one_is_announced(party: Party, program: PlayingProgram) -> None:
    assert open_round(program)["detail"] == "No round is open in this game."
    for method, below in (("PUT", "/open/hands/Jean"), ("DELETE", "/open")):
        sent = 5 if method == "PUT" else None
        assert program.change(method, below, sent).status_code == 404
    assert program.change("POST", "/open/record").status_code == 404
    party.announce()
    told = open_round(program)
    assert (told["number"], told["announced"], told["complete"]) == (1, True, False)
    assert told["round"] == OUT
    assert told["awaited"] == list(FOUR)


def test_a_hand_is_hidden_until_all_are_in(party: Party, program: PlayingProgram) -> None:
    party.begin()
    told = open_round(program)
    assert [each["given"] for each in told["hands"]] == [name == "Jean" for name in FOUR]
    assert hands_in(told) == {}
    assert "5" not in str(told)
    for name in FOUR:
        if name != "Jean":
            party.enter(name)
    told = open_round(program)
    assert set(hands_in(told)) == set(FOUR)
    assert told["answer"]["winners"] == ["Jean"]
    assert told["may_record"]


def test_where_the_club_shows_each_hand_as_it_comes_a_program_sees_it_too(
    party: Party, program: PlayingProgram
) -> None:
    party.choose(shows_at_once=True)
    party.begin()
    assert hands_in(open_round(program)) == {"Jean": "5H"}


def test_it_sees_the_hands_that_it_gave_and_phones_do_not(
    party: Party, program: PlayingProgram
) -> None:
    party.announce()
    assert program.give("Paul", "8H", "?take=true").status_code == 200
    told = open_round(program)
    assert hands_in(told) == {"Paul": "8H"}
    assert [each["by"] for each in told["hands"] if each["given"]] == ["Scoreboard"]
    other = PlayingProgram(party.app, token(party.app, name="Other"), party.table.id)
    watcher = PlayingProgram(party.app, token(party.app, Role.WATCHER), party.table.id)
    for sees_none in (other, watcher):
        assert hands_in(open_round(sees_none)) == {}
    assert "8♥" not in words(party.round("Jean"))
    assert "The program Scoreboard has entered your hand." in words(party.round("Paul"))


def test_a_hand_from_a_phone_is_taken_over_only_where_that_is_said_and_all_are_told(
    party: Party, program: PlayingProgram
) -> None:
    party.begin()
    for player, sentence in (
        ("Jean", "Jean has entered this hand."),
        ("Paul", "Paul has a phone at the table."),
    ):
        refused = program.give(player, 7)
        assert (refused.status_code, refused.get_json()["where"]) == (409, "take")
        assert refused.get_json()["detail"] == sentence
        assert refused.get_json()["see"] == f"{program.address}/open"
    assert program.give("Jean", 7, "?take=true").status_code == 200
    assert open_round(program)["told"] == ["The program Scoreboard replaced the hand of Jean."]


def test_a_player_without_a_phone_needs_no_take(app: Flask) -> None:
    program = PlayingProgram(app, token(app))
    program.start({"variant": "knock", "players": ["Ann", "A/B Ü"]})
    assert program.change("POST", "/open", {"ending": "knock", "by": "Ann"}).status_code == 201
    assert program.give("A/B Ü", "K 9 2").status_code == 200
    told = program.give("Ann", 3).get_json()
    assert (told["complete"], told["may_record"]) == (True, True)
    look = program.ask("GET", f"{program.address}/open").headers["ETag"]
    answer = program.change("POST", "/open/record", If_Match=look)
    assert answer.status_code == 201
    assert answer.get_json()["answer"]["winners"] == ["Ann"]


@walk(
    ("player", "hand", "status", "where"),
    [
        ("Zoe", 5, 404, None),
        ("Paul", "KS KS", 422, None),
        ("Paul", -1, 422, None),
        ("Paul", 1.5, 422, None),
        ("Paul", {"left": 5, "colour": 1}, 422, "colour"),
        ("Paul", None, 422, None),
        ("Paul", [], 200, None),
        ("Paul", "", 200, None),
    ],
)
def test_a_hand_is_read_as_in_a_document(
    party: Party, program: PlayingProgram, player: str, hand: Any, status: int, where: str | None
) -> None:
    if not party.is_open:
        party.announce()
    body = {"json": hand} if hand is not None else {"data": "null"}
    answer = program.client.put(
        f"{program.address}/open/hands/{player}?take=true",
        headers={
            "Authorization": f"Bearer {program.secret}",
            "If-Match": program.tag,
            "Idempotency-Key": f"{player} {hand}".replace(" ", "-"),
            "Content-Type": "application/json",
        },
        **body,
    )
    assert answer.status_code == status, answer.get_json()
    assert answer.get_json().get("where") == where


def test_an_announced_round_stands_in_the_way_of_another(
    party: Party, program: PlayingProgram
) -> None:
    party.announce()
    whole = OUT | {"hands": {"Jean": 5, "Paul": 8, "Pierre": 20, "Jacques": 28}}
    for below, sent in (("/rounds", whole), ("/open", OUT)):
        refused = program.change("POST", below, sent)
        assert refused.status_code == 409
        assert refused.get_json()["see"] == f"{program.address}/open"
    assert party.is_open
    assert party.table.rounds == 0


def test_it_announces_a_round_and_every_phone_gives_its_hand(
    party: Party, program: PlayingProgram
) -> None:
    answer = program.change("POST", "/open", OUT | {"note": "Late"})
    assert (answer.status_code, answer.get_json()["awaited"]) == (201, list(FOUR))
    for name in FOUR:
        party.enter(name)
    told = open_round(program)
    assert told["round"]["note"] == "Late"
    tag = program.ask("GET", f"{program.address}/open").headers["ETag"]
    assert program.change("POST", "/open/record", If_Match=tag).status_code == 201
    assert party.table.rounds == 1
    assert not party.is_open


@walk(
    ("sent", "where"),
    [
        ({"ending": "zip"}, "ending"),
        ({"ending": "knock"}, "by"),
        ({"ending": "void", "by": "Jean"}, "by"),
        ({"between": {"adjust": {"Jean": 5}}}, "between"),
        (OUT | {"hands": {"Jean": "KS KS"}}, "hands.Jean"),
        (OUT | {"by": "Zoe"}, "by"),
    ],
)
def test_what_cannot_be_announced_is_refused(
    party: Party, program: PlayingProgram, sent: Any, where: str
) -> None:
    refused = program.change("POST", "/open", sent)
    assert (refused.status_code, refused.get_json().get("where")) == (422, where)
    assert not party.is_open


def test_it_discards_only_what_it_announced_itself(party: Party, program: PlayingProgram) -> None:
    party.announce()
    refused = program.change("DELETE", "/open")
    assert refused.status_code == 403
    assert party.is_open
    party.discard("Jean")
    program.change("POST", "/open", OUT)
    assert program.change("DELETE", "/open").status_code == 200
    assert not party.is_open
    assert "The program Scoreboard discarded the round." in words(
        party.phones["Jean"].visit(f"{party.address}?left=discarded")
    )


def test_it_records_what_it_has_seen_and_nothing_else(
    party: Party, program: PlayingProgram
) -> None:
    party.begin()
    tag = program.ask("GET", f"{program.address}/open").headers["ETag"]
    refused = program.change("POST", "/open/record", If_Match=tag)
    assert refused.status_code == 409
    assert refused.get_json()["detail"] == "Still to come: Pierre, Jacques and Paul"
    for name in FOUR:
        if name != "Jean":
            party.enter(name)
    refused = program.change("POST", "/open/record", If_Match=tag)
    assert refused.status_code == 412
    assert refused.get_json()["open"]["complete"]
    again = program.change("POST", "/open/record", If_Match=refused.headers["ETag"])
    assert again.status_code == 201
    assert party.table.rounds == 1


def test_it_overrules_nobody(party: Party, program: PlayingProgram) -> None:
    party.everybody()
    pierre = party.phones["Pierre"]
    pierre.submit(party.round("Pierre"), form="form:has(#together-doubt)")
    there = program.ask("GET", f"{program.address}/open")
    said = "Pierre says that something is wrong."
    assert (there.get_json()["may_record"], there.get_json()["told"]) == (False, [said])
    refused = program.change("POST", "/open/record", If_Match=there.headers["ETag"])
    assert (refused.status_code, refused.get_json()["detail"]) == (409, said)
    assert party.table.rounds == 0


def test_it_agrees_for_nobody(party: Party, program: PlayingProgram) -> None:
    party.choose(all_agree=True)
    whole = OUT | {"hands": {"Jean": 5, "Paul": 8, "Pierre": 20, "Jacques": 28}}
    refused = program.change("POST", "/rounds", whole)
    assert refused.status_code == 409
    assert "everybody confirms" in refused.get_json()["detail"]
    assert program.change("POST", "/open", whole).status_code == 201
    tag = program.ask("GET", f"{program.address}/open").headers["ETag"]
    refused = program.change("POST", "/open/record", If_Match=tag)
    assert refused.status_code == 409
    assert refused.get_json()["detail"] == "Still to agree: Pierre, Jean, Jacques and Paul"
    for name in FOUR:
        party.agree(name)
    assert party.table.rounds == 1


PAIRS = [("5H", "AH"), ("5H", "KS QS"), (CARDS["Jean"], "0")]
HANDS: list[Any] = ["5H", "KS KS", "KS", "AH", 5, 0, {"hand": "5H KS"}, []]


@walk(
    ("one", "other", "chance"), [(*pair, chance) for pair in PAIRS for chance in range(3)], every=3
)
def test_tables_that_differ_in_a_hidden_hand_answer_alike(
    app: Flask, one: str, other: str, chance: int
) -> None:
    """The test covers all requests about an open round, also rejected ones."""
    assert heard(app, one, Random(chance)) == heard(app, other, Random(chance))


def heard(app: Flask, hidden: str, dice: Random) -> list[Any]:
    """Return the answers to a program at a table after Jean entered this hand, still hidden.

    Paul’s hand is never entered, so the round stays incomplete.
    """
    party = Party(app)
    program = PlayingProgram(app, token(app), party.table.id)
    party.announce()
    party.enter("Jean", hidden)
    whole = OUT | {"hands": {"Jean": 5, "Paul": 8}}
    calls = [
        lambda: program.ask("GET", f"{program.address}/open"),
        lambda: program.give(dice.choice(["Pierre", "Jacques"]), dice.choice(HANDS), "?take=true"),
        lambda: program.give("Jean", dice.choice(HANDS)),
        lambda: program.change("POST", "/open/record"),
        lambda: program.change("POST", "/open/record", If_Match=tag(program)),
        lambda: program.change("POST", dice.choice(["/rounds", "/preview", "/open"]), whole),
        lambda: program.ask("GET", program.address),
        lambda: program.change("DELETE", "/open"),
    ]
    answers = [dice.choice(calls)() for _call in range(20)]
    return [_without_ids(answer.status_code, answer.get_json()) for answer in answers]


def test_a_program_changes_a_hand_that_all_saw_only_by_other_cards(
    party: Party, program: PlayingProgram
) -> None:
    party.everybody()
    party.discard("Jean")
    hands = CARDS | {"Pierre": "2C KS 9D", "Jacques": "K Q 9"}
    program.look()
    recorded = program.change("POST", "/rounds", {**OUT, "hands": hands})
    assert recorded.status_code == 201, recorded.text
    sheet = words(party.wes.visit(party.address + "/trail"))
    assert "The program Scoreboard changed the hand of Jacques, after the ruling" in sheet
    assert "hand of Pierre" not in sheet


def test_a_program_that_gives_the_same_hand_in_another_order_changes_nothing(
    party: Party, program: PlayingProgram
) -> None:
    party.announce()
    for name in ("Jean", "Jacques", "Paul"):
        party.enter(name)
    assert program.give("Pierre", "KS 9D 2C", "?take=true").status_code == 200
    before = open_round(program)
    assert before["complete"]
    assert program.give("Pierre", "2C KS 9D").status_code == 200
    assert open_round(program) == before


def tag(program: PlayingProgram) -> str:
    """Return the current ETag of the open round."""
    return str(program.ask("GET", f"{program.address}/open").headers["ETag"])


def _without_ids(status: int, told: Any) -> Any:
    """Return an answer without the fields that always differ between two games."""
    gone = ("id", "page", "started", "changed", "see")

    def stripped(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: stripped(each) for key, each in part.items() if key not in gone}
        return [stripped(each) for each in part] if isinstance(part, list) else part

    return status, stripped(told)


def test_partners_give_what_they_hold_and_a_side_what_it_melded(app: Flask) -> None:
    program = PlayingProgram(app, token(app))
    sides = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    players = ["Ann", "Bob", "Cem", "Dee"]
    program.start({"variant": "canasta", "players": players, "sides": sides})
    told = program.change("POST", "/open", {"ending": "out", "by": "Ann"}).get_json()
    assert told["awaited"] == [*sides, "Bob", "Cem", "Dee"]
    assert program.give("Ann", 5).status_code == 422
    assert program.give("Cem", {"melded": 5, "left": 5}).status_code == 422
    assert program.give("Cem", 0).status_code == 422
    assert program.give("Cem", {"left": "T T", "red_threes_left": 1}).status_code == 200
    melded = {"melded": 420, "natural": 1, "mixed": 1, "red_threes": 2}
    assert program.give("Ann & Cem", melded).status_code == 200
    told = program.give("Bob & Dee", {"melded": 110, "left": "K A JK"}).get_json()
    assert hands_in(told) == {
        "Ann & Cem": melded,
        "Bob & Dee": {"melded": 110, "left": "K A JK"},
        "Cem": {"left": "T T", "red_threes_left": 1},
    }
    assert told["awaited"] == []
    assert told["round"]["hands"]["Ann & Cem"] == melded | {"left": "T T", "red_threes_left": 1}
    assert told["answer"]["points"] == {"Ann & Cem": 1000, "Bob & Dee": 30}


def test_one_number_is_all_of_a_side(app: Flask) -> None:
    program = PlayingProgram(app, token(app))
    sides = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
    program.start({"variant": "canasta", "players": ["Ann", "Bob", "Cem", "Dee"], "sides": sides})
    program.change("POST", "/open", {"ending": "out", "by": "Ann"})
    told = program.give("We", {"net": 435}).get_json()
    assert told["awaited"] == ["They", "Bob", "Dee"]
    told = program.give("They", {"net": -120}).get_json()
    assert told["awaited"] == []
    assert told["round"]["hands"] == {"We": {"net": 435}, "They": {"net": -120}}
    assert told["answer"]["points"] == {"We": 435, "They": -120}


def test_what_a_side_melded_may_be_told_without_any_cards(app: Flask) -> None:
    program = PlayingProgram(app, token(app))
    sides = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
    players = ["Ann", "Bob", "Cem", "Dee"]
    program.start({"variant": "canasta", "players": players, "sides": sides})
    program.change("POST", "/open", {"ending": "stock"})
    shares = {"We": {"red_threes": 4}, "They": {"red_threes": 0}, **dict.fromkeys(players, 5)}
    for who, hand in shares.items():
        answer = program.give(who, hand)
        assert answer.status_code == 200, answer.get_json()
    assert answer.get_json()["answer"]["points"] == {"We": -810, "They": -10}
