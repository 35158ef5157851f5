"""The judge's desk: recorded rounds are checked there, with all that came before them."""

from __future__ import annotations

from flask import Flask

from tests.support.desk import words
from tests.support.disputes import KNOCKER
from tests.support.pages import Visitor, read
from tests.support.table import Table


def recorded(app: Flask) -> list[Table]:
    """A few rounds of several games."""
    gin = Table(app, "gin", preset="wikipedia", tie="no-score")
    gin.record("void", adjustments=[{"player": "Bob", "points": -5}])
    gin.record("gin", "Bob", hands={"Ann": 20}, entered_by="Ann", note="In the garden")
    gin.record("knock", "Ann", hands={"Ann": 10, "Bob": "K"}, dealer="Ann")
    gin.record("knock", "Ann", hands={"Ann": {"hand": KNOCKER[2:]}, "Bob": 28})
    gin.record("knock", "Ann", hands={"Ann": 12, "Bob": 30}, allow=["illegal-knock"])
    oklahoma = Table(app, "oklahoma")
    oklahoma.record("knock", "Bob", hands={"Ann": 9, "Bob": 1}, upcard="6S")
    oklahoma.record("gin", "Ann", hands={"Bob": 11}, upcard="AS")
    hollywood = Table(app, "hollywood", ("Zoe", "Yan"), gin_boxes=1)
    hollywood.record("gin", "Yan", hands={"Zoe": 20})
    hollywood.knock("Zoe", Zoe=9, Yan=3)
    hollywood.knock("Zoe", Zoe=3, Yan=9)
    four = ("Pierre", "Jean", "Jacques", "Paul")
    knock = Table(app, "knock", four, target=60)
    knock.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques="QS QD 7C AH", Paul=8)
    knock.knock("Paul", Pierre=21, Jean=5, Jacques=28, Paul=8)
    manipulation = Table(app, "manipulation", ("Ann", "Bob", "Cem"))
    manipulation.record("out", "Cem", hands={"Ann": 40, "Bob": 13})
    manipulation.record("stock", hands={"Ann": 4, "Bob": 13, "Cem": 4})
    basic = Table(app, "basic", ("Ann", "Bob"), "pagat", jokers_per_deck=2)
    basic.record("rummy", "Bob", hands={"Ann": "JK K 3"})
    thirteen = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    thirteen.record("out", "Bob", hands={"Ann": 20, "Cem": 5})
    thirteen.record("void")
    thirteen.record("out", "Cem", hands={"Ann": "4 K", "Bob": 5})
    return [gin, oklahoma, hollywood, knock, manipulation, basic, thirteen]


def test_a_recorded_round_is_judged_with_its_players_names_in_every_language(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "gin")
    table.record("knock", "Ann", hands={"Ann": 10, "Bob": "K"})
    question = client.visit(f"{table.address}/rounds/1").find("a", string="Was this round right?")
    assert question is not None
    address = str(question["href"])  # type: ignore[index]
    assert "name-0=Ann&name-1=Bob" in address
    french = read(client.get(address, headers={"Accept-Language": "fr"}))
    assert "Ann a frappé" in words(french, ".judge-asked > summary")


def test_every_recorded_round_can_be_checked_at_the_desk(app: Flask, client: Visitor) -> None:
    for table in recorded(app):
        for number in range(1, table.rounds + 1):
            round = client.visit(f"{table.address}/rounds/{number}")
            question = round.find("a", string="Was this round right?")
            assert question is not None
            address = str(question["href"])  # type: ignore[index]
            assert len(address) < 220
            answer = client.get(address)
            assert answer.status_code == 200, address
            for selector in (".ruling__result", ".ruling .ruling-lines"):
                if round.select(selector):
                    assert words(read(answer), selector) == words(round, selector)
            over = number == table.rounds and bool(client.visit(table.address).select(".end"))
            then = [each.get_text() for each in read(answer).select("#then")]
            assert any("wins the game" in each for each in then) == over
