"""The records of a club in words, with the addresses of their games, rounds and evenings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext

from scorekeeper.rummy.variants import find_variant
from scorekeeper.statistics.records import (
    Holding,
    Record,
    RecordKind,
    records_of_club,
    records_of_variant,
)
from scorekeeper.storage.models import Club, Scorer
from scorekeeper.web.shell.translation import day_text, total, translate
from scorekeeper.web.subjects.figures import round_points

WORDS: dict[RecordKind, Any] = {
    RecordKind.ROUND: lazy_gettext("Most points in a round"),
    RecordKind.HIGHEST: lazy_gettext("Highest total"),
    RecordKind.LOWEST: lazy_gettext("Lowest total"),
    RecordKind.MARGIN: lazy_gettext("Largest margin"),
    RecordKind.COMEBACK: lazy_gettext("Biggest comeback"),
    RecordKind.STREAK: lazy_gettext("Most wins in a row"),
    RecordKind.LONGEST: lazy_gettext("Most rounds in a game"),
    RecordKind.WON_IN_EVENING: lazy_gettext("Most wins in an evening"),
    RecordKind.OUTS_IN_EVENING: lazy_gettext(
        "Most rounds ended in an evening (gin and rum included)"
    ),
    RecordKind.UNDERCUTS_IN_EVENING: lazy_gettext("Most undercuts in an evening"),
    RecordKind.BUSIEST: lazy_gettext("Most games in an evening"),
}


@dataclass(frozen=True, slots=True)
class ShownHolder:
    """A holder of a record, the address of the game, round or evening, and the time in words."""

    of: Holding
    words: str
    address: str

    @property
    def player(self) -> Scorer | None:
        return self.of.player


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """A record in words of the page's language, with some of its holders."""

    of: Record
    words: str
    value: str
    holders: list[ShownHolder]

    @property
    def more(self) -> int | None:
        """The number of other holders. `None` if there are too many."""
        return self.of.more


@dataclass(frozen=True, slots=True)
class ShownRecords:
    """Comparable records: of one preset, or of all presets together."""

    preset: str
    name: str
    records: list[ShownRecord]


def shown_records(club: Club, variant: str) -> list[ShownRecords]:
    """The records of a game, by preset and overall. All games count if `variant` is empty."""
    found = records_of_variant(club, variant) if variant else records_of_club(club)
    return [
        ShownRecords(key, _preset_name(variant, key), _shown(group, variant))
        for key, group in groupby(found, key=attrgetter("preset"))
    ]


def _preset_name(variant: str, key: str) -> str:
    known = find_variant(variant)
    preset = known.preset(key) if known else None
    return translate(preset.name) if preset else str(_("All presets"))


def _shown(records: Iterable[Record], variant: str) -> list[ShownRecord]:
    return [
        ShownRecord(
            of=record,
            words=str(WORDS[record.kind]),
            value=round_points(variant, record.value)
            if record.kind is RecordKind.ROUND
            else total(record.value),
            holders=[_holder(holder) for holder in record.holders],
        )
        for record in records
    ]


def _holder(holder: Holding) -> ShownHolder:
    day = day_text(holder.day, "medium")
    if holder.game_id is None:  # a record of a whole evening
        address = url_for("history.evening", day=holder.day.isoformat())
        return ShownHolder(holder, day, address)
    if holder.number is None:
        address = url_for("games.show", game_id=holder.game_id)
        return ShownHolder(holder, day, address)
    words = _("round %(number)d, %(day)s", number=holder.number, day=day)
    address = url_for("rounds.show", game_id=holder.game_id, number=holder.number)
    return ShownHolder(holder, words, address)
