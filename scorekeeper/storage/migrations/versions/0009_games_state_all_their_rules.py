"""Every game states all its house rules, so that no later change of a preset changes the game.

The values are those that the presets had until now, whatever the program says of them today.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

GIN: dict[str, Any] = {
    "knock_limit": 10,
    "gin_bonus": 25,
    "undercut_bonus": 10,
    "tie": "undercut",
    "big_gin_bonus": 0,
    "target": 100,
    "game_bonus": 0,
    "box_bonus": 0,
    "gin_boxes": 0,
    "undercut_boxes": 0,
    "shutout": "none",
    "winner_by": "target",
    "next_dealer": "winner",
}
MODERN = {"undercut_bonus": 25, "big_gin_bonus": 31, "game_bonus": 100, "box_bonus": 25}
BY_TOTAL = {"shutout": "points-doubled", "winner_by": "total", "next_dealer": "alternate"}
TWENTY = {"gin_bonus": 20, "game_bonus": 100, "box_bonus": 20}
GIN_PRESETS: dict[str, dict[str, Any]] = {
    "pagat": TWENTY | {"shutout": "game-bonus-doubled"},
    "bicycle": TWENTY | {"shutout": "plus-100"},
    "wikipedia": MODERN | BY_TOTAL,
    "modern": MODERN | {"shutout": "total-doubled"},
    "tournament": MODERN | BY_TOTAL | {"target": 250},
}

RULES: dict[str, dict[str, Any]] = {
    "gin": GIN,
    "oklahoma": GIN
    | {
        "target": 150,
        "ace_upcard": "one",
        "spades_double": True,
        "spades_double_boxes": False,
    },
    "hollywood": GIN
    | {"game_bonus": 100, "box_bonus": 25, "winner_by": "total", "last_column_double": False},
    "knock": {
        "rum_bonus": 25,
        "rum_bonus_each": True,
        "penalty": 10,
        "penalty_to": "winner",
        "penalty_on_tie": False,
        "ties": "full",
        "rum_can_be_tied": True,
        "five_hand": 6,
        "target": 0,
    },
    "manipulation": {
        "knock_limit": 5,
        "undercut_bonus": 10,
        "out_bonus": 25,
        "joker_value": 25,
        "melds_in_hand": "spared",
        "target": 150,
        "game_bonus": 100,
        "round_bonus": 25,
        "round_bonus_to": "others",
    },
    "basic": {
        "ace_value": 1,
        "joker_value": 15,
        "decks": "auto",
        "deal": "plain",
        "jokers_per_deck": 2,
        "scoring": "winner-takes",
        "going_rummy": "none",
        "melds_in_hand": "spared",
        "next_dealer": "left",
        "target": 0,
    },
    "three-thirteen": {
        "ace_value": 1,
        "court_value": "ten",
        "joker_value": 0,
        "wild_value": "face",
        "all_wild": False,
        "decks": "auto",
    },
}
PRESETS: dict[str, dict[str, dict[str, Any]]] = {
    "gin": GIN_PRESETS,
    "oklahoma": GIN_PRESETS | {"bicycle": GIN_PRESETS["bicycle"] | {"ace_upcard": "gin"}},
    "hollywood": GIN_PRESETS,
    "knock": {
        "bicycle": {"rum_bonus_each": False},
        "split": {"penalty_to": "all-below", "ties": "split", "rum_can_be_tied": False},
    },
    "manipulation": {},
    "basic": {
        "pagat": {"going_rummy": "double", "target": 100},
        "penalty": {"scoring": "penalty", "target": 100},
    },
    "three-thirteen": {
        "high": {"ace_value": 15, "court_value": "rising", "joker_value": 20},
    },
}
NEW = {"five_hand", "melds_in_hand", "deal", "all_wild"}
"""Rules that an older program does not know in any game."""
NEW_IN = {"basic": {"next_dealer"}, "three-thirteen": {"decks"}}
"""Rules that it does not know in these games."""

GAME = sa.table(
    "game",
    sa.column("id", sa.String),
    sa.column("variant", sa.String),
    sa.column("preset", sa.String),
    sa.column("overrides", sa.JSON),
)


def upgrade() -> None:
    """State every rule of every game, as its preset had it."""
    for row in op.get_bind().execute(sa.select(GAME)).all():
        if row.variant in RULES:
            _write(row.id, _as_preset(row.variant, row.preset) | row.overrides)


def downgrade() -> None:
    """Keep only the rules that an older program knows and that differ from the preset."""
    for row in op.get_bind().execute(sa.select(GAME)).all():
        if row.variant not in RULES:
            continue
        usual = _as_preset(row.variant, row.preset)
        new = NEW | NEW_IN.get(row.variant, set())
        stated = {
            name: value
            for name, value in row.overrides.items()
            if name in usual and name not in new and value != usual[name]
        }
        _write(row.id, stated)


def _as_preset(variant: str, preset: str) -> dict[str, Any]:
    return RULES[variant] | PRESETS[variant].get(preset, {})


def _write(game_id: str, overrides: dict[str, Any]) -> None:
    op.execute(sa.update(GAME).where(GAME.c.id == game_id).values(overrides=overrides))
