"""What other rules would say, as lines on the judge's desk that lead to the desk under them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from scorekeeper.rummy.game.comparison import Flipped, OtherRuling, Under
from scorekeeper.rummy.variant import Preset
from scorekeeper.web.house_rules_form import print_typed, typed_changes
from scorekeeper.web.judge.page import Desk
from scorekeeper.web.judge.typed import Dispute, dispute_about
from scorekeeper.web.translation import translate


@dataclass(frozen=True, slots=True)
class OtherRules:
    """One line of what other rules would say: a house rule or none, and links to the rulings.

    `deals` is who deals next, where by other rules of the same game that is somebody else than by
    those of the desk.
    """

    label: str
    links: list[tuple[str, str]]
    ruling: OtherRuling
    deals: str


def other_rules(desk: Desk, rulings: Iterable[OtherRuling]) -> list[OtherRules]:
    """What other rules would say, each leading to the desk with the facts under them."""
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
    """Who deals next, unless that is said already, or is asked of no other game."""
    then = ruling.sheet
    if then is None or then.next_dealer is None or then.game.variant is not desk.game.variant:
        return ""
    if desk.sheet and then.next_dealer == desk.sheet.next_dealer:
        return ""
    return then.game.players[then.next_dealer]


def _name(under: Under) -> str:
    return translate(under.rule.print(under.value) if isinstance(under, Flipped) else under.name)


def _under(desk: Desk, ruling: OtherRuling, under: Under) -> Dispute:
    """The dispute as it would be typed under other rules."""
    dispute = desk.dispute
    if isinstance(under, Preset):
        return replace(dispute, preset=under, changed={})
    if isinstance(under, Flipped):
        typed = {**dispute.changed, under.rule.name: print_typed(under.value)}
        return replace(dispute, changed=typed_changes(dispute.variant, dispute.preset, typed))
    if ruling.sheet is None:
        raise AssertionError("no other game is compared that refuses the round")
    told = dispute_about(ruling.sheet.game, 1)
    dealer = dispute.round.dealer
    return replace(told, names=dispute.names, round=replace(told.round, dealer=dealer))
