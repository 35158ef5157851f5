"""The page on which a round is typed: its fields, its preview and its errors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from flask import Response, make_response, render_template, url_for

from scorekeeper.games import commands
from scorekeeper.games.open_rounds import UPCARD
from scorekeeper.rummy.game.sheet import Game
from scorekeeper.rummy.messages import Message, Seat
from scorekeeper.storage.models import Player
from scorekeeper.web.games.history import HistoryEntry, history_entries
from scorekeeper.web.games.sheet_table import Row, rows, shown_rounds
from scorekeeper.web.htmx import is_htmx
from scorekeeper.web.permissions import default_entered_by
from scorekeeper.web.rounds.better_count import take_better
from scorekeeper.web.rounds.entry import RoundInProgress, Standing
from scorekeeper.web.rounds.faults import still_wrong
from scorekeeper.web.rounds.game_state import GameState
from scorekeeper.web.rounds.pad_fields import PadFields
from scorekeeper.web.rounds.round_form import RoundForm, ending_choices
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.rounds.undone_round import draft_of, typed_before


class RoundFields(PadFields):
    """What the fields of a round show, on every page that has them.

    `errors` are sentences by field.
    """

    errors: Mapping[str, str]

    @property
    def typed(self) -> TypedRound:
        """The round as typed."""
        return self.entry.typed

    @property
    def round_form(self) -> RoundForm:
        """The fields; made anew each time, so a page asks once."""
        return RoundForm(self.entry, self.errors)

    @property
    def waiting(self) -> list[Seat]:
        """The seats whose hands are still to be given."""
        return self.entry.waiting_hands

    @property
    def people(self) -> Sequence[Player]:
        """The players by seat, who have faces; nobody where they are made up."""
        return ()


@dataclass(frozen=True, slots=True)
class Typing(RoundFields):
    """Everything that the page of a round being typed shows.

    `told` is a sentence about a hand that was replaced; `again` says that the form holds a round
    that was undone; `at` is the seat whose keys are there again after the round was refused.
    `draft` is the name under which the browser keeps it; `chosen` is the ending that was chosen on
    the sheet; `is_announced` says that the round was announced on another phone meanwhile.
    """

    state: GameState
    entry: RoundInProgress
    errors: Mapping[str, str]
    key: str
    meanwhile: list[HistoryEntry]
    told: str = ""
    again: bool = False
    at: str = ""
    draft: str = ""
    chosen: str = ""
    is_announced: bool = False

    @property
    def people(self) -> Sequence[Player]:
        """The players by seat."""
        return self.state.people

    @property
    def opened(self) -> list[Seat]:
        """The hands whose keys are there at once where the ending was chosen on the sheet."""
        if not self.chosen or self.entry.needs_upcard:
            return []
        # What was put down and what is left are asked of one player at a time.
        return self.waiting[: 1 if "shown" in self.hand_parts else 2]

    @property
    def asks_to_allow(self) -> bool:
        """Whether this is a knock above the limit that the table may still accept."""
        return self.entry.if_allowed is not None and not self.typed.allow

    @property
    def standing(self) -> Standing | None:
        """Who has the least so far."""
        return self.entry.standing(self.waiting)

    @property
    def wrong_json(self) -> str:
        """What is wrong or missing in each field, for what stays on the screen while one types."""
        return json.dumps(still_wrong(self.entry))

    @property
    def preview_address(self) -> str:
        """Where the round is sent for a preview."""
        return url_for("rounds.preview", game_id=self.state.id)

    @property
    def sheet_rows(self) -> list[Row]:
        """The last rounds on the sheet."""
        return shown_rounds(rows(self.entry.sheet)).last

    @property
    def full(self) -> Message | None:
        """Why no more rounds can be recorded, where the sheet has all that a game can have."""
        return commands.FULL_SHEET if self.entry.is_new and self.state.is_full else None

    @property
    def may_record(self) -> bool:
        """Whether the game still takes this round."""
        return not self.entry.is_new or (self.state.is_playing and not self.full)


def blank_round(state: GameState) -> TypedRound:
    """An empty round, except for who enters it."""
    return TypedRound(hands=("",) * len(state.players), entered_by=default_entered_by())


def typing(state: GameState, typed: TypedRound, number: int | None = None, key: str = "") -> Typing:
    """A round being typed: a new one, or the correction of round `number`."""
    entry = RoundInProgress(state.sheet, number, typed)
    page = Typing(state, entry, {}, key or commands.new_key(), [])
    return page if entry.is_new else replace(page, draft=state.id)


def hands_typing(state: GameState, typed: TypedRound, errors: Mapping[str, str]) -> Typing:
    """Some hands of the next round being typed, which are counted and not judged."""
    entry = RoundInProgress(state.sheet, None, typed, is_partial=True)
    return Typing(state, entry, errors, "", [])


def facts_typing(state: GameState, typed: TypedRound, errors: Mapping[str, str]) -> Typing:
    """Everything about the next round except its hands."""
    return hands_typing(state, replace(typed, hands=("",) * len(state.players)), errors)


def new_typing(state: GameState, ending: str = "") -> Typing:
    """The form of the next round: empty, or as the round was before an undo.

    `ending` was chosen on the sheet.
    """
    before = typed_before(state, default_entered_by())
    typed = before or blank_round(state)
    chosen = ending if _is_offered(state.sheet.game, ending) else ""
    dealt = state.open.facts.get(UPCARD, "") if state.open else ""
    typed = replace(typed, ending=chosen or typed.ending, upcard=dealt or typed.upcard)
    draft = draft_of(state, again=before is not None)
    return replace(typing(state, typed), again=before is not None, draft=draft, chosen=chosen)


def _is_offered(game: Game, ending: str) -> bool:
    """Whether the form of a new round offers this ending."""
    offered = ending_choices(game, None)
    return any(choice.value == ending for choices in offered for choice in choices)


def with_better(page: Typing, seat: str) -> Typing:
    """The page with the better count of this seat's hand, if a warning offers one."""
    typed, told = take_better(page.entry, seat)
    if not told:
        return page
    return replace(page, entry=replace(page.entry, typed=typed), told=told)


def typing_page(page: Typing, status: int = 200) -> Response:
    """The page, or only the part that changes if htmx asks."""
    if not page.draft:
        again = typed_before(page.state, "") is not None
        page = replace(page, draft=draft_of(page.state, again=again))
    template = "rounds/_typing.html" if is_htmx() else "rounds/typing.html"
    return make_response(render_template(template, page=page), status)


def meanwhile(state: GameState, version: int) -> list[HistoryEntry]:
    """What happened to a game since this version of it, the newest first."""
    return history_entries(state.row, max(0, state.version - version))
