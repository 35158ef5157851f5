"""The facts of a round as read: everything except its hands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.hand import Hand
from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import AnyEnding, Round, RuleError
from scorekeeper.rummy.variant import Variant
from scorekeeper.web.entering.ending import ReadEnding

ENDING, UPCARD, ALLOW = "ending", "upcard", "allow"
"""The names of facts and of their fields in forms."""

_NOUNS = {
    ENDING: message("how it ended"),
    UPCARD: message("the upcard"),
    "dealer": message("who dealt"),
    ALLOW: message("whether it is allowed"),
    "note": message("the note"),
    "adjustments": message("points that the table gives or takes"),
}


def noun_of(fact: str, variant: Variant) -> Message:
    own = {known.key: known.name for known in variant.own_facts}
    return own.get(fact) or _NOUNS[fact]


@dataclass(frozen=True, slots=True)
class ReadFacts:
    """The facts of a round as read. `faults` are the errors of unreadable facts.

    `draft` has the facts, without hands. `given` has the names of all facts that were filled in,
    valid or not.
    """

    ending: ReadEnding
    draft: Draft = field(default_factory=Draft)
    given: frozenset[str] = frozenset()
    faults: tuple[RuleError, ...] = ()

    def as_round(self, ending: AnyEnding, hands: tuple[Hand | None, ...] = ()) -> Round:
        draft = self.draft
        return Round(
            ending=ending,
            by=draft.by,
            hands=hands,
            upcard=draft.upcard,
            dealer=draft.dealer,
            own_facts=draft.own_facts,
            allow=draft.allow,
            adjustments=draft.adjustments,
            note=draft.note,
        )


def facts_of(draft: Draft, game: Game) -> ReadFacts:
    rule = game.variant.ending_rules.get(draft.ending) if draft.ending else None
    ending = ReadEnding(draft.ending, rule, draft.by)
    return ReadFacts(ending, replace(draft, hands={}), frozenset(draft.facts))
