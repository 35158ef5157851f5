"""Each open round becomes one document, like an entry, instead of texts of a form.

No version of the program wrote unreadable texts. An unreadable hand must be entered again, and a
round with an unreadable ending must be announced again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"

NOT_READ = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""The errors that come from values which no version of this program wrote."""

OPEN = sa.table(
    "open_round",
    *map(sa.column, ("id", "game_id", "facts", "content_version", "version", "announcer")),
    *(sa.column(name, sa.JSON) for name in ("draft", "hands", "agreed", "shown")),
)
GAME = sa.table("game", *map(sa.column, ("id", "variant", "sides")))
SEAT = sa.table("seat", sa.column("game_id"))

ENDINGS = frozenset(
    (
        *("big-gin", "concealed", "declare", "draw", "drop", "gin", "knock", "out"),
        *("rami", "rami-sec", "rum", "rummy", "run", "stock", "tonk", "void"),
    )
)

ALLOWED = {
    "canasta": ("illegal-out", "first-meld-low"),
    "hand-and-foot": ("illegal-out", "first-meld-low"),
    "burraco": ("illegal-out",),
}
"""The irregular actions that a table can allow, for games without illegal knocks."""

WILD = (*"A23456789TJQK", "JK")

PUT_DOWN = {
    "rummy-500": "shown",
    "canasta": "melded",
    "hand-and-foot": "melded",
    "burraco": "melded",
}
"""For each game, the name in documents for all cards that a player put down."""

NUMBER: tuple[str, ...] = ()
FLAG, USUAL = ("yes", "no"), {"pot": True}
MELDS = ("wild", "red_threes", "red_threes_left", "net")
PARTS: dict[str, dict[str, tuple[str, ...]]] = {
    "indian": {"drop": ("first", "middle"), "wrong": FLAG, "no_pure_run": FLAG},
    "canasta": dict.fromkeys(("natural", "mixed", *MELDS), NUMBER),
    "hand-and-foot": dict.fromkeys(("clean", "dirty", *MELDS), NUMBER),
    "burraco": {"clean": NUMBER, "semi_clean": NUMBER, "dirty": NUMBER, "pot": FLAG, "net": NUMBER},
}
"""For each game with special parts of a hand, the possible texts of each part."""

CARDS = re.compile(r"(JK|JOKER|(?:10|[A2-9TJQK])[SHDC♠♥♦♣]?)")
LOW_ACES = re.compile(rf"(A1[SHDC♠♥♦♣]?)|{CARDS.pattern}")
TILES = re.compile(r"(JK|JOKER|1[0-3]|[1-9])")
PLAIN = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "\ufe0e": None, "\ufe0f": None})

SIGN = re.compile(r"[+|/>]")
COUNT = re.compile(r"=?\s*(-?[0-9]{1,9})")
OWN_PART = re.compile(r"(?<!\S)([a-z][a-z_-]*):(\S*)")
ADJUSTMENT = re.compile(r"adjustment-([0-9]{1,4})-(player|points|note)")


def upgrade() -> None:
    with op.batch_alter_table("open_round") as rounds:
        rounds.add_column(sa.Column("draft", sa.JSON(), nullable=True))
        rounds.add_column(sa.Column("announcer", sa.Text(), nullable=True))
    connection = op.get_bind()
    with _damaged_texts_too(connection):
        rows = connection.execute(_query()).all()
    for row in rows:
        this = OPEN.c.id == row.id
        try:
            written = _columns(row)
        except NOT_READ:
            connection.execute(sa.delete(OPEN).where(this))
        else:
            connection.execute(sa.update(OPEN).where(this).values(written))
    with op.batch_alter_table("open_round") as rounds:
        rounds.alter_column("draft", existing_type=sa.JSON(), nullable=False)
        rounds.alter_column("announcer", existing_type=sa.Text(), nullable=False)
        rounds.drop_column("facts")


class GameToRead(NamedTuple):
    """The facts of a game that its texts depend on. `sides` is 0 without partners."""

    variant: str
    players: int
    sides: int

    @property
    def shares(self) -> int:
        """The number of hands or shares of hands: one per side, then one per player."""
        return self.players + self.sides

    def is_player(self, text: str) -> bool:
        return text in map(str, range(self.players))

    def is_side(self, text: str) -> bool:
        """Check whether this is the number of a side, or of a player without a partner."""
        return text in map(str, range(self.sides or self.players))


def _query() -> sa.Select[Any]:
    players = sa.select(sa.func.count()).where(SEAT.c.game_id == OPEN.c.game_id)
    texts = (OPEN.c.facts, OPEN.c.hands, OPEN.c.shown, GAME.c.sides)
    query = sa.select(
        OPEN.c.id,
        OPEN.c.version,
        OPEN.c.content_version,
        GAME.c.variant,
        players.scalar_subquery().label("players"),
        *(sa.cast(text, sa.Text).label(text.name) for text in texts),
    )
    return query.join(GAME, GAME.c.id == OPEN.c.game_id)


@contextmanager
def _damaged_texts_too(connection: sa.Connection) -> Iterator[None]:
    """Read SQLite's texts even if they are not UTF-8. Wrong bytes become escapes."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    driver.text_factory = partial(str, encoding="utf-8", errors="backslashreplace")
    try:
        yield
    finally:
        driver.text_factory = str


def _columns(row: sa.Row[Any]) -> dict[str, Any]:
    """The new columns of an open round. If a hand is left out, all agreements are dropped."""
    facts, given, shown = (json.loads(text) for text in (row.facts, row.hands, row.shown))
    table = GameToRead(row.variant, row.players, len(json.loads(row.sides)))
    draft = _facts(facts, table)
    if "ending" in facts and "ending" not in draft:
        raise ValueError("This round is announced again.")
    texts = {number: hand["text"] for number, hand in given.items()}
    hands = _hands(texts, table)
    newest = max(shown, key=int, default="")
    columns = {
        "draft": draft | ({"hands": hands} if hands else {}),
        "hands": {number: _giver(number, given[number], table) for number in hands},
        "shown": {last: _shown(fields, table) for last, fields in shown.items()},
        "announcer": str(shown[newest].get("entered_by", "")) if newest else "",
    }
    if len(hands) == len([text for text in texts.values() if text]):
        return columns
    later = {"version": row.version + 1, "content_version": row.content_version + 1}
    return columns | later | {"agreed": []}


def _giver(number: str, hand: Mapping[str, Any], table: GameToRead) -> dict[str, Any]:
    kept = {name: hand[name] for name in ("device_id", "by", "version", "changing")}
    replaced = hand["replaced"]
    before = _hands({number: replaced["text"]}, table) if replaced else {}
    there = {"hand": before[number], "device_id": replaced["device_id"]} if before else None
    return kept | {"replaced": there}


def _shown(fields: Mapping[str, str], table: GameToRead) -> dict[str, Any]:
    texts = {
        name.removeprefix("hand-"): text
        for name, text in fields.items()
        if name.startswith("hand-")
    }
    hands = _hands(texts, table)
    return _facts(fields, table) | ({"hands": hands} if hands else {})


# Facts


def _facts(fields: Mapping[str, str], table: GameToRead) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    slug, _, seat = fields.get("ending", "").partition(":")
    if slug in ENDINGS and (not seat or table.is_player(seat)):
        facts |= {"ending": slug} | ({"by": seat} if seat else {})
    upcard = fields.get("upcard", "").translate(PLAIN).upper()
    if CARDS.fullmatch(upcard):
        facts["upcard"] = _cards(upcard)
    facts |= {
        name: fields[name]
        for name in ("dealer", "exact_cut")
        if table.is_player(fields.get(name, ""))
    }
    wild = fields.get("wild", "").replace("10", "T")
    if wild in WILD:
        facts["wild"] = wild
    several = fields.get("exact_deal", "").split()
    if several and all(map(table.is_player, several)):
        facts["exact_deal"] = several
    if allow := fields.get("allow", "").split():
        known = ALLOWED.get(table.variant, ("illegal-knock",))
        facts["allow"] = [slug for slug in known if slug in allow] or list(known)
    if agreed := list(_adjustments(fields, table)):
        facts["adjustments"] = agreed
    if note := fields.get("note", ""):
        facts["note"] = note
    return facts


def _adjustments(fields: Mapping[str, str], table: GameToRead) -> Iterator[dict[str, Any]]:
    rows: dict[int, dict[str, str]] = {}
    for name, text in fields.items():
        if found := ADJUSTMENT.fullmatch(name):
            rows.setdefault(int(found[1]), {})[found[2]] = text
    for _number, row in sorted(rows.items()):
        seat, points = row.get("player", ""), row.get("points", "")
        if table.is_side(seat) and re.fullmatch("[+-]?[0-9]{1,6}", points):
            note = {"note": row["note"]} if row.get("note") else {}
            yield {"player": seat, "points": int(points), **note}


# Hands


def _hands(texts: Mapping[str, str], table: GameToRead) -> dict[str, Any]:
    read = {}
    for number, text in texts.items():
        try:
            if text and int(number) < table.shares:
                read[number] = _hand(text, table.variant)
        except NOT_READ:
            continue
    return read


def _hand(text: str, variant: str) -> Any:
    known, typed = PARTS.get(variant, {}), OWN_PART.findall(text)
    keys = [key for key, _value in typed]
    given = {key: value for key, value in typed if key in known and keys.count(key) == 1}
    cards = OWN_PART.sub(lambda found: "" if found[1] in given else found[0], text)
    own: dict[str, Any] = {}
    for key, values in known.items():
        if key in given:
            value = _part(given[key], values)
            if not isinstance(value, bool) or value != USUAL.get(key, False):
                own[key] = value
    cards = " ".join(cards.split()) if given else text
    hand = _given_cards(cards, variant) if cards or not own else {}
    if not own:
        return hand
    if not isinstance(hand, dict):
        return {"left": hand} | own
    if {"hand", "melds"} & hand.keys():
        raise ValueError(text)
    return {key: value for key, value in hand.items() if value is not True} | own


def _part(text: str, values: Sequence[str]) -> Any:
    if values == FLAG:
        return {"yes": True, "no": False}[text]
    if values:
        return values[values.index(text)]
    return int(re.fullmatch(r"[+-]?[0-9]{1,9}", text)[0])  # type: ignore[index]


def _given_cards(text: str, variant: str) -> Any:
    is_of_tiles = variant == "tiles"
    if text.startswith("!"):
        left = text.removeprefix("!").strip()
        hand = _given_cards(left, variant) if left else None
        if isinstance(hand, dict):
            raise ValueError(text)
        return ({} if hand is None else {"left": hand}) | {"opened": False}
    if (count := _count(text, variant)) is not None:
        return count
    if variant in PUT_DOWN and SIGN.search(text):
        return _shown_cards(text, variant)
    if is_of_tiles and (text.startswith("*") or SIGN.search(text)):
        raise ValueError(text)
    if text.startswith("*"):
        return {"hand": _cards(text.removeprefix("*"))}
    return _laid_out(text) if SIGN.search(text) else _cards(text, TILES if is_of_tiles else CARDS)


def _count(text: str, variant: str) -> int | None:
    is_card = (TILES if variant == "tiles" else CARDS).fullmatch(text.strip().upper())
    found = COUNT.fullmatch(text)
    return int(found[1]) if found and (text.startswith("=") or not is_card) else None


def _shown_cards(text: str, variant: str) -> dict[str, Any]:
    groups = _groups(text)
    shown = [cards for sign, cards in groups if cards and sign != "/"]
    left = " ".join(cards for sign, cards in groups if sign == "/").strip()
    [*only], count = shown, _count(left, variant)
    put_down = _count(only[0], variant) if len(only) == 1 else None
    return {
        PUT_DOWN[variant]: [_cards(group, LOW_ACES) for group in shown]
        if put_down is None
        else put_down,
        "left": _cards(left) if count is None else count,
    }


def _laid_out(text: str) -> dict[str, Any]:
    groups = _groups(text)
    if not {"/", ">"}.intersection(sign for sign, _cards in groups):
        sign, last = groups[-1]
        groups[-1] = ("/" if len(last.replace(",", " ").split()) < 3 else sign, last)
    loose = [(sign, _cards(cards)) for sign, cards in groups if cards and sign in ("/", ">")]
    laid_off = " ".join(cards for sign, cards in loose if sign == ">")
    return {
        "melds": [_cards(cards) for sign, cards in groups if cards and sign not in ("/", ">")],
        "unmatched": " ".join(cards for _sign, cards in loose),
    } | ({"laid_off": laid_off} if laid_off else {})


def _groups(text: str) -> list[tuple[str, str]]:
    signs = ["+", *SIGN.findall(text)]
    return list(zip(signs, map(str.strip, SIGN.split(text)), strict=True))


def _cards(text: str, known: re.Pattern[str] = CARDS) -> str:
    """These cards as documents write them. Raises `ValueError` for anything else."""
    words = text.translate(PLAIN).upper().replace(",", " ").split()
    if not all(map(known.fullmatch, words)):
        raise ValueError(text)
    if known is TILES:
        return " ".join("JK" if word == "JOKER" else word for word in words)
    return " ".join("JK" if word == "JOKER" else word.replace("10", "T") for word in words)
