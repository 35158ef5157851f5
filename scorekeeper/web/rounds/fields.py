"""The fields of a round except its hands and adjustments, each declared once.

The declaration says how to ask for a field, read it and turn it back into text, and its name in
forms, drafts, addresses and faults. Facts of only some games are such fields too, made from the
declarations of these games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import lazy_gettext
from wtforms import BooleanField, Field, RadioField, SelectField, StringField, TextAreaField

from scorekeeper.rummy.documents.names import check_name
from scorekeeper.rummy.documents.reading import read_note
from scorekeeper.rummy.documents.round import check_several, read_choice, read_upcard
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.own_facts import OwnFact
from scorekeeper.rummy.round import ToldFact, seats_of
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import OWN_FACTS
from scorekeeper.web.entering.ending import print_ending, print_seat, read_ending, read_seat
from scorekeeper.web.parts.forms import UP_TO_A_NOTE
from scorekeeper.web.parts.playing_cards import core_letters


@dataclass(frozen=True, kw_only=True)
class RoundField:
    """A field of a round that has a single text.

    - `name`: in forms, drafts, addresses and faults
    - `form_field`: the unbound field of WTForms
    - `read(text, game)`: the value of a text that is not empty; raises `RuleError` at `name`
    - `printed(draft)`: the text of the value in a draft
    - `normalised(text)`: the text to keep
    - `of_several`: a form has a field for each player, and their texts together make this text
    """

    name: str
    form_field: Field
    read: Callable[[str, Game], Any]
    printed: Callable[[Draft], str]
    normalised: Callable[[str], str] = str.strip
    of_several: bool = False

    def typed(self, form: Mapping[str, str]) -> str:
        texts = [form.get(self.name, "")]
        if self.of_several:
            texts += [form[name] for name in sorted(form) if name.startswith(f"{self.name}-")]
        return self.normalised(" ".join(texts) if self.of_several else texts[0])


def _read_allowed(text: str, variant: Variant) -> tuple[str, ...]:
    """The tags in the text that a table can allow. Without any, all that a table can allow."""
    known = tuple(tag.value for tag in variant.allowable)
    return tuple(slug for slug in known if slug in text.split()) or known


ENDING = RoundField(
    name="ending",
    form_field=RadioField(lazy_gettext("How did it end?")),
    read=read_ending,
    printed=lambda draft: print_ending(draft.ending, draft.by) if draft.ending else "",
)
UPCARD = RoundField(
    name="upcard",
    form_field=StringField(lazy_gettext("Upcard")),
    read=lambda text, _game: read_upcard(text),
    printed=lambda draft: str(draft.upcard or ""),
    normalised=lambda text: core_letters(text.strip()),
)
DEALER = RoundField(
    name="dealer",
    form_field=SelectField(),
    read=lambda text, game: read_seat(text, game.players, "dealer"),
    printed=lambda draft: print_seat(draft.dealer),
)
ALLOW = RoundField(
    name="allow",
    form_field=BooleanField(lazy_gettext("The table lets it pass")),
    read=lambda text, game: _read_allowed(text, game.variant),
    printed=lambda draft: " ".join(draft.allow),
)
NOTE = RoundField(
    name="note",
    form_field=TextAreaField(lazy_gettext("Note"), render_kw=UP_TO_A_NOTE),
    read=lambda text, _game: read_note(text, "note"),
    printed=lambda draft: draft.note,
    normalised=lambda text: text.replace("\r\n", "\n").strip(),
)
ENTERED_BY = RoundField(
    name="entered_by",
    form_field=StringField(lazy_gettext("Who keeps score")),
    read=lambda text, _game: check_name(text, "entered_by"),
    printed=lambda _draft: "",
)

OF_EVERY_ROUND = (UPCARD, DEALER, ALLOW, NOTE)
"""The fields that are attributes of a `Round` under the same names."""


def _field_for_fact(fact: OwnFact) -> RoundField:
    def read(text: str, game: Game) -> ToldFact | None:
        if fact.choices:
            return read_choice(fact, text)
        if not fact.of_several:
            return read_seat(text, game.players, fact.key)
        seats = [read_seat(word, game.players, fact.key) for word in text.split()]
        return check_several(fact, [seat for seat in seats if seat is not None])

    def printed(draft: Draft) -> str:
        told = dict(draft.own_facts).get(fact.key, "")
        return told if isinstance(told, str) else " ".join(map(print_seat, seats_of(told)))

    return RoundField(
        name=fact.key,
        form_field=RadioField(),
        read=read,
        printed=printed,
        of_several=fact.of_several,
    )


_OF_SOME_GAMES = {key: _field_for_fact(fact) for key, fact in OWN_FACTS.items()}

NAMES = frozenset(
    [*(field.name for field in (ENDING, *OF_EVERY_ROUND, ENTERED_BY)), *_OF_SOME_GAMES]
)
"""The names of the round fields of all games."""


def own_fact_fields(variant: Variant) -> list[RoundField]:
    return [_OF_SOME_GAMES[fact.key] for fact in variant.own_facts]


def round_fields(variant: Variant) -> list[RoundField]:
    return [ENDING, *OF_EVERY_ROUND, *own_fact_fields(variant), ENTERED_BY]
