"""The figures, deals, house rules and presets on a game's rules page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from markupsafe import Markup

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.cards import JOKER_RANK, LOW_ACE_RANK, RANKS
from scorekeeper.rummy.deal import Deal
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.house_rules import HouseRule, Value, house_rules
from scorekeeper.rummy.messages import Message
from scorekeeper.rummy.rulebook import Worked, worked_examples
from scorekeeper.rummy.variant import Preset, Variant
from scorekeeper.web.shell.translation import translate


@dataclass(frozen=True, slots=True)
class RuleOnPage:
    """A house rule, its default in words, and `elsewhere` other values with their presets."""

    rule: HouseRule
    default: Message
    elsewhere: list[tuple[Message, list[Preset]]]


@dataclass(frozen=True, slots=True)
class DealOnPage:
    """The deal for `fewest` to `most` players. `cards` is `None` if the number changes by round."""

    fewest: int
    most: int
    deal: Deal
    cards: int | None


class RulesPage:
    """The rules page of one game, with figures from these house rules or the defaults."""

    def __init__(self, variant: Variant, rules: Any = None) -> None:
        self.variant = variant
        self.plain: Any = rules or rules_in_force(variant, "plain", {})
        self._rules = {rule.name: rule for rule in house_rules(variant.rules_type)}

    @property
    def disputes(self) -> tuple[Article, ...]:
        return self.variant.disputes

    @property
    def mistakes(self) -> tuple[Article, ...]:
        return self.variant.mistakes

    @property
    def points(self) -> tuple[Article, ...]:
        return self.variant.points

    def examples(self, article: Article) -> tuple[Worked, ...]:
        return worked_examples(self.variant, article)

    def rule(self, name: str) -> Markup:
        """A link to a house rule. Raises `KeyError` if the game does not have it."""
        return Markup('<a href="#rule-{}">{}</a>').format(name, translate(self._rules[name].label))

    def value(self, name: str, preset: str = "") -> str:
        """A house rule's value in words. If it is the default, the value of a named `preset`."""
        value = getattr(self.plain, name)
        if preset and value == self._rules[name].default:
            value = getattr(rules_in_force(self.variant, preset, {}), name)
        return translate(self._rules[name].print(value))

    @property
    def house_rules(self) -> list[RuleOnPage]:
        return [
            RuleOnPage(rule, rule.print(rule.default), self._elsewhere(rule))
            for rule in self._rules.values()
        ]

    def _elsewhere(self, rule: HouseRule) -> list[tuple[Message, list[Preset]]]:
        by_value: dict[Value, list[Preset]] = {}
        for preset in self.variant.presets:
            value = preset.overrides.get(rule.name, rule.default)
            if value != rule.default:
                by_value.setdefault(value, []).append(preset)
        return [(rule.print(value), presets) for value, presets in by_value.items()]

    def differences(self, preset: Preset) -> list[tuple[HouseRule, Message]]:
        return [
            (rule, rule.print(preset.overrides[rule.name]))
            for rule in self._rules.values()
            if preset.overrides.get(rule.name, rule.default) != rule.default
        ]

    @property
    def deals(self) -> list[DealOnPage]:
        return list(self._deals())

    def _deals(self) -> Iterator[DealOnPage]:
        deal, seats = self.variant.deal, self.variant.sizes
        dealt = [(number, deal(self.plain, number, 1)) for number in seats]
        for first, group in groupby(dealt, lambda entry: entry[1]):
            same = list(group)
            cards = None if self.variant.rounds else first.cards_dealt
            yield DealOnPage(same[0][0], same[-1][0], first, cards)

    @property
    def worth(self) -> dict[str, int]:
        """The points of aces, court cards and jokers, without the ranks that the game lacks."""
        ranks = ("A", LOW_ACE_RANK, "J", "Q", "K", JOKER_RANK)
        return {rank: self._worth[rank] for rank in ranks if rank in self._worth}

    @property
    def alike(self) -> list[tuple[str, str, int]]:
        """Each group of ranks with equal points: the first rank, the last one, and the points.

        Empty for tiles, and if cards count their number.
        """
        if keys := self.variant.pieces.keys:
            return [(rank, rank, self._worth[rank]) for rank in keys]
        if self.variant.pieces.are_tiles or self._worth.get("9", 9) == 9:
            return []
        runs = [list(ranks) for _, ranks in groupby(RANKS, self._worth.__getitem__)]
        return [(ranks[0], ranks[-1], self._worth[ranks[0]]) for ranks in runs]

    @property
    def _worth(self) -> Mapping[str, int]:
        return self.variant.deal(self.plain, self.variant.fewest, 1).worth
