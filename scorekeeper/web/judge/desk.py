"""What every desk of the judge has: a game and its rules, an address, and the way back to a game.

Nothing is stored: all of a question is in the address.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from flask import abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.web.judge.blueprint import WayBack, way_back
from scorekeeper.web.judge.dispute import Dispute, read_dispute
from scorekeeper.web.judge.form import DisputeForm, read_form
from scorekeeper.web.shell.requests import is_htmx, speak_of


def address_of(endpoint: str, query: Mapping[str, str], *, external: bool = False) -> str:
    return f"{url_for(endpoint, _external=external)}?{urlencode(query, safe=':,/')}"


def dispute_asked_about() -> tuple[Dispute, WayBack | None]:
    """The dispute of the address, and the way back; without a game there, first to the desk."""
    if "variant" not in request.args:
        abort(redirect(url_for("judge.desk")))
    return read_dispute(request.args) or abort(404), way_back(request.args.get("game", ""))


_BETWEEN_MELDS = re.compile(r"[\r\n,;|/+]+")


def typed_melds(text: str) -> list[str]:
    """The melds in a text, in upper case."""
    melds = (" ".join(meld.upper().split()) for meld in _BETWEEN_MELDS.split(text))
    return [meld for meld in melds if meld]


@dataclass(frozen=True, slots=True)
class CardsRow:
    """A row of cards of a form: its name, what was typed, and what is wrong with it."""

    name: str
    label: str
    typed: str
    error: str = ""


class Desk(ABC):
    """A desk with one question; `back` leads to the club's game in which it arose."""

    endpoint: str
    """The name of its page."""

    templates: tuple[str, str]
    """Its page, and the part of it that htmx asks for."""

    errors: Mapping[str, str]
    """What is wrong with the game or the question, by field."""

    def __init__(self, dispute: Dispute, back: WayBack | None) -> None:
        self.dispute, self.back = dispute, back
        speak_of(dispute.variant.key)

    @property
    def game_id(self) -> str:
        """The game that the desk links back to; empty without one."""
        return self.back.game_id if self.back else ""

    @cached_property
    def sheet_behind(self) -> Sheet | None:
        """The sheet that the desk links back to, if it is of the same game."""
        sheet = sheet_of(self.back.row) if self.back else None
        return sheet if sheet and sheet.game.variant is self.dispute.variant else None

    @cached_property
    def form(self) -> DisputeForm:
        """The dispute as it was read."""
        return read_form(self.dispute)

    @property
    def game(self) -> Game:
        """The game, without rounds."""
        return self.form.game

    @property
    def packs_depend_on_players(self) -> bool:
        variant, rules = self.game.variant, self.game.rules
        seats = variant.sizes
        decks = {variant.deal(rules, players, self.form.number).decks for players in seats}
        return len(decks) > 1

    @property
    @abstractmethod
    def is_answered(self) -> bool:
        """Whether there is an answer."""

    @property
    @abstractmethod
    def question_asked(self) -> dict[str, str]:
        """The question as the shortest query of an address."""

    def to(self, query: Mapping[str, str]) -> str:
        """The address of this desk with another question, and the way back to the same game."""
        own = {"game": self.game_id} if self.game_id else {}
        return address_of(self.endpoint, {**query, **own})

    @property
    def address(self) -> str:
        """The shortest address of this page."""
        return self.to(self.question_asked)

    @property
    def link(self) -> str:
        """The full address of this answer, to be sent to somebody else."""
        return address_of(self.endpoint, self.question_asked, external=True)

    def page(self, **more: object) -> Response:
        """The page; an answer is shown at its short address, fit to be passed on."""
        whole, part = self.templates
        # The form sends every field.
        if self.is_answered and not is_htmx() and not self._is_at_its_address:
            return redirect(self.address)
        page = render_template(
            part if is_htmx() else whole,
            desk=self,
            page=self,
            draft=self.dispute,
            preset_values=self.dispute.preset_values,
            back=self.back,
            **more,
        )
        response = make_response(page, 422 if self.errors else 200)
        if is_htmx() and self.is_answered:
            response.headers["HX-Replace-Url"] = self.address
        return response

    @property
    def _is_at_its_address(self) -> bool:
        """Whether the address has the fields of the question, each once, and no others."""
        own = {"game": self.game_id} if self.game_id else {}
        fields = self.question_asked | own
        return request.args.to_dict(flat=False) == {name: [text] for name, text in fields.items()}
