"""House rules: fields of a frozen dataclass with their own label, help, bounds and choices.

The form, the sheet’s “rules in force”, the document and its validation all come from these fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from scorekeeper.rummy.list_steps import SteppedList
from scorekeeper.rummy.messages import Argument, Message, message
from scorekeeper.rummy.round import RuleError

Value: TypeAlias = "int | bool | str"
Choices: TypeAlias = "tuple[tuple[Value, Message], ...]"
RulesT = TypeVar("RulesT")

YES_OR_NO: Choices = ((True, message("yes")), (False, message("no")))


@dataclass(frozen=True, slots=True, kw_only=True)
class TextRule:
    """A text that a house rule accepts besides its choices, such as a list.

    - `read(text)`: check the text and return its stored form; raises `RuleError`
    - `words(text)`: the text in words
    - `brief(text)`: the text in fewer words
    - `example`: an example of a valid text
    - `pattern`: a regular expression for the allowed characters
    - `steps(text)`: the rows of a stored text, with buttons that change the text
    - `same_as`: for each choice, a text with the same meaning. The buttons start from this text
    """

    read: Callable[[str], str]
    words: Callable[[str], Message]
    example: str
    pattern: str
    brief: Callable[[str], Message] | None = None
    steps: Callable[[str], SteppedList]
    same_as: Mapping[str, str] = field(hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "same_as", MappingProxyType(dict(self.same_as)))

    def stepped(self, value: str) -> SteppedList:
        """The rows and buttons of a text or choice. Raises `RuleError` for an invalid value."""
        return self.steps(self.read(self.same_as.get(value, value)))


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One option of a variant: a whole number between `low` and `high`, or one of `choices`.

    - `choices`: pairs of value and label, empty for a whole number
    - `off_at_zero`: whether 0 switches the rule off, even if `low` is above 0
    - `game_specific`: whether a value means something else in another game
    - `limits_knock`: whether the rule sets the highest legal knock
    - `is_later`: whether the program got the rule after version 1.0. Older documents lack the rule,
      even if they list every rule
    - `text`: the texts that are allowed besides the choices
    """

    name: str
    default: Value
    label: Message
    help: Message | None
    low: int = 0
    high: int = 0
    choices: Choices = ()
    off_at_zero: bool = False
    game_specific: bool = False
    limits_knock: bool = False
    is_later: bool = False
    text: TextRule | None = None

    def read(self, value: object) -> Value:
        """Return the value if it is allowed. Raises `RuleError` at the name of the rule."""
        if self.choices:
            for choice, _ in self.choices:
                if type(value) is type(choice) and value == choice:
                    return choice
                if value == str(choice) and self.is_mixed:
                    return choice
            allowed = ", ".join(_print_value(choice) for choice, _ in self.choices)
            if self.text:
                return self._read_text(self.text, value, allowed)
            raise RuleError(
                message("“{label}” must be one of: {allowed}.", label=self.label, allowed=allowed),
                self.name,
            )
        if type(value) is int and self.allows(value):
            return value
        facts: dict[str, Argument] = {"label": self.label, "low": self.low, "high": self.high}
        text = message("“{label}” must be a whole number from {low} to {high}.", **facts)
        if self.has_gap:
            text = message("“{label}” must be 0, or a number from {low} to {high}.", **facts)
        raise RuleError(text, self.name)

    def _read_text(self, text: TextRule, value: object, allowed: str) -> str:
        if not isinstance(value, str):
            template = message(
                "“{label}” must be one of: {allowed}; or a text such as “{example}”.",
                label=self.label,
                allowed=allowed,
                example=text.example,
            )
            raise RuleError(template, self.name)
        try:
            return text.read(value)
        except RuleError as error:
            raise error.under(self.name) from None

    def allows(self, number: int) -> bool:
        return self.low <= number <= self.high or (self.has_gap and number == 0)

    @property
    def has_gap(self) -> bool:
        """Check whether the rule allows 0, but no other number below `low`."""
        return self.off_at_zero and self.low > 0

    @property
    def range(self) -> Message:
        """The allowed numbers: `0–100`, or with a gap `0, 40–200`."""
        least = "0, {low}–{high}" if self.has_gap else "{low}–{high}"
        return Message(least, (("low", self.low), ("high", self.high)))

    @property
    def is_mixed(self) -> bool:
        """Check whether some choices are words and others numbers. The text "2" then means 2."""
        return len({type(choice) for choice, _ in self.choices}) > 1

    def print(self, value: Value) -> Message:
        for choice, label in self.choices:
            if choice == value and type(choice) is type(value):
                return label
        if self.text:
            return self.text.words(str(value))
        return message("{value}", value=value)

    def print_briefly(self, value: Value) -> Message:
        """The value in few words, if a shorter text exists."""
        if self.text and self.text.brief and value not in dict(self.choices):
            return self.text.brief(str(value))
        return self.print(value)


def _print_value(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def house_rule(
    default: Value,
    label: Message,
    help: Message | None = None,
    *,
    low: int = 0,
    high: int = 0,
    choices: Choices = (),
    off_at_zero: bool = False,
    game_specific: bool = False,
    limits_knock: bool = False,
    is_later: bool = False,
    text: TextRule | None = None,
) -> Any:
    """A dataclass field for a house rule. The choices of a bool are always yes and no.

    >>> @dataclass(frozen=True)
    ... class Rules:
    ...     target: int = house_rule(100, message("Play to"), low=0, high=1000)
    >>> Rules().target
    100
    """
    if isinstance(default, bool):
        choices = YES_OR_NO
    return _field(
        HouseRule(
            "",
            default,
            label,
            help,
            low,
            high,
            choices,
            off_at_zero=off_at_zero,
            game_specific=game_specific or limits_knock,
            limits_knock=limits_knock,
            is_later=is_later,
            text=text,
        )
    )


def bonus(
    points: int,
    label: Message,
    help: Message | None = None,
    *,
    high: int = 100,
    game_specific: bool = False,
    is_later: bool = False,
) -> Any:
    """A house rule with a whole number up to `high`, such as a bonus; 0 switches the rule off."""
    return house_rule(
        points,
        label,
        help,
        high=high,
        off_at_zero=True,
        game_specific=game_specific,
        is_later=is_later,
    )


def values(*allowed: int | str) -> Choices:
    return tuple((value, message("{value}", value=value)) for value in allowed)


def _field(rule: HouseRule) -> Any:
    return field(default=rule.default, metadata={"rule": rule})


def target(default: int, *, high: int = 1000) -> Any:
    label, help = message("Play to"), message("0: play on until you end the game.")
    return _field(
        HouseRule("", default, label, help, 0, high, off_at_zero=True, game_specific=True)
    )


def rounds_to_play(default: int = 0, *, high: int = 20) -> Any:
    return bonus(
        default,
        message("Rounds to play"),
        message("0: no limit. Void rounds do not count."),
        high=high,
    )


def tie_at_end() -> Any:
    return house_rule(
        "share",
        message("The leaders are level at the end"),
        choices=(
            ("share", message("they share the win")),
            ("play-on", message("play another round")),
        ),
    )


_UP_TO_THREE: Choices = ((1, message("one")), (2, message("two")), (3, message("three")))


def decks(by_players: Message, choices: Choices = _UP_TO_THREE, *, is_later: bool = False) -> Any:
    auto = ("auto", message("depends on the number of players"))
    return house_rule(
        "auto", message("Decks"), by_players, choices=(auto, *choices), is_later=is_later
    )


def melds_in_hand() -> Any:
    return house_rule(
        "count",
        message("Melds still in the hand"),
        message("At the count, when somebody else ended the round."),
        choices=(
            ("count", message("count like other cards")),
            ("spared", message("count nothing")),
        ),
    )


def next_dealer() -> Any:
    return house_rule(
        "left",
        message("The next deal goes to"),
        choices=(
            ("left", message("the next player")),
            ("winner", message("the winner of the round")),
        ),
    )


def table_jokers() -> Any:
    return house_rule(
        "replaced",
        message("A joker on the table"),
        message("When melds are rearranged. Only used when you ask the judge about the table."),
        choices=(
            ("replaced", message("stays what it is until a real one replaces it")),
            ("free", message("may stand for something else")),
        ),
    )


@cache
def house_rules(rules_type: Any) -> tuple[HouseRule, ...]:
    """The house rules of a dataclass, in the order of its fields."""
    return tuple(
        replace(option.metadata["rule"], name=option.name) for option in fields(rules_type)
    )


def make_rules(rules_type: Callable[..., RulesT], overrides: Mapping[str, object]) -> RulesT:
    """Make rules from the defaults and `overrides`. Raises `RuleError` at an invalid rule."""
    if not overrides:
        return rules_type()
    known = {rule.name: rule for rule in house_rules(rules_type)}
    values: dict[str, Value] = {}
    for name, value in overrides.items():
        if name not in known:
            raise RuleError(
                message("There is no house rule “{name}” in this game.", name=name), name
            )
        values[name] = known[name].read(value)
    return rules_type(**values)


def rule_values(rules: Any) -> dict[str, Value]:
    return {option.name: getattr(rules, option.name) for option in fields(rules)}
