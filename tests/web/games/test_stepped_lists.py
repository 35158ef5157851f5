"""House rules with lists are changed step by step on the form of a new game, without typing."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select

from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.walks import walk

FORM = "#new-game"


def press(client: Visitor, page: Element, *names: str) -> Element:
    """Press the buttons with these names one after another, and return the page after the last."""
    for name in names:
        buttons = [
            button
            for button in page.select(f"{FORM} button[formaction]")
            if name in (button.get("aria-label", ""), words_of(button))
        ]
        assert len(buttons) == 1, f"{len(buttons)} buttons named {name}"
        step = {"do": buttons[0]["value"]}
        page = read(client.submit(page, step, form=FORM, button="#add"), 200)
    return page


def words_of(button: Element) -> str:
    return " ".join(button.text.split())


def opened(client: Visitor, variant: str, rule: str, preset: str = "plain") -> Element:
    """Return the form with the list of this house rule open."""
    page = client.visit(f"/games/new?variant={variant}&preset={preset}")
    step = {"do": f"list:{rule}:"}
    return read(client.submit(page, step, form=FORM, button="#add"), 200)


def chosen(page: Element, rule: str) -> str:
    """Return the chosen value of the house rule."""
    [option] = page.select(f"#rules-{rule} option[selected]")
    return str(option["value"])


@walk(
    ("variant", "rule", "steps", "after"),
    [
        (
            "contract",
            "contracts",
            [
                "Contract 1, sets of 3: more",
                "Contract 1, sets, cards each: more",
                "Contract 2, runs of 4: less",
            ],
            "3s4, s3, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4!",
        ),
        (
            "contract",
            "contracts",
            ["Another contract"],
            "2s3, s3 r4, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4!, 3r4!",
        ),
        ("contract", "deal", ["Cards, round 7: more", "One round less"], "10 10 10 12 12 12"),
        ("contract", "deal", ["Cards, round 1: less"], "9 10 10 12 12 12 12"),
        (
            "contract",
            "values",
            ["Points, 9: more", "Points, K: more"],
            "2 2, 3 3, 4 4, 5 5, 6 6, 7 7, 8 8, 9-Q 10, K 15",
        ),
        (
            "phase-10",
            "phases",
            ["Phase 4, runs, cards each: less", "Another phase"],
            "2s3, s3 r4, s4 r4, r6, r8, r9, 2s4, c7, s5 s2, s5 s3, s5 s3",
        ),
    ],
)
def test_a_step_changes_the_list(
    client: Visitor, variant: str, rule: str, steps: list[str], after: str
) -> None:
    page = press(client, opened(client, variant, rule), *steps)
    assert chosen(page, rule) == after
    assert page.select_one("#house-rules").get("open") is not None


def test_what_a_contract_is_stands_in_words_above_its_numbers(client: Visitor) -> None:
    page = opened(client, "contract", "contracts", "carioca")
    told = words(page, ".stepped-list__row:last-of-type p")
    assert told == "Contract 9 a run of 13 without wild cards, all cards at once"
    page = press(client, page, "Contract 9, runs, cards each: less")
    assert "a run of 12" in words(page, ".stepped-list__row:last-of-type p")


def test_a_step_that_would_leave_no_list_cannot_be_pressed(client: Visitor) -> None:
    page = opened(client, "phase-10", "phases")
    barred = [str(button["aria-label"]) for button in page.select(".stepped-list [disabled]")]
    assert "Phase 10, sets of 5: more" in barred  # Eleven cards would be too many.
    assert "Phase 4, runs of 7: less" in barred  # The phase would have no melds.


def test_the_step_that_was_pressed_keeps_the_focus(client: Visitor) -> None:
    page = press(client, opened(client, "contract", "deal"), "Cards, round 1: less")
    [focused] = page.select(".stepped-list [autofocus]")
    assert focused["aria-label"] == "Cards, round 1: less"
    for _ in range(6):
        page = press(client, page, "Cards, round 1: less")
    [focused] = page.select("[autofocus]")
    assert focused["id"] == "list-deal", "the round deals three, and the button is barred"


def test_an_unknown_step_changes_nothing(client: Visitor) -> None:
    page = opened(client, "contract", "contracts")
    for step in ("list:contracts:99n+", "list:joker_value:0+", "list:nothing:0+", "list"):
        after = read(client.submit(page, {"do": step}, form=FORM, button="#add"), 200)
        assert chosen(after, "contracts") == "classic"


def test_a_game_is_started_by_its_own_list(app: Flask, client: Visitor) -> None:
    page = opened(client, "contract", "contracts", "carioca")
    page = press(client, page, "Contract 1, sets of 3: more")
    names = {"name": ["Ann", "Bob", "", ""]}
    answer = client.submit(page, names, form=FORM)
    assert answer.status_code == 303, answer.text
    with app.app_context():
        row = db.session.scalars(select(GameRow)).one()
        contracts = row.overrides["contracts"]
    assert contracts == "3s3, s3 r4, 2r4, 3s3, 2s3 r4, s3 2r4, 3r4, 4s3, r13p!"


def test_a_deal_for_seven_contracts_is_refused_at_its_field(client: Visitor) -> None:
    page = press(client, opened(client, "contract", "contracts"), "Another contract")
    answer = client.submit(page, {"name": ["Ann", "Bob", "", ""]}, form=FORM)
    assert answer.status_code == 422
    fault = words(read(answer), "#rules-deal-error")
    assert fault == "That deal is for seven contracts: say how many cards each round deals."
