"""Changes to a round entered together: finding those that the table must see, and their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from flask_babel import gettext as _

from scorekeeper.games.open_round import DISCARDED, DOUBTED, OVERRULED, UNDONE, Document, OpenRound
from scorekeeper.games.undoing import last_recorded
from scorekeeper.rummy.documents.draft import read_draft, write_draft
from scorekeeper.rummy.documents.reading import program_of
from scorekeeper.rummy.entering import Draft
from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.sides import shares_of
from scorekeeper.storage.mapping import Amendment
from scorekeeper.web.entering.drafts import draft_of, only_given
from scorekeeper.web.entering.ending import print_ending, read_ending
from scorekeeper.web.entering.facts import ENDING, noun_of
from scorekeeper.web.entering.game_state import GameState
from scorekeeper.web.entering.open_table import OpenTable
from scorekeeper.web.parts.formatting import done_by, ending_message, list_of, who_did
from scorekeeper.web.shell.translation import translate

NOBODY: Mapping[Seat, str] = MappingProxyType({})

GIVEN, CHANGED, REPLACED = "given", "changed", "replaced"
"""A hand was given for the first time, changed by its phone, or replaced by another phone."""


def amended_facts(table: OpenTable, now: Draft) -> list[Amendment]:
    return list(_amended(table.round.facts.draft, now, table.who, late=table.round.was_ruled))


def _amended(before: Draft, after: Draft, who: str, *, late: bool) -> Iterator[Amendment]:
    for name in before.changed_facts(after):
        changed = Amendment(who, field=name, late=late)
        if name == ENDING:
            was, now = _printed_ending(before), _printed_ending(after)
            changed = replace(changed, was=was, now=now)
        yield changed


def _printed_ending(draft: Draft) -> str:
    return print_ending(draft.ending, draft.by) if draft.ending else ""


def amended_hands(table: OpenTable, seats: Iterable[Seat]) -> list[Amendment]:
    told = []
    for seat in seats:
        if table.is_from_elsewhere(seat):
            was, late = table.round.giver_name(seat), table.round.was_ruled
            told.append(Amendment(table.who, field=REPLACED, seat=int(seat), was=was, late=late))
        elif table.is_from_here(seat) and table.round.was_ruled:
            told.append(Amendment(table.who, field=CHANGED, seat=int(seat), late=True))
        elif not table.is_from_here(seat) and table.round.hands_were_shown:
            told.append(Amendment(table.who, field=GIVEN, seat=int(seat), late=True))
    return told


def shown_before(state: GameState) -> dict[str, Document]:
    """The discarded versions of rounds that all players had seen, as documents.

    If the last round was just undone and has no such version, it is added as it was recorded.
    """
    shown = dict(state.open.shown) if state.open else {}
    if not shown and state.undone is None:
        return {}
    last = str(state.last_recorded)
    if last not in shown and state.undone:
        shown[last] = write_draft(draft_of(state.undone, state.sheet.game))
    return shown


def _shown(open_round: OpenRound, game_id: str) -> Document:
    """The document of the open round's version that all players saw. Empty if there is none."""
    return open_round.shown_after(last_recorded(game_id)) if open_round.shown else {}


def changed_since(
    shown: Document, game: Game, now: Draft, who: str, givers: Mapping[Seat, str] = NOBODY
) -> Iterator[Amendment]:
    """The differences between the version that all players saw and a complete new one.

    `givers` are the names of the players who gave the hands, by seat. `who` made all other changes.
    """
    if not shown:
        return
    before, after = only_given(read_draft(shown, game), game), only_given(now, game)
    yield from _amended(before, after, who, late=True)
    for seat in before.changed_hands(after):
        yield Amendment(givers.get(seat, who), field=CHANGED, seat=int(seat), late=True)


def _changed_at(table: OpenTable) -> tuple[Amendment, ...]:
    """The differences from the version that all players saw, once the round is complete.

    Amendments that the table already sees are left out.
    """
    if not table.round.is_complete:
        return ()
    known = {amendment.about for amendment in table.open.told}
    shown = _shown(table.open, table.state.id)
    givers = {seat: _giver(table, seat) for seat in table.round.owners} if shown else {}
    draft, who = table.round.whole.draft, table.open.announcer
    changed = changed_since(shown, table.state.sheet.game, draft, who, givers)
    return tuple(amendment for amendment in changed if amendment.about not in known)


def _giver(table: OpenTable, seat: Seat) -> str:
    """The name of the player who gave a hand. Empty if several players gave shares."""
    shares = [seat, *table.round.holders(seat)]
    names = {table.round.giver_name(share) for share in shares if table.round.is_given(share)}
    return names.pop() if len(names) == 1 else ""


def told(table: OpenTable) -> tuple[Amendment, ...]:
    return (*table.open.told, *_changed_at(table))


def told_when_recorded(table: OpenTable) -> tuple[Amendment, ...]:
    """All amendments if this phone records the round. Objections are marked as overruled."""
    return tuple(
        Amendment(table.who, field=OVERRULED, was=amendment.who, late=True)
        if amendment.field == DOUBTED
        else amendment
        for amendment in told(table)
    )


def told_on_one_phone(
    closed: OpenRound, game_id: str, game: Game, entered: Draft, who: str
) -> tuple[Amendment, ...]:
    """All amendments of a round that one phone enters after the open round `closed`."""
    return (*closed.told, *changed_since(_shown(closed, game_id), game, entered, who))


def amendment_words(amendment: Amendment, game: Game) -> str:
    """A change in a sentence: `Ann changed the hand of Bob.`"""
    who = who_did(amendment.who)
    if amendment.field == DISCARDED:
        return str(_("%(who)s discarded the round, after the ruling was shown.", who=who))
    if amendment.field == UNDONE:
        return str(_("%(who)s announced the round again after it was undone.", who=who))
    if amendment.field == DOUBTED:
        return str(_("%(who)s says that something is wrong.", who=who))
    if amendment.field == OVERRULED:
        name = objectors([amendment.was])
        return str(
            _("%(who)s recorded the round against the objection of %(name)s.", who=who, name=name)
        )
    if amendment.seat is not None:
        what = _hand_words(amendment, who, game)
    elif amendment.field == ENDING:
        endings = {"was": _ending(amendment.was, game), "now": _ending(amendment.now, game)}
        what = str(_("%(who)s changed this from “%(was)s” to “%(now)s”", who=who, **endings))
    else:
        fact = translate(noun_of(amendment.field, game.variant))
        what = str(_("%(who)s changed %(what)s", who=who, what=fact))
    if amendment.late:
        return str(_("%(what)s, after the ruling was shown.", what=what))
    return f"{what}."


def objectors(names: Iterable[str]) -> str:
    """A list of the people who object, for use within a sentence."""
    return list_of(done_by(name) or _("somebody") for name in names)


def _hand_words(amendment: Amendment, who: str, game: Game) -> str:
    shares = shares_of(game.sides)
    whose, by = game.players[shares[amendment.seat or 0]], amendment.was
    words = {"who": who, "whose": whose, "by": by}
    if amendment.field == GIVEN:
        own, other = _("%(who)s entered their hand"), _("%(who)s entered the hand of %(whose)s")
    elif amendment.field == REPLACED and by not in ("", whose) and program_of(by) is None:
        own = _("%(who)s replaced their hand that %(by)s had entered")
        other = _("%(who)s replaced the hand of %(whose)s that %(by)s had entered")
    elif amendment.field == REPLACED:
        own = _("%(who)s replaced their hand on another phone")
        other = _("%(who)s replaced the hand of %(whose)s")
    else:
        own, other = _("%(who)s changed their hand"), _("%(who)s changed the hand of %(whose)s")
    said: str = own if who == whose else other
    return said % words


def _ending(text: str, game: Game) -> str:
    ending = read_ending(text, game)
    if ending.rule is None:
        return str(_("not said yet"))
    return translate(ending_message(ending.rule, ending.by), game.players)
