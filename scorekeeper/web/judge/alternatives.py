"""What other rules would say: lines on the judge's desk with links to the desk by those rules."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.rummy.game.comparison import Flipped, OtherRuling, Under
from scorekeeper.rummy.variant import Preset
from scorekeeper.web.judge.page import Desk
from scorekeeper.web.judge.typed import Dispute, dispute_about
from scorekeeper.web.parts.house_rules_form import print_typed, typed_changes
from scorekeeper.web.shell.translation import translate


@dataclass(frozen=True, slots=True)
class OtherRules:
    """One line of what other rules would say: the house rule, if it is one, and links to rulings.

    `deals` is who deals next, if other rules of the same game make that another player.
    """

    label: str
    links: list[tuple[str, str]]
    ruling: OtherRuling
    deals: str


def other_rules(desk: Desk, rulings: Iterable[OtherRuling]) -> list[OtherRules]:
    """What other rules would say, each with links to the same dispute by those rules."""
    return [_other(desk, ruling) for ruling in rulings]


def _other(desk: Desk, ruling: OtherRuling) -> OtherRules:
    first = ruling.under[0]
    return OtherRules(
        label=translate(first.rule.label) if isinstance(first, Flipped) else "",
        links=[(_name(under), desk.address(_under(desk, ruling, under))) for under in ruling.under],
        ruling=ruling,
        deals=_other_dealer(desk, ruling),
    )


def _other_dealer(desk: Desk, ruling: OtherRuling) -> str:
    """Who deals next, if it is the same game and another player than by the desk's rules."""
    then = ruling.sheet
    if then is None or then.next_dealer is None or then.game.variant is not desk.game.variant:
        return ""
    if desk.sheet and then.next_dealer == desk.sheet.next_dealer:
        return ""
    return then.game.players[then.next_dealer]


def _name(under: Under) -> str:
    return translate(under.rule.print(under.value) if isinstance(under, Flipped) else under.name)


def _under(desk: Desk, ruling: OtherRuling, under: Under) -> Dispute:
    """The dispute as it would be typed by other rules."""
    dispute = desk.dispute
    if isinstance(under, Preset):
        return replace(dispute, preset=under, changed={})
    if isinstance(under, Flipped):
        typed = {**dispute.changed, under.rule.name: print_typed(under.value)}
        return replace(dispute, changed=typed_changes(dispute.variant, dispute.preset, typed))
    if ruling.sheet is None:
        raise AssertionError("no other game is compared that refuses the round")
    other = dispute_about(ruling.sheet.game, 1)
    dealer = dispute.round.dealer
    return replace(other, names=dispute.names, round=replace(other.round, dealer=dealer))
