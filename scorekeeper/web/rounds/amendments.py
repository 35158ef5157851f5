"""What the table is told of changes to a round entered together, and in which words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from scorekeeper.games.open_rounds import THROWN_AWAY, UNDONE
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.storage.mapping import Amendment
from scorekeeper.web.parts.formatting import ending_message
from scorekeeper.web.rounds.facts import read_ending
from scorekeeper.web.rounds.open_table import OpenTable
from scorekeeper.web.shell.translation import translate

_FACTS = {
    "ending": lazy_gettext("how it ended"),
    "upcard": lazy_gettext("the upcard"),
    "dealer": lazy_gettext("who dealt"),
    "allow": lazy_gettext("whether the knock is allowed"),
    "note": lazy_gettext("the note"),
}
"""What each field is called in a sentence; all others are points that the table gives or takes."""


GIVEN, CHANGED, REPLACED = "given", "changed", "replaced"
"""What was done to a hand: given first, changed where it was given, or given by another phone."""


def amended_facts(table: OpenTable, now: Mapping[str, str]) -> list[Amendment]:
    """An amendment for each fact that differs from those of the table."""
    before, after = _by_fact(table.open.facts), _by_fact(now)
    return [
        Amendment(
            table.who,
            field=fact,
            was=before.get(fact, ""),
            now=after.get(fact, ""),
            late=table.was_ruled,
        )
        for fact in sorted({*before, *after})
        if before.get(fact, "") != after.get(fact, "")
    ]


def amended_hands(table: OpenTable, seats: Iterable[int]) -> list[Amendment]:
    """What the table is told of the hands of these seats, which this phone gives now."""
    told = []
    for seat in seats:
        if table.is_from_elsewhere(seat):
            was, late = table.open.hand(seat).by, table.was_ruled
            told.append(Amendment(table.who, field=REPLACED, seat=seat, was=was, late=late))
        elif table.is_from_here(seat) and table.was_ruled:
            told.append(Amendment(table.who, field=CHANGED, seat=seat, late=True))
        elif not table.is_from_here(seat) and table.hands_were_shown:
            told.append(Amendment(table.who, field=GIVEN, seat=seat, late=True))
    return told


def _by_fact(fields: Mapping[str, str]) -> dict[str, str]:
    """What was typed of each fact; all points that the table gives or takes are one."""
    facts: dict[str, str] = {}
    for name, text in sorted(fields.items()):
        fact = "adjustments" if name.startswith("adjustment-") else name
        facts[fact] = f"{facts[fact]} {text}" if fact in facts else text
    return facts


def amendment_words(amendment: Amendment, game: Game) -> str:
    """What somebody changed, in a sentence: `Ann changed the hand of Bob.`"""
    who = amendment.who or str(_("Somebody"))
    if amendment.field == THROWN_AWAY:
        return str(_("%(who)s threw the round away, after the ruling was shown.", who=who))
    if amendment.field == UNDONE:
        return str(_("%(who)s announced the round again after it was undone.", who=who))
    if amendment.seat is not None:
        what = _hand_words(amendment, who, game)
    elif amendment.field == "ending":
        endings = {"was": _ending(amendment.was, game), "now": _ending(amendment.now, game)}
        what = str(_("%(who)s changed this from “%(was)s” to “%(now)s”", who=who, **endings))
    else:
        what = str(_("%(who)s changed %(what)s", who=who, what=_fact(amendment.field, game)))
    if amendment.late:
        return str(_("%(what)s, after the ruling was shown.", what=what))
    return f"{what}."


def _fact(name: str, game: Game) -> str:
    feat = next((feat for feat in game.variant.feats if feat.key == name), None)
    if feat is not None:
        return translate(feat.name)
    return str(_FACTS.get(name, _("points that the table gives or takes")))


def _hand_words(amendment: Amendment, who: str, game: Game) -> str:
    whose, by = game.players[amendment.seat or 0], amendment.was
    words = {"who": who, "whose": whose, "by": by}
    if amendment.field == GIVEN:
        own, other = _("%(who)s gave their hand"), _("%(who)s gave the hand of %(whose)s")
    elif amendment.field == REPLACED and by not in ("", whose):
        own = _("%(who)s replaced their hand that %(by)s had entered")
        other = _("%(who)s replaced the hand of %(whose)s that %(by)s had entered")
    elif amendment.field == REPLACED:
        own = _("%(who)s replaced their hand on another phone")
        other = _("%(who)s replaced the hand of %(whose)s")
    else:
        own, other = _("%(who)s changed their hand"), _("%(who)s changed the hand of %(whose)s")
    return str(own if who == whose else other) % words


def _ending(text: str, game: Game) -> str:
    ending = read_ending(text, game)
    if ending.rule is None:
        return str(_("not said yet"))
    return translate(ending_message(ending.rule, ending.by), game.players)
