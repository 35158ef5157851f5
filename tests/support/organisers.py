"""A tournament run on the organiser’s pages, without JavaScript."""

from __future__ import annotations

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, form_fields, words


class Organiser:
    """An organiser’s browser that runs one tournament."""

    def __init__(self, app: Flask, variant: str = "burraco", **fields: str) -> None:
        self.app = app
        self.browser: Visitor = visitor(app, Role.KEEPER, player="Ann")
        fields = {"name": "Friday", "planned": "2", "minutes": ""} | fields
        address = f"/tournaments/new?variant={variant}"
        answer = self.browser.submit(address, fields, form="#new-tournament")
        assert answer.location, answer.text
        self.id = answer.location.split("/")[2]

    def page(self, part: str) -> Element:
        """Return a page of the tournament, such as its `desk`."""
        return self.browser.visit(self.address(part))

    def address(self, part: str = "") -> str:
        return f"/tournaments/{self.id}/{part}".rstrip("/").replace("/?", "?")

    def enter(self, pairs: tuple[str, ...]) -> Element:
        """Paste the names, and return the desk."""
        answer = self.browser.submit(
            self.address("entrants"), {"names": "\n".join(pairs)}, form="main form"
        )
        assert answer.location, answer.text
        return self.browser.visit(answer.location)

    @property
    def answer(self) -> str:
        """The first message of the desk."""
        return words(self.page("desk"), ".tournament-answer")

    def send(self, button: str, page: Element | None = None, **fields: str) -> TestResponse:
        """Press a button of the desk, or of another page, by its words."""
        page = page or self.page("desk")
        buttons = {words(one): one for one in page.select("button")}
        # The faces of players precede their names.
        found = buttons.get(button) or next(
            one for said, one in buttons.items() if said.endswith(button)
        )
        form = next(
            form
            for form in page.select("form")
            if found in form.select("button") or found.get("form", "-") == form.get("id")
        )
        named = {found["name"]: found.get("value", "")} if found.get("name") else {}
        return self.browser.post(str(form["action"]), data={**form_fields(form), **named, **fields})

    def press(self, button: str, page: Element | None = None, **fields: str) -> Element:
        """Press a button that is accepted, and return the next page."""
        answer = self.send(button, page, **fields)
        assert answer.location, answer.text
        return self.browser.visit(answer.location)

    def table(self, round: int, number: int) -> Element:
        return self.page(f"desk/{round}/{number}")

    def play_round(self, number: int, *totals: tuple[int, int]) -> None:
        """Draw a round, publish it, type its totals by table, and close it."""
        self.press(f"Draw round {number}")
        self.press("Show it to all")
        for table, typed in enumerate(totals, start=1):
            self.type_totals(number, table, *typed)
        self.press("Close the round")

    def type_totals(self, round: int, number: int, *totals: int) -> TestResponse:
        """Type the totals of a slip."""
        fields = {"total": [str(total) for total in totals]}
        return self.browser.submit(self.table(round, number), fields, form="form[action$=totals]")

    def seats(self) -> dict[str, str]:
        """Return the table of each player in the published round, by name."""
        rows = self.page("draw").select("main .item")
        return {words(row, "strong"): words(row, ".tournament-number").split()[-1] for row in rows}
