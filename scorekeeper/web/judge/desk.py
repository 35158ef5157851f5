"""The base of all desks of the judge: a game with its rules, an address, a link back to a game.

The server stores nothing: the address holds the whole question.
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
from scorekeeper.web.judge.dispute import Dispute, dispute_in_play, player_count, read_dispute
from scorekeeper.web.judge.form import DisputeForm, read_form
from scorekeeper.web.shell.requests import is_htmx, speak_of


def address_of(endpoint: str, query: Mapping[str, str], *, external: bool = False) -> str:
    return f"{url_for(endpoint, _external=external)}?{urlencode(query, safe=':,/')}"


def dispute_asked_about() -> tuple[Dispute, WayBack | None]:
    """The dispute in the address, and the link back. An empty query redirects to the desk."""
    if "variant" not in request.args:
        abort(redirect(url_for("judge.desk")))
    return read_dispute(request.args) or abort(404), way_back(request.args.get("game", ""))


_BETWEEN_MELDS = re.compile(r"[\r\n,;|/+]+")


def typed_melds(text: str) -> list[str]:
    melds = (" ".join(meld.upper().split()) for meld in _BETWEEN_MELDS.split(text))
    return [meld for meld in melds if meld]


@dataclass(frozen=True, slots=True)
class CardsRow:
    """A row of cards in a form: its name, the typed text and its error."""

    name: str
    label: str
    typed: str
    error: str = ""


class Desk(ABC):
    """A desk with one question. `back` leads to the game that the question is about."""

    endpoint: str
    """The Flask endpoint of the page."""

    templates: tuple[str, str]
    """The page, and the part of the page that htmx requests."""

    errors: Mapping[str, str]
    """The errors in the game or the question, by field."""

    def __init__(self, dispute: Dispute, back: WayBack | None) -> None:
        self.dispute, self.back = dispute, back
        speak_of(dispute.variant.key)

    @property
    def game_id(self) -> str:
        return self.back.game_id if self.back else ""

    @cached_property
    def sheet_behind(self) -> Sheet | None:
        """The sheet of the game that `back` links to, if it has the variant of the dispute."""
        sheet = sheet_of(self.back.row) if self.back else None
        return sheet if sheet and sheet.game.variant is self.dispute.variant else None

    @property
    def is_by_game(self) -> bool:
        """Check whether the rules and the number of players are those of the game behind `back`."""
        if self.sheet_behind is None:
            return False
        by_game, asked = dispute_in_play(self.sheet_behind), self.dispute
        players = player_count(asked.variant, asked.players)
        return by_game.rules == asked.rules and by_game.players == str(players)

    @cached_property
    def form(self) -> DisputeForm:
        return read_form(self.dispute)

    @property
    def game(self) -> Game:
        """The game of the form, without rounds."""
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
        """Check whether the desk has an answer."""

    @property
    @abstractmethod
    def question_asked(self) -> dict[str, str]:
        """The question as the shortest query of an address."""

    def to(self, query: Mapping[str, str]) -> str:
        """The address of this desk with another query, and the same link back."""
        own = {"game": self.game_id} if self.game_id else {}
        return address_of(self.endpoint, {**query, **own})

    @property
    def address(self) -> str:
        """The shortest address of this page."""
        return self.to(self.question_asked)

    @property
    def link(self) -> str:
        """The full address of this answer, to send to others."""
        return address_of(self.endpoint, self.question_asked, external=True)

    def page(self, **more: object) -> Response:
        """Render the page, or redirect an answer to its short address, which is easier to share."""
        whole, part = self.templates
        # A sent form has every field in its address.
        if self.is_answered and not is_htmx() and not self._is_at_its_address:
            return redirect(self.address)
        page = render_template(
            part if is_htmx() else whole,
            desk=self,
            page=self,
            draft=self.dispute,
            preset_values=self.dispute.preset_values,
            back=self.back,
            reopened=request.headers.get("HX-Trigger") == "game-fold",
            **more,
        )
        response = make_response(page, 422 if self.errors else 200)
        if is_htmx() and self.is_answered:
            response.headers["HX-Replace-Url"] = self.address
        return response

    @property
    def _is_at_its_address(self) -> bool:
        own = {"game": self.game_id} if self.game_id else {}
        fields = self.question_asked | own
        return request.args.to_dict(flat=False) == {name: [text] for name, text in fields.items()}
