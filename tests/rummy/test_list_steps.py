"""Each step of a house rule’s list leads to another valid list, and most steps have a reverse."""

from __future__ import annotations

from scorekeeper.rummy.game.comparison import listed_in_presets
from scorekeeper.rummy.house_rules import TextRule, house_rules
from scorekeeper.rummy.list_steps import StepButton, SteppedList
from scorekeeper.rummy.variants import VARIANTS
from tests.support.walks import walk

LISTS = [
    (f"{variant.key} {rule.name}", rule.text, text)
    for variant in VARIANTS
    for rule in house_rules(variant.rules_type)
    if rule.text
    for text in (*rule.text.same_as, *listed_in_presets(variant, rule))
]
"""Every list of a preset, and every list that is a choice with a word."""


def steps_of(listed: SteppedList) -> list[StepButton]:
    """Return every step of a list, also the disabled ones."""
    steppers = [stepper for row in listed.rows for stepper in row.steppers]
    numbers = [step for stepper in steppers for step in (stepper.less, stepper.more)]
    return [*listed.steps, *(step for row in listed.rows for step in row.steps), *numbers]


def test_there_are_such_lists() -> None:
    assert {title.split()[1] for title, _, _ in LISTS} == {"contracts", "deal", "values", "phases"}


@walk(("title", "rule", "text"), LISTS)
def test_each_step_leads_to_a_list_as_it_is_kept(title: str, rule: TextRule, text: str) -> None:
    steps = steps_of(rule.stepped(text))
    assert len({step.key for step in steps}) == len(steps), title
    kept = [step.after for step in steps if step.after]
    assert [rule.read(after) for after in kept] == kept, title


@walk(("title", "rule", "text"), LISTS)
def test_one_less_takes_one_more_back(title: str, rule: TextRule, text: str) -> None:
    before = rule.read(rule.same_as.get(text, text))
    for row in rule.stepped(text).rows:
        for stepper in row.steppers:
            after = stepper.more.after and rule.steps(stepper.more.after)
            # Melds turn into others already there, and points go to the next multiple of five.
            if after and len(steps_of(after)) == len(steps_of(rule.steps(before))):
                back = after.after(stepper.less.key)
                assert "deal" not in title or back == before
                assert "phases" not in title or back == before


def list_of(title: str) -> TextRule:
    return next(rule for listed, rule, _text in LISTS if listed == title)


def test_the_last_row_of_a_list_stays() -> None:
    steps = list_of("contract contracts").stepped("2s3").rows[0].steps
    assert "0x" not in [step.key for step in steps]


def test_points_end_at_fifty() -> None:
    values = list_of("contract values").stepped("2-K 50")
    steppers = [stepper for row in values.rows for stepper in row.steppers]
    assert {stepper.more.after for stepper in steppers} == {None}


def test_a_step_that_is_not_there_leads_nowhere() -> None:
    contracts = list_of("contract contracts").stepped("2s3")
    assert contracts.after("another") == "2s3, 2s3"
    assert contracts.after("dance") is None
