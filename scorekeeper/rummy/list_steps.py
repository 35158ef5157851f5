"""Buttons that change the list of a house rule, so that nobody has to type the list.

Each button has the whole changed list, or `None` if the changed list is invalid. `MeldList.read`
decides whether a list of melds is valid, and `write` decides for a list of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from scorekeeper.rummy.messages import Message, message
from scorekeeper.rummy.round import RuleError

Read = Callable[[str], str]
"""A function that reads a text and returns its stored form. It raises `RuleError`."""


@dataclass(frozen=True, slots=True)
class StepButton:
    """A button with its key and label. `after` is the changed list, or `None` if it is invalid."""

    key: str
    name: Message
    after: str | None


@dataclass(frozen=True, slots=True)
class Stepper:
    """A number in a list, with a button that lowers it and a button that raises it."""

    name: Message
    value: int
    less: StepButton
    more: StepButton


@dataclass(frozen=True, slots=True)
class ListRow:
    """A row of a list.

    - `words`: the content of the row
    - `steppers`: the numbers of the row, with their buttons
    - `steps`: further buttons of the row
    """

    name: Message
    words: Message | None
    steppers: tuple[Stepper, ...]
    steps: tuple[StepButton, ...] = ()


@dataclass(frozen=True, slots=True)
class SteppedList:
    """The rows of a list, and the buttons that change the length of the list."""

    rows: tuple[ListRow, ...]
    steps: tuple[StepButton, ...]

    def after(self, key: str) -> str | None:
        return next((step.after for step in self._all() if step.key == key), None)

    def _all(self) -> Iterator[StepButton]:
        yield from self.steps
        for row in self.rows:
            yield from row.steps
            for stepper in row.steppers:
                yield from (stepper.less, stepper.more)


def _possible(steps: Sequence[StepButton]) -> tuple[StepButton, ...]:
    return tuple(step for step in steps if step.after)


_LESS, _MORE = message("{row}, {what}: less"), message("{row}, {what}: more")


def _stepper(
    key: str, row: Message, name: Message, value: int, after: Callable[[int], str | None], by: int
) -> Stepper:
    """A number with two buttons: to the next lower and to the next higher multiple of `by`."""
    less, more = (value - 1) // by * by, value // by * by + by
    return Stepper(
        name,
        value,
        StepButton(f"{key}-", message(_LESS.template, row=row, what=name), after(less)),
        StepButton(f"{key}+", message(_MORE.template, row=row, what=name), after(more)),
    )


# Lists of melds: contracts and phases


@dataclass(frozen=True, slots=True)
class MeldLetter:
    """A kind of meld in a list.

    - `name`: its name in the plural
    - `another`: the label of the button that adds one meld
    - `shortest`: the text of its shortest meld
    """

    name: Message
    another: Message
    shortest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldList:
    """The texts and functions of a list of melds.

    - `row`: the name of row `{number}`
    - `another_row`: the label of the button that adds a row
    - `letters`: the kinds of melds in the list
    - `read(text)`: check a list and return its stored form
    - `words(text)`: one row in words
    - `marks`: whether the list can contain `p` (no wild cards) and `!` (all cards at once)
    """

    row: Message
    another_row: Message
    letters: Mapping[str, MeldLetter] = field(hash=False)
    read: Read
    words: Callable[[str], Message]
    marks: bool = False

    def __call__(self, text: str) -> SteppedList:
        """The rows of a list in its stored form."""
        rows = text.split(", ")
        another = StepButton("another", self.another_row, self._read(f"{text}, {rows[-1]}"))
        listed = tuple(self._row(rows, place) for place in range(len(rows)))
        return SteppedList(listed, _possible([another]))

    def _read(self, text: str) -> str | None:
        with suppress(RuleError):
            return self.read(text)
        return None

    def _row(self, rows: Sequence[str], place: int) -> ListRow:
        name = message(self.row.template, number=place + 1)
        row = _read_row(rows[place])

        def after(changed: _Row) -> str | None:
            # Reading one row is faster than reading the whole list.
            read = self._read(changed.text) if changed.melds else None
            return read and ", ".join([*rows[:place], read, *rows[place + 1 :]])

        steps = [
            StepButton(f"{place}{letter}", kind.another, after(row.with_meld(kind.shortest)))
            for letter, kind in self.letters.items()
        ]
        if self.marks:
            for at, melds in enumerate(row.melds):
                pure = replace(melds, pure=not melds.pure)
                text = _PURE[melds.pure].template
                said = message(text, melds=self.letters[melds.letter].name, size=melds.size)
                steps.append(StepButton(f"{place}.{at}p", said, after(row.but(at, pure))))
            at_once = replace(row, takes_all=not row.takes_all)
            steps.append(StepButton(f"{place}!", _AT_ONCE[row.takes_all], after(at_once)))
        if len(rows) > 1:
            rest = ", ".join([*rows[:place], *rows[place + 1 :]])
            steps.append(StepButton(f"{place}x", message("Remove"), rest))
        return ListRow(
            name,
            self.words(rows[place]),
            tuple(
                stepper
                for at, melds in enumerate(row.melds)
                for stepper in self._steppers(name, f"{place}.{at}", row, at, melds, after)
            ),
            _possible(steps),
        )

    def _steppers(
        self,
        name: Message,
        key: str,
        row: _Row,
        at: int,
        melds: _Melds,
        after: Callable[[_Row], str | None],
    ) -> Iterator[Stepper]:
        kind = self.letters[melds.letter].name
        of_size = message("{melds} of {size}", melds=kind, size=melds.size)

        def numbered(number: int) -> str | None:
            return after(row.but(at, replace(melds, number=number)))

        def sized(size: int) -> str | None:
            return after(row.but(at, replace(melds, size=size)))

        yield _stepper(f"{key}n", name, of_size, melds.number, numbered, 1)
        cards = message("{melds}, cards each", melds=kind)
        yield _stepper(f"{key}s", name, cards, melds.size, sized, 1)


_PURE = (
    message("{melds} of {size}: without wild cards"),
    message("{melds} of {size}: with wild cards"),
)
_AT_ONCE = (message("All cards at once"), message("Not all cards at once"))
_MELDS = re.compile(r"(\d*)([a-z])(\d+)(p?)")


@dataclass(frozen=True, slots=True)
class _Melds:
    number: int
    letter: str
    size: int
    pure: bool

    @property
    def text(self) -> str:
        return f"{self.number}{self.letter}{self.size}{'p' * self.pure}" if self.number else ""


@dataclass(frozen=True, slots=True)
class _Row:
    melds: tuple[_Melds, ...]
    takes_all: bool

    @property
    def text(self) -> str:
        return " ".join(filter(None, (melds.text for melds in self.melds))) + "!" * self.takes_all

    def but(self, at: int, melds: _Melds) -> _Row:
        return replace(self, melds=(*self.melds[:at], melds, *self.melds[at + 1 :]))

    def with_meld(self, text: str) -> _Row:
        return replace(self, melds=(*self.melds, *_read_row(text).melds))


def _read_row(text: str) -> _Row:
    melds = tuple(
        _Melds(int(number or 1), letter, int(size), bool(pure))
        for number, letter, size, pure in _MELDS.findall(text)
    )
    return _Row(melds, text.endswith("!"))


# Lists of numbers


def stepped_numbers(
    names: Sequence[Message],
    numbers: Sequence[int],
    write: Callable[[Sequence[int]], str | None],
    *,
    row: Message,
    by: int = 1,
    steps: Sequence[StepButton] = (),
) -> SteppedList:
    """A list of one row with a number for each name. `write` returns `None` for an invalid list."""

    def stepper(place: int) -> Stepper:
        def after(number: int) -> str | None:
            return write([*numbers[:place], number, *numbers[place + 1 :]])

        return _stepper(f"{place}", row, names[place], numbers[place], after, by)

    steppers = tuple(stepper(place) for place in range(len(numbers)))
    return SteppedList((ListRow(row, None, steppers),), _possible(steps))
