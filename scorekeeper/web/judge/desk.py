"""What the judge’s desk shows: the form as typed, the ruling, the end, what other rules say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.rummy.article import Article
from scorekeeper.rummy.column import best_final, reached_target
from scorekeeper.rummy.game.comparison import Comparison, Flipped, OtherRuling, Under, compare
from scorekeeper.rummy.game.sheet import Game, RoundOnSheet, Sheet, fold
from scorekeeper.rummy.house_rules import HouseRule, Value
from scorekeeper.rummy.judging.judge import ABOVE_LIMIT
from scorekeeper.rummy.judging.warnings import BetterCount
from scorekeeper.rummy.round import ILLEGAL_KNOCK, Round, RuleError
from scorekeeper.rummy.rulebook import article_of_refusal, deciding_article, known_disputes
from scorekeeper.rummy.variant import Preset
from scorekeeper.rummy.variants import FEATS
from scorekeeper.web.judge.blueprint import WayBack
from scorekeeper.web.judge.dispute import Dispute, dispute_about, pack_entries
from scorekeeper.web.judge.form import DisputeForm
from scorekeeper.web.parts.house_rules_form import print_typed, typed_changes
from scorekeeper.web.rounds.form import errors_of
from scorekeeper.web.rounds.hands import DrawnHand, drawn_with_least, laid_hands
from scorekeeper.web.rounds.page import RoundFields
from scorekeeper.web.rounds.round_in_progress import RoundInProgress
from scorekeeper.web.rounds.typed_round import TypedRound
from scorekeeper.web.shell.translation import translate


def fields_of(dispute: Dispute, game_id: str = "") -> dict[str, str]:
    """The query of a dispute's address; `game_id` is the game that the desk links back to."""
    return dispute.fields() | ({"game": game_id} if game_id else {})


def link_of(dispute: Dispute, game_id: str = "", *, external: bool = False) -> str:
    """The address that opens the desk with this dispute."""
    fields = urlencode(fields_of(dispute, game_id), safe=":,/")
    return f"{url_for('judge.desk', _external=external)}?{fields}"


def known_links(asked: Dispute, game_id: str = "") -> list[tuple[Article, str]]:
    """The disputes that most tables know, each with the address of its ruling under these rules."""
    links = []
    for article, game in known_disputes(asked.variant):
        known = dispute_about(game, len(game.rounds))
        changed = typed_changes(asked.variant, asked.preset, {**asked.rules, **known.changed})
        unnamed = ("",) * len(known.names)
        known = replace(known, preset=asked.preset, changed=changed, names=unnamed)
        links.append((article, link_of(known, game_id)))
    return links


class Desk(RoundFields):
    """The desk with one dispute; `back` leads to the club's game in which it arose."""

    def __init__(self, dispute: Dispute, back: WayBack | None = None) -> None:
        self.dispute = dispute
        self.game_id = back.game_id if back else ""
        self.form = DisputeForm(dispute)
        self.in_progress = RoundInProgress(fold(self.form.before), None, self.form.round)
        self.errors = self.form.errors | (
            errors_of(self.in_progress) if self.in_progress.faults else {}
        )

    @property
    def typed(self) -> TypedRound:
        """The round as typed, with its dealer."""
        return self.dispute.round

    @property
    def game(self) -> Game:
        """The game, without its rounds."""
        return self.form.game

    @property
    def sheet(self) -> Sheet | None:
        """The game with the round judged; `None` while something is missing or wrong."""
        return None if self.errors else self.in_progress.after

    @property
    def judged(self) -> RoundOnSheet | None:
        """The judged round."""
        return self.sheet.rounds[-1] if self.sheet else None

    @property
    def hands(self) -> list[DrawnHand]:
        """Every hand as it was counted, with its cards in melds as far as they are known."""
        return laid_hands(self.judged) if self.judged else []

    @property
    def drawn_with_least(self) -> list[DrawnHand]:
        """The same hands with the knocker's least deadwood, where another layout scores more."""
        return drawn_with_least(self.judged) if self.judged else []

    @property
    def better(self) -> list[tuple[BetterCount, str]]:
        """The hands that could count less, each with the address of the desk where they do."""
        found = []
        for count in self.in_progress.better:
            seat = str(int(count.seat))
            improved, _notice = self.in_progress.with_better(seat)
            better = replace(self.typed, hands=improved.typed.hands)
            found.append((count, self.address(replace(self.short, round=better))))
        return found

    @cached_property
    def comparison(self) -> Comparison | None:
        """What other rules would say, also of a knock that is too high by these rules."""
        disputed = self.judged.round if self.judged else self._refused_knock
        if disputed is None or not (self.judged or self.if_allowed):
            return None
        return compare(replace(self.game, rounds=(disputed,)), self.form.scores)

    @cached_property
    def if_allowed(self) -> Sheet | None:
        """The game if the table allowed a knock that is too high; `None` if more is wrong."""
        if self._refused_knock is None:
            return None
        allowed = replace(self._refused_knock, allow=(ILLEGAL_KNOCK,))
        before = self.form.before
        try:
            return fold(replace(before, rounds=(*before.rounds, allowed)))
        except RuleError:
            return None

    @property
    def link_if_allowed(self) -> str:
        """The address of the desk where the table allows the knock."""
        return self.address(replace(self.short, round=replace(self.typed, allow=True)))

    @cached_property
    def _refused_knock(self) -> Round | None:
        """The round, if it is refused only because its knock is too high."""
        fault = self.in_progress.fault
        if self.form.errors or not fault or fault.message.template != ABOVE_LIMIT.template:
            return None
        return self.in_progress.round

    @property
    def short(self) -> Dispute:
        """The dispute in its shortest form."""
        scores = self.dispute.scores
        wins = pack_entries(self.form.scores.entries)
        return replace(
            self.dispute,
            scores=replace(scores, wins=wins or scores.wins),
        )

    @property
    def article(self) -> Article | None:
        """The article of the rules that decides the round, or says why it is refused."""
        variant = self.game.variant
        if self.judged:
            return deciding_article(variant, self.judged.ruling)
        found = (article_of_refusal(variant, fault) for fault in self.in_progress.faults)
        return next(filter(None, found), None)

    @property
    def article_of_end(self) -> Article | None:
        """The article that decides who won the game, if somebody else has more points."""
        sheet = self.sheet
        if sheet is None or not sheet.over or sheet.game.variant.lowest_wins(sheet.game.rules):
            return None
        reached = reached_target(sheet.game.rules, sheet.columns[0])
        most = best_final(sheet.final, lowest_wins=False)
        return self.rule_on("higher-final") if reached != most else None

    def rule_on(self, key: str) -> Article | None:
        """The article with this key, if the game has it."""
        here = self.game.variant.articles
        return next((article for article in here if article.key == key), None)

    @property
    def link(self) -> str:
        """The full address of this ruling, to be sent to somebody else."""
        return link_of(self.short, external=True)

    def address(self, dispute: Dispute) -> str:
        """The desk's address for a dispute, with the link back to the same game."""
        return link_of(dispute, self.game_id)

    @property
    def changed_rules(self) -> list[tuple[HouseRule, Value]]:
        """The house rules that differ from the preset."""
        dispute = self.dispute
        changed = [rule for rule in dispute.house_rules if rule.name in dispute.changed]
        return [(rule, getattr(self.game.rules, rule.name)) for rule in changed]

    @property
    def is_blank(self) -> bool:
        """Whether nothing of the round has been entered yet."""
        return not self.typed.ending and not any(self.typed.hands)

    @property
    def known(self) -> list[tuple[Article, str]]:
        """The disputes that most tables know, with their addresses."""
        return known_links(self.dispute, self.game_id)

    @property
    def asks_rounds_won(self) -> bool:
        """Whether rounds won before this one can matter at the end."""
        return self.game.variant.rounds_won is not None and self.game.variant.columns == 1

    @property
    def lacks_rounds_won(self) -> bool:
        """Whether totals were given but not the rounds won, which could matter."""
        scores = self.form.scores
        return bool(self.asks_rounds_won and scores.totals and not scores.won)

    @property
    def has_setup_error(self) -> bool:
        """Whether the game, its players or its rules have an error, so that they start unfolded."""
        return any(name.startswith(("rules-", "players", "round", "name-")) for name in self.errors)

    @property
    def has_wrong_name(self) -> bool:
        """Whether a name is wrong, so that the names are unfolded."""
        return any(field.errors for field in self.form.fields.name)

    @property
    def shows_before(self) -> bool:
        """Whether the section on totals, dealer and adjustments is unfolded."""
        typed = self.dispute.round
        given = typed.adjustments or typed.feats or typed.dealer not in ("", "0")
        fields = ("total-", "won-", "wins", "dealer", "adjustment-", *FEATS)
        wrong = any(field.startswith(fields) for field in self.errors)
        return bool(given or wrong or not self.dispute.scores.is_empty)


@dataclass(frozen=True, slots=True)
class OtherRules:
    """One line of what other rules would say: the house rule, if it is one, and links to rulings.

    `deals` is who deals next, if other rules of the same game make that another player.
    """

    label: str
    links: list[tuple[str, str]]
    ruling: OtherRuling
    deals: str


def other_rules(desk: Desk, rulings: Iterable[OtherRuling]) -> list[OtherRules]:
    """What other rules would say, each with links to the same dispute by those rules."""
    return [_other(desk, ruling) for ruling in rulings]


def _other(desk: Desk, ruling: OtherRuling) -> OtherRules:
    first = ruling.under[0]
    return OtherRules(
        label=translate(first.rule.label) if isinstance(first, Flipped) else "",
        links=[(_name(under), desk.address(_under(desk, ruling, under))) for under in ruling.under],
        ruling=ruling,
        deals=_other_dealer(desk, ruling),
    )


def _other_dealer(desk: Desk, ruling: OtherRuling) -> str:
    """Who deals next, if it is the same game and another player than by the desk's rules."""
    then = ruling.sheet
    if then is None or then.next_dealer is None or then.game.variant is not desk.game.variant:
        return ""
    if desk.sheet and then.next_dealer == desk.sheet.next_dealer:
        return ""
    return then.game.players[then.next_dealer]


def _name(under: Under) -> str:
    return translate(under.rule.print(under.value) if isinstance(under, Flipped) else under.name)


def _under(desk: Desk, ruling: OtherRuling, under: Under) -> Dispute:
    """The dispute as it would be typed by other rules."""
    dispute = desk.dispute
    if isinstance(under, Preset):
        return replace(dispute, preset=under, changed={})
    if isinstance(under, Flipped):
        typed = {**dispute.changed, under.rule.name: print_typed(under.value)}
        return replace(dispute, changed=typed_changes(dispute.variant, dispute.preset, typed))
    if ruling.sheet is None:
        raise AssertionError("no other game is compared that refuses the round")
    other = dispute_about(ruling.sheet.game, 1)
    dealer = dispute.round.dealer
    return replace(other, names=dispute.names, round=replace(other.round, dealer=dealer))
