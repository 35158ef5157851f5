"""Home shows first the game that waits for the phone’s player."""

from __future__ import annotations

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.clubs.roles import Role
from scorekeeper.statistics.merging import merge_players
from scorekeeper.storage.database import db, table
from scorekeeper.storage.models import OpenRoundRow
from scorekeeper.storage.queries import active_people
from tests.support.clubs import the_club, visitor
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.party import ANNOUNCE, Party
from tests.support.scorebook import start
from tests.support.statements import counted
from tests.support.table import Table


@pytest.fixture
def party(app: Flask) -> Party:
    """Four phones at a game of Knock Rummy, followed by four games of other players."""
    party = Party(app)
    with app.app_context():
        for _game in range(4):
            start(("Cem", "Dan"), variant="tonk")
    return party


def large(page: Element) -> tuple[str, str, str]:
    """Return the large card’s game, its line about an announced round, and its button."""
    card = page.select_one(".home-table")
    line = card.select(".home-table__waiting")
    return words(card, "h3"), words(line[0]) if line else "", words(card, ".home-table__go")


def home(party: Party, who: str) -> tuple[str, str, str]:
    return large(party.phones[who].visit("/"))


def test_the_game_that_waits_for_the_hand_of_this_player_is_large(
    party: Party, client: Visitor
) -> None:
    assert home(party, "Paul") == ("Knock Rummy", "", "Play on")
    party.begin()
    assert {name: home(party, name) for name in FOUR} == {
        "Pierre": ("Knock Rummy", "Jean knocked Your hand?", "Enter your hand"),
        "Jean": ("Knock Rummy", "", "Play on"),
        "Jacques": ("Knock Rummy", "Jean knocked Your hand?", "Enter your hand"),
        "Paul": ("Knock Rummy", "Jean knocked Your hand?", "Enter your hand"),
    }
    [button] = party.phones["Paul"].visit("/").select(".home-table__go")
    assert button["href"] == f"{party.address}/round"
    party.enter("Paul")
    assert home(party, "Paul") == ("Knock Rummy", "", "Play on")
    assert large(client.visit("/")) == ("Tonk", "", "Play on"), "nobody said who this is"


def test_of_several_games_of_a_player_the_one_that_waits_is_large(app: Flask, party: Party) -> None:
    party.begin()
    with app.app_context():
        for _game in range(3):
            start(("Paul", "Jean"))
    expected = {"Paul": "Knock Rummy", "Jean": "Gin Rummy", "Jacques": "Knock Rummy"}
    for name, game in expected.items():
        assert home(party, name)[0] == game, name


def test_a_ruling_waits_for_everybody_who_must_agree(party: Party) -> None:
    party.choose(all_agree=True)
    party.everybody()
    party.agree("Pierre")
    line = "Jean knocked Still to agree: Jean, Jacques and Paul"
    assert home(party, "Paul") == ("Knock Rummy", line, "See the ruling")
    assert home(party, "Pierre") == ("Knock Rummy", "", "Play on")


def test_partners_are_asked_for_what_their_side_melded(app: Flask) -> None:
    players = ("Ann", "Bob", "Cem", "Dee")
    sides = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    game = Table(app, "rummy-500", players, sides=sides)
    phones = {name: visitor(app, Role.PLAYER, player=name) for name in players}
    phones["Ann"].submit(game.address, {"ending": "out:3"}, form=ANNOUNCE)
    assert large(phones["Cem"].visit("/"))[1:] == ("Dee went out Your hand?", "Enter your hand")
    assert large(phones["Dee"].visit("/"))[1:] == (
        "Dee went out What did you meld?",
        "Enter your melds",
    )


def test_a_page_that_is_left_open_shows_that_a_hand_is_asked_for(party: Party) -> None:
    paul = party.phones["Paul"]
    page = paul.visit("/")
    assert paul.poll(page).status_code == 204
    party.begin()
    page = read(paul.poll(page))
    assert large(page)[1] == "Jean knocked Your hand?"
    assert paul.poll(page).status_code == 204
    party.enter("Paul")
    assert large(read(paul.poll(page)))[1] == ""


def test_a_player_who_only_watches_is_asked_for_nothing(app: Flask, party: Party) -> None:
    watcher = visitor(app, Role.WATCHER, player="Paul")
    party.begin()
    assert large(watcher.visit("/")) == ("Knock Rummy", "", "View")


def test_a_merged_player_still_sees_their_own_games_first(app: Flask, party: Party) -> None:
    other = visitor(app, Role.PLAYER, player="Polo")
    party.begin()
    with app.app_context():
        known = {player.name: player for player in active_people(the_club())}
        merge_players(known["Paul"], known["Polo"])
    for phone in (other, party.phones["Paul"]):
        assert large(phone.visit("/"))[0] == "Knock Rummy"


@pytest.mark.parametrize("column", ["draft", "hands"])
def test_a_damaged_round_takes_down_no_home(app: Flask, party: Party, column: str) -> None:
    party.begin()
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(table(OpenRoundRow)).values({column: 7}))
    assert home(party, "Paul") == ("Knock Rummy", "", "Play on")


@pytest.mark.parametrize(
    ("who", "most"), [("nobody", 9), ("somebody in no game", 9), ("Jean", 10), ("Paul", 10)]
)
def test_home_asks_for_the_round_once(app: Flask, party: Party, who: str, most: int) -> None:
    names = {"nobody": "", "somebody in no game": "Eve"}
    phone = visitor(app, Role.PLAYER, player=names.get(who, who))
    party.begin()
    phone.visit("/")
    with counted(app) as sent:
        phone.visit("/")
    asked = [statement for statement in sent if not statement.startswith(("BEGIN", "PRAGMA"))]
    assert len(asked) <= most, asked


def test_the_shortcut_to_the_game_in_play_leads_to_that_of_the_player(party: Party) -> None:
    assert party.phones["Paul"].get("/games/on-the-table").location == party.address
