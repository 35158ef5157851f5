"""The judge’s desk for a dispute about a round: the form, the ruling, the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import cast

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.column import best_final, reached_target
from scorekeeper.rummy.game.comparison import Comparison, compare
from scorekeeper.rummy.game.entries import RoundOnSheet
from scorekeeper.rummy.game.sheet import Sheet, fold
from scorekeeper.rummy.house_rules import HouseRule, Value
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.rulebook import article_of_refusal, deciding_article, known_disputes
from scorekeeper.storage.models import People
from scorekeeper.storage.models.games import with_sides
from scorekeeper.storage.queries import people_of
from scorekeeper.web.judge.blueprint import WayBack
from scorekeeper.web.judge.desk import Desk, address_of
from scorekeeper.web.judge.dispute import Dispute, dispute_about
from scorekeeper.web.judge.typed_scores import pack_entries
from scorekeeper.web.parts.drawn_hands import DrawnHand, drawn_with_least, laid_hands
from scorekeeper.web.parts.faces import Faced, Sitter
from scorekeeper.web.parts.house_rules_form import typed_changes
from scorekeeper.web.rounds.errors import errors_of
from scorekeeper.web.rounds.page import RoundFormPage
from scorekeeper.web.rounds.typed_round import better_typed, read_round
from scorekeeper.web.shell.long_work import take_turn_for_hands

MOST_IN_LINE = 4
"""The most cards of a hand that fit into the line above the ruling."""


def link_of(dispute: Dispute, game_id: str = "") -> str:
    """The address of the desk with this dispute, and a link back to a game."""
    way_back = {"game": game_id} if game_id else {}
    return address_of("judge.desk", {**dispute.fields(), **way_back})


def known_links(asked: Dispute, game_id: str = "") -> list[tuple[Article, str]]:
    """Common disputes, each with the address of its ruling under these rules."""
    links = []
    for article, game in known_disputes(asked.variant):
        sheet = fold(game)
        dispute = dispute_about(sheet, sheet.rounds[-1])
        changed = typed_changes(asked.variant, asked.preset, {**asked.rules, **dispute.changed})
        unnamed = ("",) * len(dispute.names)
        dispute = replace(dispute, preset=asked.preset, changed=changed, names=unnamed)
        links.append((article, link_of(dispute, game_id)))
    return links


def _is_short(hand: DrawnHand) -> bool:
    is_plain = hand.opened and hand.shown is None and hand.deadwood is not None
    return is_plain and not (hand.melds or hand.layoffs) and len(hand.unmatched) <= MOST_IN_LINE


class RulingDesk(Desk, RoundFormPage):
    """The desk with a round to judge."""

    endpoint = "judge.desk"
    templates = ("judge/desk.html", "judge/_desk.html")

    def __init__(self, dispute: Dispute, back: WayBack | None = None) -> None:
        super().__init__(dispute, back)
        # A typed card has about two characters.
        take_turn_for_hands(len("".join(hand.split())) // 2 for hand in dispute.round.hands)
        self.typed = self.form.round
        self.in_progress = read_round(fold(self.form.before), self.typed)
        wrong = errors_of(self.in_progress) if self.in_progress.faults else {}
        self.errors = self.form.errors | wrong

    @property
    def is_answered(self) -> bool:
        return self.sheet is not None

    @property
    def question_asked(self) -> dict[str, str]:
        return self.shortest.fields()

    @cached_property
    def people(self) -> Sequence[Faced]:
        """The players by seat. Players of the game that the desk links back to keep their faces."""
        known = {player.name: player for player in people_of(self.back.row)} if self.back else {}
        faces = (
            known.get(name) or Sitter(name, seat) for seat, name in enumerate(self.game.players)
        )
        return with_sides(self.game.partners, cast("People", tuple(faces)))

    @property
    def sheet(self) -> Sheet | None:
        """The game with the round judged. `None` if input is missing or wrong."""
        return None if self.errors else self.in_progress.after

    @property
    def judged(self) -> RoundOnSheet | None:
        return self.sheet.rounds[-1] if self.sheet else None

    @property
    def hands_in_line(self) -> list[DrawnHand]:
        """The two hands, if both are short enough for one line. Else empty."""
        all_score = self.game.variant.all_score(self.game.rules)
        if self.judged is None or all_score or self.drawn_with_least:
            return []
        hands = laid_hands(self.judged)
        return hands if len(hands) == 2 and all(map(_is_short, hands)) else []

    @property
    def drawn_with_least(self) -> list[DrawnHand]:
        return drawn_with_least(self.judged) if self.judged else []

    @property
    def better(self) -> list[tuple[BetterCount, str]]:
        """The hands that could count less, each with the desk's address for the better layout."""
        found = []
        for count in self.in_progress.better:
            better = better_typed(self.dispute.round, count)
            found.append((count, self.to(replace(self.shortest, round=better).fields())))
        return found

    @cached_property
    def comparison(self) -> Comparison | None:
        """The rulings under other rules, even for a rejected round if the table can allow it."""
        disputed = self.in_progress.round
        if disputed is None or not (self.judged or self.if_allowed):
            return None
        return compare(replace(self.game, entries=(disputed,)), self.form.scores)

    @property
    def if_allowed(self) -> RoundOnSheet | None:
        """A rejected round as if the table allowed it. `None` if it cannot be allowed."""
        if self.judged or self.form.errors:
            return None
        return self.in_progress.if_allowed

    @property
    def link_if_allowed(self) -> str:
        allowed = self.dispute.round.but(allow=" ".join(self.in_progress.allowed))
        return self.to(replace(self.shortest, round=allowed).fields())

    @property
    def shortest(self) -> Dispute:
        scores = self.dispute.scores
        wins = pack_entries(self.form.scores.entries) or scores.wins
        return replace(self.dispute, scores=replace(scores, wins=wins))

    @property
    def article(self) -> Article | None:
        """The article of the rules that decides the round or rejects it."""
        variant = self.game.variant
        if self.judged:
            return deciding_article(variant, self.judged.ruling)
        found = (article_of_refusal(variant, fault) for fault in self.in_progress.faults)
        return next(filter(None, found), None)

    @property
    def article_of_end(self) -> Article | None:
        """The article on who wins if one player reached the target and another has more points."""
        sheet = self.sheet
        if sheet is None or not sheet.over or sheet.game.variant.lowest_wins(sheet.game.rules):
            return None
        reached = reached_target(sheet.game.rules, sheet.columns[0])
        most = best_final(sheet.final, sheet.seats, lowest_wins=False)
        return self.article_by_key("higher-final") if reached != most else None

    def article_by_key(self, key: str) -> Article | None:
        here = self.game.variant.articles
        return next((article for article in here if article.key == key), None)

    @property
    def changed_rules(self) -> list[tuple[HouseRule, Value]]:
        dispute = self.dispute
        changed = [rule for rule in dispute.house_rules if rule.name in dispute.changed]
        return [(rule, getattr(self.game.rules, rule.name)) for rule in changed]

    @property
    def is_blank(self) -> bool:
        return not self.typed["ending"] and not any(self.typed.hands)

    @property
    def known(self) -> list[tuple[Article, str]]:
        return known_links(self.dispute, self.game_id)

    @property
    def asks_rounds_won(self) -> bool:
        """Check whether the rounds won so far can matter at the end."""
        return self.game.variant.rounds_won is not None and self.game.variant.columns == 1

    @property
    def lacks_rounds_won(self) -> bool:
        """Check whether totals were typed without the rounds won, although they can matter."""
        scores = self.form.scores
        return bool(self.asks_rounds_won and scores.totals and not scores.won)

    @property
    def has_setup_error(self) -> bool:
        """Check for errors in the game, its players or its rules: the page unfolds that section."""
        return any(name.startswith(("rules-", "players", "round", "name-")) for name in self.errors)

    @property
    def has_wrong_name(self) -> bool:
        return any(field.errors for field in self.form.fields.name)

    @property
    def shows_before(self) -> bool:
        """Check whether the page unfolds the section with totals, dealer and adjustments."""
        typed = self.dispute.round
        asked = [fact.key for fact in self.game.variant.own_facts if not fact.of_deal]
        given = typed.adjustments or any(typed[key] for key in asked)
        given = given or typed["dealer"] not in ("", "0")
        fields = ("total-", "won-", "phases-", "wins", "dealer", "adjustment-", *asked)
        wrong = any(field.startswith(fields) for field in self.errors)
        return bool(given or wrong or not self.dispute.scores.is_empty)
