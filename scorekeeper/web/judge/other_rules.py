"""How other rules would decide a dispute: lines below a ruling, with links to the desk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from flask_babel import gettext, ngettext

from scorekeeper.rummy.game.comparison import Flipped, OtherRuling, Under
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.sheet import Sheet
from scorekeeper.rummy.house_rules import HouseRule, Value
from scorekeeper.rummy.round import Ending
from scorekeeper.rummy.sides import players_of
from scorekeeper.rummy.variant import Preset
from scorekeeper.web.judge.dispute import Dispute, dispute_about
from scorekeeper.web.judge.ruling import RulingDesk
from scorekeeper.web.parts.formatting import list_of, names_of, signed
from scorekeeper.web.parts.house_rules_form import print_typed, typed_changes
from scorekeeper.web.parts.verdicts import result_words
from scorekeeper.web.shell.translation import total, translate

MOST_AT_ONCE = 3
"""The number of lines that the page shows first. The others need a tap."""


class RuleChange(IntEnum):
    """The effects of other rules on a ruling, the most important first."""

    VERDICT = 0
    REFUSED = 1
    DEALER = 2


@dataclass(frozen=True, slots=True)
class OtherRules:
    """One line: other rules with their `outcome` in short, and links to the desk under these rules.

    `next_dealer` is a name if these rules change the next dealer. Else it is empty.
    """

    label: str
    outcome: str
    change: RuleChange
    ruling: OtherRuling
    next_dealer: str
    links: list[tuple[str, str]]

    def is_like(self, other: OtherRules) -> bool:
        return (self.outcome, self.change, self.next_dealer) == (
            other.outcome,
            other.change,
            other.next_dealer,
        )


@dataclass(frozen=True, slots=True)
class OtherLines:
    """The lines that the page shows first, and those that need a tap."""

    first: list[OtherRules]
    rest: list[OtherRules]


def other_rules(desk: RulingDesk) -> OtherLines:
    """Compare the ruling with other rules.

    A preset gets a line only if no other line has its outcome. Otherwise its links are added there.
    """
    found = desk.comparison
    if found is None:
        return OtherLines([], [])
    lines = [_line(desk, ruling) for ruling in (*_in_turn(found.rules, desk), *found.games)]
    presets = []
    for preset in [_line(desk, ruling) for ruling in found.presets]:
        alike = next(filter(preset.is_like, lines), None)
        if alike:
            alike.links.extend(preset.links)
        else:
            presets.append(preset)
    lines.sort(key=lambda line: line.change)
    # Lines about presets need a tap, unless there are no others.
    important = [line for line in lines or presets if line.change is not RuleChange.DEALER]
    first = important[:MOST_AT_ONCE]
    return OtherLines(first, [line for line in (*lines, *presets) if line not in first])


def _in_turn(rulings: Iterable[OtherRuling], desk: RulingDesk) -> list[OtherRuling]:
    """Sort the rulings: the most usual value of each rule, then the second of each, and so on."""
    usual_first = sorted(rulings, key=lambda ruling: _oddity(ruling, desk))
    seen: Counter[str] = Counter()
    turns: list[tuple[int, OtherRuling]] = []
    for ruling in usual_first:
        name = _flips(ruling.under)[0].rule.name
        turns.append((seen[name], ruling))
        seen[name] += 1
    return [ruling for _turn, ruling in sorted(turns, key=lambda turn: turn[0])]


def _oddity(ruling: OtherRuling, desk: RulingDesk) -> int:
    """Rate how unusual a value is: 0 in a preset, 1 in none, 2 if it switches the rule off."""
    presets = desk.game.variant.presets
    return min(
        2
        if rules.rule.off_at_zero and rules.value == 0
        else int(rules.value not in _values_in(presets, rules.rule))
        for rules in _flips(ruling.under)
    )


def _flips(under: Iterable[Under]) -> list[Flipped]:
    return [rules for rules in under if isinstance(rules, Flipped)]


def _values_in(presets: Iterable[Preset], rule: HouseRule) -> list[Value]:
    return [preset.overrides.get(rule.name, rule.default) for preset in presets]


def _line(desk: RulingDesk, ruling: OtherRuling) -> OtherRules:
    links = [
        (label_of((rules,)), desk.to(_dispute_under(rules, desk.dispute, ruling).fields()))
        for rules in ruling.under
    ]
    next_dealer = _other_dealer(desk, ruling)
    outcome, change = _outcome(desk, ruling, next_dealer)
    return OtherRules(label_of(ruling.under), outcome, change, ruling, next_dealer, links)


def label_of(under: Sequence[Under]) -> str:
    """A rule and its values, or the names of presets or games: `Undercut bonus: 0 and 25`."""
    flipped = _flips(under)
    if not flipped:
        return list_of(translate(rules.name) for rules in under if not isinstance(rules, Flipped))
    printed = [translate(rules.rule.print(rules.value)) for rules in flipped]
    # In a list with commas, a value such as `15, 50, 90` is unreadable.
    values = " / ".join(printed) if any("," in value for value in printed) else list_of(printed)
    label = translate(flipped[0].rule.label)
    return str(gettext("%(label)s: %(value)s", label=label, value=values))


def _outcome(desk: RulingDesk, ruling: OtherRuling, next_dealer: str) -> tuple[str, RuleChange]:
    current, other = desk.sheet, ruling.sheet
    if other is None:
        if desk.in_progress.ending.ending is Ending.KNOCK:
            return translate(desk.game.variant.knock_words.refused), RuleChange.REFUSED
        return gettext("not allowed"), RuleChange.REFUSED
    in_short = round_in_short(other.rounds[-1], other.game)
    if current is None or in_short != round_in_short(current.rounds[-1], current.game):
        return in_short, RuleChange.VERDICT
    if current.game.variant is other.game.variant and (end := _end_in_short(current, other)):
        return end, RuleChange.VERDICT
    if next_dealer:
        return gettext("%(name)s deals", name=next_dealer), RuleChange.DEALER
    return result_words(other.rounds[-1], other.game), RuleChange.VERDICT


def round_in_short(entry: RoundOnSheet, game: Game) -> str:
    """The scores of a round: `Bob +25`, `Ann, 0`, `nobody, 0`."""
    players, winners = game.players, entry.ruling.winners
    by_side = zip(game.sides, entry.points(), strict=True)
    scores = [(seat, earned) for seat, earned in by_side if earned]
    if not scores:
        who = names_of(winners, players) if winners else gettext("nobody")
        return str(gettext("%(name)s, 0", name=who))
    print_points = total if game.variant.lowest_wins(game.rules) else signed
    if [seat for seat, _earned in scores] == list(winners) and len({n for _seat, n in scores}) == 1:
        return _with_points(names_of(winners, players), print_points(scores[0][1]))
    return ", ".join(_with_points(players[seat], print_points(earned)) for seat, earned in scores)


def _end_in_short(current: Sheet, other: Sheet) -> str:
    """The end of the game under other rules. Empty if these rules do not change it."""
    players = other.game.players
    if other.over and other.winners != current.winners:
        names, number = names_of(other.winners, players), len(players_of(other.winners))
        return str(
            ngettext("%(names)s wins the game", "%(names)s win the game", number, names=names)
        )
    if current.over and not other.over:
        return str(gettext("the game goes on"))
    if other.final == current.final:
        return ""
    return ", ".join(map(_with_points, players, map(total, other.final)))


def _with_points(name: str, points: str) -> str:
    return f"{name}\N{NO-BREAK SPACE}{points}"


def _dispute_under(rules: Under, dispute: Dispute, ruling: OtherRuling) -> Dispute:
    if isinstance(rules, Preset):
        return replace(dispute, preset=rules, changed={})
    if isinstance(rules, Flipped):
        typed = {**dispute.changed, rules.rule.name: print_typed(rules.value)}
        return replace(dispute, changed=typed_changes(dispute.variant, dispute.preset, typed))
    if ruling.sheet is None:
        raise AssertionError("a game that refuses the round is never compared")
    other = dispute_about(ruling.sheet, ruling.sheet.rounds[0])
    round = other.round.but(dealer=dispute.round["dealer"])
    return replace(other, names=dispute.names, round=round)


def _other_dealer(desk: RulingDesk, ruling: OtherRuling) -> str:
    """The next dealer under other rules of the same game. Empty if these keep the dealer."""
    other = ruling.sheet
    if other is None or other.next_dealer is None or other.game.variant is not desk.game.variant:
        return ""
    if desk.sheet and other.next_dealer == desk.sheet.next_dealer:
        return ""
    return other.game.players[other.next_dealer]
