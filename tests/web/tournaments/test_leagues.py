"""The pages of a league: the season of a club, from its first evening to its archive."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.web.tournaments import leagues
from tests.support import hall
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.leagues import evening, league, of_nine_evenings
from tests.support.pages import Visitor, read, words
from tests.support.statements import counted
from tests.support.walks import walk

SETTINGS, EVENINGS, ARCHIVE = (
    "form[action$=setup]",
    "form[action$=evenings]",
    "form[action$=archive]",
)


@pytest.fixture
def ann(app: Flask) -> Iterator[Visitor]:
    """The phone of an organiser."""
    with app.app_context():
        yield visitor(app, Role.KEEPER, player="Ann")


def table(page: Element) -> list[str]:
    return [words(row) for row in page.select("main tbody tr")]


def results(page: Element, player: str) -> list[str]:
    """Return a player’s result of each evening, as read out."""
    [row] = [row for row in page.select("main tbody tr") if words(row, ".name") == player]
    return [words(one) for one in row.select(".league-results li")]


def create(ann: Visitor, **fields: str) -> str:
    """Create a league, and return its address."""
    answer = ann.submit("/leagues/new", {"name": "Winter"} | fields, form="form[action$=leagues]")
    assert answer.location, answer.text
    return answer.location.removesuffix("/setup")


def test_the_page_says_how_many_count_and_who_leads(ann: Visitor) -> None:
    page = ann.visit(f"/leagues/{of_nine_evenings()}")
    assert words(page, ".tournament-answer") == "Seven of nine count. Cem leads."
    assert [row.split()[:2] for row in table(page)] == [["1", "Cem"], ["2", "Ann"], ["3", "Bob"]]
    assert words(page, "tbody .number") == "340"
    gone = " does not count"
    assert results(page, "Cem") == [
        *("60", "60", "40", "60", "0", f"0{gone}", f"0{gone}", "60", "60")
    ]
    assert [words(one) for one in page.select("s")][:2] == ["0", "0"]
    assert "Results that are struck through do not count." in words(page, "main")
    evenings = [words(one) for one in page.select("main ol .item")]
    assert [place for place, one in enumerate(evenings, start=1) if "counts double" in one] == [
        3,
        7,
    ]


@walk(
    ("best", "sentence"),
    {
        "all": (None, "All evenings count. Ann and Bob lead."),
        "more than there were": (3, "The best three count. Ann and Bob lead."),
        "only one": (1, "Only the best evening counts. Ann and Bob lead."),
    },
)
def test_what_counts_is_said_in_a_sentence(ann: Visitor, best: int | None, sentence: str) -> None:
    evenings = [evening(day, {"Ann": 5, "Bob": 5}) for day in (2, 9)]
    found = league(evenings, **({"best": best} if best else {}))
    assert words(ann.visit(f"/leagues/{found}"), ".tournament-answer") == sentence


def test_many_evenings_are_told_in_figures(ann: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leagues, "MOST_SPELLED", 2)
    found = league([evening(day, {"Ann": 5, "Bob": 4}) for day in (2, 9, 16)], best=2)
    page = ann.visit(f"/leagues/{found}")
    assert words(page, ".tournament-answer") == "2 of 3 count. Ann leads."


def test_nobody_is_named_before_a_round_or_if_many_lead(ann: Visitor) -> None:
    assert words(ann.visit(f"/leagues/{league()}"), ".tournament-answer") == "No evening yet."
    begun = hall.set_up(["Ann", "Bob"], **hall.GIN)
    assert words(ann.visit(f"/leagues/{league([begun])}"), ".tournament-answer") == (
        "All evenings count. No round is closed yet."
    )
    level = dict.fromkeys(("Ann", "Bob", "Cem", "Dee"), 5)
    found = ann.visit(f"/leagues/{league([evening(2, level)])}")
    assert words(found, ".tournament-answer") == "All evenings count. Nobody leads yet."


def test_who_was_not_there_is_told_from_who_had_nothing(ann: Visitor) -> None:
    found = league([evening(2, {"Ann": 0, "Bob": 5}), evening(9, {"Cem": 3, "Bob": 5})])
    assert results(ann.visit(f"/leagues/{found}"), "Ann") == ["0", "– not there"]


def test_an_organiser_makes_a_league_and_counts_an_evening_in_it(ann: Visitor) -> None:
    friday, _other = (
        evening(2, {"Ann": 10, "Bob": 6}),
        evening(9, {"Ann": 1, "Bob": 3}, name="Next"),
    )
    address = create(ann, best="7", places="5 3", breaks="attended")
    chosen = words(ann.visit(f"{address}/setup"), "#breaks label:has([checked])")
    assert chosen == "Who came more often"
    fields = {"tournament": friday, "factor": "2"}
    answer = ann.submit(f"{address}/setup", fields, form=EVENINGS)
    assert answer.location == f"{address}/setup"
    page = ann.visit(address)
    assert table(page) == ["1 Ann 1 evening 10 10", "2 Bob 1 evening 6 6"]
    answer = ann.submit(f"{address}/setup", {"factor": "1"}, form=EVENINGS)
    assert table(ann.visit(address)) == ["1 Ann 1 evening 5 5", "2 Bob 1 evening 3 3"]
    answer = ann.submit(f"{address}/setup", {"do": "remove"}, form=EVENINGS)
    assert answer.status_code == 303
    assert table(ann.visit(address)) == []


def test_a_tournament_is_counted_from_its_desk(ann: Visitor) -> None:
    friday, winter = evening(2, {"Ann": 10, "Bob": 6}), league()
    desk = ann.visit(f"/tournaments/{friday}/desk")
    [way] = [one for one in desk.select("main a") if words(one) == "Leagues"]
    answer = ann.submit(str(way["href"]), {"factor": "2"}, form=EVENINGS)
    assert answer.location == f"/leagues/{winter}/setup"
    assert table(ann.visit(f"/leagues/{winter}")) == [
        *("1 Ann 1 evening 20 20", "2 Bob 1 evening 12 12")
    ]
    page = ann.visit(str(way["href"]))
    assert [one["value"] for one in page.select("[name=factor]")] == ["2"]
    assert "Take out" in words(page, "main")


def test_name_and_counting_change_and_stay_typed_where_they_are_wrong(ann: Visitor) -> None:
    address = create(ann)
    answer = ann.submit(f"{address}/setup", {"name": "Spring", "best": "2"}, form=SETTINGS)
    assert answer.location == address
    assert words(ann.visit(address), "h1") == "Spring"
    answer = ann.submit(f"{address}/setup", {"name": "Summer", "best": "many"}, form=SETTINGS)
    page = read(answer, 422)
    assert words(page, "#best-error") == "This must be a whole number from 1 to 400."
    assert [one["value"] for one in page.select("#name, #best")] == ["Summer", "many"]
    assert words(ann.visit(address), "h1") == "Spring"


@walk(
    ("field", "typed", "sentence"),
    [
        ("name", " ", "Give the league a name."),
        ("name", "W" * 81, "A name has 1 to 80 characters."),
        ("best", "0", "This must be a whole number from 1 to 400."),
        ("places", "5, x", "This must be a whole number from 0 to 1000000."),
        ("breaks", "lot", "Not a valid choice."),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    ann: Visitor, field: str, typed: str, sentence: str
) -> None:
    answer = ann.submit(
        "/leagues/new", {"name": "Winter", field: typed}, form="form[action$=leagues]"
    )
    assert words(read(answer, 422), f"#{field}-error").startswith(sentence)
    assert "Winter" not in words(ann.visit("/tournaments"), "main")


def test_a_factor_that_is_none_is_refused_at_its_field(ann: Visitor) -> None:
    friday = evening(2, {"Ann": 10, "Bob": 6})
    sentence = "This must be a whole number from 1 to 100."
    for found in (league(), league([friday])):
        fields = {"tournament": friday, "factor": "half"}
        page = read(ann.submit(f"/leagues/{found}/setup", fields, form=EVENINGS), 422)
        [wrong] = page.select("[aria-invalid=true]")
        assert wrong["value"] == "half"
        assert words(page, f"#{wrong['id']}-error") == sentence


def test_two_organisers_change_a_league_at_once(ann: Visitor) -> None:
    friday = evening(2, {"Ann": 10, "Bob": 6})
    address = f"/leagues/{league()}"
    page = ann.visit(f"{address}/setup")
    ann.submit(page, {"name": "Spring"}, form=SETTINGS)
    stale = ann.submit(page, {"tournament": friday, "key": "b" * 22}, form=EVENINGS)
    assert words(read(stale, 409), ".message--error").startswith("Somebody changed this league")
    assert table(ann.visit(address)) == []


def test_a_form_without_a_key_of_its_own_is_refused(ann: Visitor) -> None:
    page = ann.visit("/leagues/new")
    stale = ann.submit(page, {"name": "Winter", "key": ""}, form="form[action$=leagues]")
    assert words(read(stale, 422), ".message--error") == "This form is out of date. Open it again."


def test_an_archived_league_is_folded_away_and_can_be_restored(ann: Visitor) -> None:
    found = league()
    for folded in (["Winter"], []):
        ann.submit(f"/leagues/{found}/setup", {}, form=ARCHIVE, button="[name=archived]")
        page = ann.visit("/tournaments")
        assert [words(one) for one in page.select("section .item")] == ["Winter"]
        assert [words(one) for one in page.select("details .item")] == folded


def test_a_tournament_of_which_the_fewest_points_win_counts_by_place(ann: Visitor) -> None:
    rules = {"variant": "rami", "rules": {"target": 0, "rounds": 4}}
    friday = evening(2, {"Ann": 1, "Bob": 2, "Cem": 3}, seats=4, game=rules)
    address = create(ann)
    answer = ann.submit(f"{address}/setup", {"tournament": friday}, form=EVENINGS)
    assert words(read(answer, 422), ".message--error") == (
        "In Friday the fewest points win. Count it in a league by place."
    )
    ann.submit(f"{address}/setup", {"places": "5 3 1"}, form=SETTINGS)
    ann.submit(f"{address}/setup", {"tournament": friday}, form=EVENINGS)
    assert [row.split()[1] for row in table(ann.visit(address))] == ["Ann", "Bob", "Cem"]


def test_without_tournaments_or_leagues_the_pages_say_what_they_are_for(ann: Visitor) -> None:
    assert "The club has no tournament yet." in words(ann.visit(f"{create(ann)}/setup"), "main")


def test_who_watches_reads_a_league_and_changes_nothing(ann: Visitor, app: Flask) -> None:
    found = league([evening(2, {"Ann": 10, "Bob": 6})])
    dee = visitor(app, Role.WATCHER, player="Dee")
    page = dee.visit(f"/leagues/{found}")
    assert table(page) == ["1 Ann 1 evening 10 10", "2 Bob 1 evening 6 6"]
    assert [str(one["href"]) for one in page.select("main a")] == [
        *("/tournaments", f"/tournaments/{page.select('main ol a')[0]['href'].split('/')[-1]}"),
        f"/leagues/{found}/history",
    ]
    assert ann.get(f"/leagues/{found}").status_code == 200


def test_the_standings_lead_to_the_leagues_and_ask_nothing_more(app: Flask, ann: Visitor) -> None:
    found = evening(1, {"Ann": 31, "Bob": 20})
    address = f"/tournaments/{found}"
    alone = ann.visit(address)
    assert alone.select("main a[href^='/leagues/']") == []
    with counted(app) as before:
        ann.visit(address)
    winter, summer = league([found]), league([found], league="Summer")
    page = ann.visit(address)
    with counted(app) as sent:
        ann.visit(address)
    assert len(sent) == len(before)
    ways = {words(way): way["href"] for way in page.select("main a[href^='/leagues/']")}
    assert ways == {"League: Winter": f"/leagues/{winter}", "League: Summer": f"/leagues/{summer}"}


def test_the_history_says_who_changed_what_and_takes_it_back(ann: Visitor, app: Flask) -> None:
    found, address = evening(1, {"Ann": 31, "Bob": 20}), create(ann)
    setup = f"{address}/setup"
    for factor in ("1", "2", "3"):
        ann.submit(setup, {"tournament": found, "factor": factor}, form=EVENINGS)
    ann.submit(setup, {"do": "remove"}, form=EVENINGS)
    ann.submit(setup, {"name": "Spring"}, form=SETTINGS)
    for archived in ("yes", "no"):
        ann.submit(setup, {"archived": archived}, form=ARCHIVE)
    page = ann.visit(f"{address}/history")
    assert [words(entry, "h2") for entry in page.select(".trail > li")] == [
        "League restored",
        "League archived",
        "Name and counting changed",
        "Friday does not count",
        "Friday counts 3 times",
        "Friday counts double",
        "Friday counts once",
        "League created",
    ]
    assert all("by Ann" in words(entry) for entry in page.select(".trail > li"))
    answer = ann.submit(page, {}, form="form[action$=undo]")
    page = ann.visit(str(answer.location))
    assert words(page, ".trail > li h2") == "Undone: League restored"
    assert words(page, "form[action$=undo] button") == "Undo: League archived"
    reader = visitor(app, Role.WATCHER).visit(f"{address}/history")
    assert reader.select("form[action$=undo]") == []
