"""The base of desks with an answer that can depend on the points that a first meld needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, TypeVar

from flask_babel import gettext as _
from flask_babel import lazy_gettext
from wtforms import RadioField, StringField

from scorekeeper.rummy.article import MeldsQuestion
from scorekeeper.rummy.play import PlayQuestion
from scorekeeper.web.judge.blueprint import WayBack
from scorekeeper.web.judge.desk import Desk
from scorekeeper.web.judge.dispute import Dispute
from scorekeeper.web.judge.form import NO_NUMBER, whole_number
from scorekeeper.web.parts.formatting import list_of
from scorekeeper.web.parts.forms import BaseForm
from scorekeeper.web.shell.translation import total, translate

MOST_ROUNDS = 20
"""From this round on, a first meld always needs the same points."""


class FirstMeldFields(BaseForm):
    """The fields for the facts that decide how many points a first meld needs."""

    total = StringField(lazy_gettext("The total of the side so far"))
    round = RadioField(lazy_gettext("Which round?"))


class FirstMeldInGame:
    """The choice of a side, in a game with known totals."""

    total = RadioField(lazy_gettext("Whose first meld?"))


Fields = TypeVar("Fields", bound=FirstMeldFields)


class FirstMeldDesk(Desk):
    """A desk with a `question` that can depend on the points that a first meld needs."""

    question: MeldsQuestion | PlayQuestion

    def __init__(self, dispute: Dispute, sent: Mapping[str, str], back: WayBack | None) -> None:
        super().__init__(dispute, back)
        self._sent = sent

    @cached_property
    def number(self) -> int:
        """The asked round, or the first of the rounds up to it that need the same points."""
        played = self.sheet_behind.columns[0].rounds if self.sheet_behind else 0
        asked = whole_number(self._sent.get("round", "")) or played + 1
        return max((number for number in self._numbers if number <= asked), default=1)

    @property
    def needed(self) -> int | None:
        """The points that a first meld needs. `None` if the game sets no minimum."""
        return self._needed(self.game.rules, self.number)

    @property
    def asks_total(self) -> bool:
        return self.question.asks_total(self.game.rules)

    @property
    def asks_round(self) -> bool:
        return self.question.asks_round(self.game.rules)

    @property
    def _wrong_total(self) -> dict[str, str]:
        is_wrong = self.asks_total and whole_number(self._total) is None
        return {"total": translate(NO_NUMBER)} if is_wrong else {}

    @property
    def _needed_by(self) -> dict[str, str]:
        """The total and the round for the address, without their defaults 0 and 1.

        With a `sheet_behind`, the defaults depend on its game, so the address has both.
        """
        query = {}
        if self.asks_total and (self.sheet_behind or self._total != "0"):
            query["total"] = self._total
        if self.asks_round and (self.sheet_behind or self.number != 1):
            query["round"] = str(self.number)
        return query

    def _filled(self, kind: type[Fields], more: Mapping[str, str]) -> Fields:
        known, numbers = self._sides, list(map(str, self._numbers))
        if self._total in known:
            kind = type(kind.__name__, (FirstMeldInGame, kind), {})
        fields = kind(None, data={"total": self._total, "round": str(self.number), **more})
        if isinstance(fields, FirstMeldInGame):
            fields.total.choices = [
                (points, _("%(label)s: %(value)s", label=list_of(names), value=total(int(points))))
                for points, names in known.items()
            ]
        labels = [*numbers[:-1], _("%(number)s or later", number=numbers[-1])]
        fields.round.choices = list(zip(numbers, labels, strict=True))
        for field in fields:
            field.errors = [self.errors[field.name]] if field.name in self.errors else []
        return fields

    @cached_property
    def _sides(self) -> dict[str, list[str]]:
        names: dict[str, list[str]] = {}
        if self.sheet_behind:
            sides = self.sheet_behind.game.names_of_sides
            for side, points in zip(sides, self.sheet_behind.totals, strict=True):
                names.setdefault(str(points), []).append(side)
        return names

    @cached_property
    def _total(self) -> str:
        """The total as typed. By default, the total of the game's first side."""
        return self._sent.get("total", "").strip() or next(iter(self._sides), "0")

    @cached_property
    def _numbers(self) -> list[int]:
        """The first round, and each round that needs other points than the round before."""
        if not self.asks_round:
            return [1]
        rules = self.game.rules
        needed = [self._needed(rules, number) for number in range(1, MOST_ROUNDS + 1)]
        return [
            number
            for number, (before, now) in enumerate(zip([None, *needed], needed, strict=False), 1)
            if now != before
        ]

    def _needed(self, rules: Any, number: int) -> int | None:
        asked = self.game.variant.first_meld
        return asked(rules, whole_number(self._total) or 0, number) if asked else None
