"""The form of a new game: the draft that it carries, and what the rules have to say to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from flask_babel import gettext as _

from scorekeeper.rummy.documents.game import read_players, same_name
from scorekeeper.rummy.round import RuleError
from scorekeeper.rummy.variants import find_variant
from scorekeeper.web.games.setup import Draft, places_of, read_id
from scorekeeper.web.house_rules_form import KNOWN_RULES, house_rules_form
from scorekeeper.web.translation import translate

RULES = "rules-"
"""Before the name of each house rule's field."""

KEPT = "kept-"
"""Before the names of fields that keep house rules for a game which has them."""

PLAYERS = "players"
DEALER = "dealer"


def read_draft(sent: Any) -> Draft | None:
    """The draft in a form's data (a MultiDict); `None` where it names no game or preset."""
    variant = find_variant(sent.get("variant", ""))
    preset = variant.preset(sent.get("preset", "")) if variant else None
    if variant is None or preset is None:
        return None
    ids, names = sent.getlist("place"), sent.getlist("name")
    return Draft(
        variant=variant,
        preset=preset,
        places=places_of(zip(ids, names, strict=False)),
        dealer=read_id(sent.get(DEALER, "")),
        typed=_typed(sent, KEPT) | _typed(sent, RULES),
    )


def _typed(sent: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name: sent[prefix + name] for name in KNOWN_RULES if prefix + name in sent}


class NewGameForm:
    """A draft with a form for its house rules, and the faults found in it.

    `faults` are sentences by place: `players`, `dealer`, or `place-` and the id of one.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        form_type = house_rules_form(draft.variant.rules_type)
        self.rules = form_type(None, data=draft.rules, prefix=RULES)
        self.faults: dict[str, list[str]] = {}

    @property
    def is_wrong(self) -> bool:
        """Whether any fault has been found."""
        return bool(self.faults or self.rules.errors)

    def validate(self) -> bool:
        """Look for every fault that can be seen before the game is started."""
        self.rules.validate()
        free = [place for place in self.draft.places if place.is_free]
        for place in free[: max(0, self.draft.variant.fewest - len(self.draft.taken))]:
            self._add(f"place-{place.id}", _("Name this player."))
        if not self.faults:
            self._check_players()
        if not self.faults and self.draft.dealer not in [place.id for place in self.draft.taken]:
            self._add(DEALER, _("Say who deals first."))
        return not self.is_wrong

    def refuse(self, error: RuleError) -> None:
        """Put what the rules refuse at its field."""
        text = translate(error.message, self.players)
        match error.where:
            case ("rules", str() as name, *_rest) if name in self.rules:
                field = self.rules[name]
                field.errors = [*field.errors, text]
            case ("players", int() as index, *_rest):
                self._add(f"place-{self.draft.taken[index].id}", text)
            case ("dealer", *_rest):
                self._add(DEALER, text)
            case _:
                self._add(PLAYERS, text)

    @property
    def players(self) -> list[str]:
        """The names as typed, in order of play."""
        return [place.name for place in self.draft.taken]

    @property
    def dealer(self) -> int:
        """The seat of who deals first; `ValueError` where that is nobody, which `validate` sees."""
        ids: list[int | None] = [place.id for place in self.draft.taken]
        return ids.index(self.draft.dealer)

    def _check_players(self) -> None:
        try:
            _check_spellings(read_players(self.draft.variant, self.players))
        except RuleError as error:
            self.refuse(error)

    def _add(self, place: str, text: str) -> None:
        self.faults.setdefault(place, []).append(text)


def _check_spellings(players: Sequence[str]) -> None:
    """Refuse names that differ only in capitals: nobody can hear that at a table."""
    names = [name.casefold() for name in players]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise RuleError(same_name(players[index]), "players", index)
