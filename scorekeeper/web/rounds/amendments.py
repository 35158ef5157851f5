"""Words for what somebody changed in a round entered together, and which hands they had seen."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext

from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Seat
from scorekeeper.storage.mapping import Amendment
from scorekeeper.web.parts.formatting import ending_message, names_of
from scorekeeper.web.rounds.facts import read_ending
from scorekeeper.web.shell.translation import translate

_FACTS = {
    "ending": lazy_gettext("how it ended"),
    "upcard": lazy_gettext("the upcard"),
    "dealer": lazy_gettext("who dealt"),
    "allow": lazy_gettext("whether the knock is allowed"),
    "note": lazy_gettext("the note"),
}
"""What each field is called in a sentence; all others are points that the table gives or takes."""


def amended_facts(
    was: Mapping[str, str], now: Mapping[str, str], who: str, saw: tuple[int, ...]
) -> list[Amendment]:
    """An amendment for each fact that differs; `saw` are the seats whose hands `who` had seen."""
    before, after = _by_fact(was), _by_fact(now)
    return [
        Amendment(who, field=fact, was=before.get(fact, ""), now=after.get(fact, ""), saw=saw)
        for fact in sorted({*before, *after})
        if before.get(fact, "") != after.get(fact, "")
    ]


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
    if amendment.seat is not None:
        return _hand_words(amendment, who, game)
    if amendment.field == "ending":
        endings = {"was": _ending(amendment.was, game), "now": _ending(amendment.now, game)}
        if amendment.saw:
            return str(
                _(
                    "%(who)s changed this from “%(was)s” to “%(now)s” after hands were shown.",
                    who=who,
                    **endings,
                )
            )
        return str(_("%(who)s changed this from “%(was)s” to “%(now)s”.", who=who, **endings))
    fact = _fact(amendment.field, game)
    if amendment.saw:
        return str(_("%(who)s changed %(what)s after hands were shown.", who=who, what=fact))
    return str(_("%(who)s changed %(what)s.", who=who, what=fact))


def _fact(name: str, game: Game) -> str:
    feat = next((feat for feat in game.variant.feats if feat.key == name), None)
    if feat is not None:
        return translate(feat.name)
    return str(_FACTS.get(name, _("points that the table gives or takes")))


def _hand_words(amendment: Amendment, who: str, game: Game) -> str:
    whose = game.players[amendment.seat or 0]
    names = names_of(map(Seat, amendment.saw), game.players)
    if who == whose and amendment.saw:
        return str(
            _("%(who)s changed their hand after seeing that of %(names)s.", who=who, names=names)
        )
    if amendment.saw:
        return str(
            _(
                "%(who)s changed the hand of %(whose)s after seeing that of %(names)s.",
                who=who,
                whose=whose,
                names=names,
            )
        )
    return str(_("%(who)s changed the hand of %(whose)s.", who=who, whose=whose))


def _ending(text: str, game: Game) -> str:
    ending = read_ending(text, game)
    if ending.rule is None:
        return str(_("not said yet"))
    return translate(ending_message(ending.rule, ending.by), game.players)
