"""Questions about one play, with texts as facts."""

from __future__ import annotations

from typing import Any

from scorekeeper.rummy.documents.asked_play import read_asked_play
from scorekeeper.rummy.game.facts import rules_in_force
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.play import PlayAnswer
from scorekeeper.rummy.variants import find_variant


def asked(
    game: str, *, players: int = 2, total: int = 0, number: int = 1, rules: Any = None, **texts: str
) -> PlayAnswer:
    """Return the judge’s answer to the only question about a play in this game."""
    variant = find_variant(game)
    assert variant
    [question] = variant.plays
    in_force = rules_in_force(variant, "plain", rules or {})
    deal = variant.deal(in_force, players, number)
    needed = variant.first_meld(in_force, total, number) if variant.first_meld else None
    play = read_asked_play(question, texts, variant.pieces, deal, needed)
    return question.answer(in_force, deal, play)


def said(answer: PlayAnswer) -> list[str]:
    """Return the verdict and the notes."""
    return [render(text, ()) for text in (answer.verdict, *answer.notes)]
