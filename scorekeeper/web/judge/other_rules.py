"""How other rules would decide a dispute: the lines below a ruling, with links to the desk."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.rummy.game.comparison import Flipped, OtherRuling, Under
from scorekeeper.rummy.variant import Preset
from scorekeeper.web.judge.desk import Desk
from scorekeeper.web.judge.dispute import Dispute, dispute_about
from scorekeeper.web.parts.house_rules_form import print_typed, typed_changes
from scorekeeper.web.shell.translation import translate


@dataclass(frozen=True, slots=True)
class OtherRules:
    """One line: the house rule, if it is one, and a link to the desk under each other value of it.

    `deals` is who deals next, if other rules of the same game make it another player.
    """

    label: str
    links: list[tuple[str, str]]
    ruling: OtherRuling
    deals: str


def other_rules(desk: Desk, rulings: Iterable[OtherRuling]) -> list[OtherRules]:
    """A line for each ruling, with links to the same dispute under those rules."""
    return [_line(desk, ruling) for ruling in rulings]


def _line(desk: Desk, ruling: OtherRuling) -> OtherRules:
    first = ruling.under[0]
    return OtherRules(
        label=translate(first.rule.label) if isinstance(first, Flipped) else "",
        links=[
            (_words(rules), desk.address(_dispute_under(rules, desk.dispute, ruling)))
            for rules in ruling.under
        ],
        ruling=ruling,
        deals=_other_dealer(desk, ruling),
    )


def _words(rules: Under) -> str:
    return translate(rules.rule.print(rules.value) if isinstance(rules, Flipped) else rules.name)


def _dispute_under(rules: Under, dispute: Dispute, ruling: OtherRuling) -> Dispute:
    """The dispute as it would be typed under other rules, or in another game."""
    if isinstance(rules, Preset):
        return replace(dispute, preset=rules, changed={})
    if isinstance(rules, Flipped):
        typed = {**dispute.changed, rules.rule.name: print_typed(rules.value)}
        return replace(dispute, changed=typed_changes(dispute.variant, dispute.preset, typed))
    if ruling.sheet is None:
        raise AssertionError("no other game is compared that refuses the round")
    other = dispute_about(ruling.sheet.game, 1)
    dealer = dispute.round.dealer
    return replace(other, names=dispute.names, round=replace(other.round, dealer=dealer))


def _other_dealer(desk: Desk, ruling: OtherRuling) -> str:
    """Who deals next, if it is the same game and another player than under the desk's rules."""
    then = ruling.sheet
    if then is None or then.next_dealer is None or then.game.variant is not desk.game.variant:
        return ""
    if desk.sheet and then.next_dealer == desk.sheet.next_dealer:
        return ""
    return then.game.players[then.next_dealer]
