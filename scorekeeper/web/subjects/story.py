"""The story of a game in the page's language: its highlights. Most link to a round."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from scorekeeper.rummy.game.facts import Game
from scorekeeper.rummy.game.highlights import FeatCount, Highlights, Swing, TimeInLead
from scorekeeper.web.parts.formatting import capital, earned, names_of, spelled
from scorekeeper.web.shell.translation import total, translate

MOST_LEADS = 50
"""With more changes of the lead, the list of leaders is left out."""

MOST_EQUAL = 3
"""The most parts of the line of equal top scores. If there are more, the last part counts them."""


@dataclass(frozen=True, slots=True)
class StoryPart:
    """Some words, and the number of the round to link to, if any."""

    words: str
    round: int | None = None


@dataclass(frozen=True, slots=True)
class StoryLine:
    """A highlight: its label, and its parts. Only equal top scores have several parts."""

    label: str
    parts: tuple[StoryPart, ...]


def how_it_came_about(highlights: Highlights) -> str:
    """The margin of a victory and its course: `by 61, after trailing for five rounds`."""
    words = []
    if highlights.margin == 1:
        words.append(_("by a single point"))
    elif highlights.margin:
        words.append(_("by %(num)s", num=total(highlights.margin)))
    if highlights.trailed == 1:
        words.append(_("after trailing for one round"))
    elif highlights.trailed:
        rounds = spelled(highlights.trailed)
        words.append(_("after trailing for %(number)s rounds", number=rounds))
    elif highlights.led_throughout:
        words.append(_("ahead from start to finish"))
    return ", ".join(words)


def story_of(highlights: Highlights, game: Game) -> list[StoryLine]:
    lines = [_top_scores(highlights, game)] if highlights.top_scores else []
    lines += [_feat(feat, game) for feat in highlights.feats]
    if highlights.swing:
        lines.append(StoryLine(_("Biggest gain"), (_swing(highlights.swing, game),)))
    if lead := highlights.longest_lead:
        rounds = ngettext("%(num)d round", "%(num)d rounds", lead.rounds)
        longest = StoryPart(f"{game.players[lead.seats[0]]}, {rounds}", lead.first)
        lines.append(StoryLine(_("Longest lead"), (longest,)))
    return lines


def _top_scores(highlights: Highlights, game: Game) -> StoryLine:
    lowest = game.variant.lowest_wins(game.rules)
    parts = [
        _in_round(f"{game.players[score.seat]} {earned(score.points, game)}", score.round)
        for score in highlights.top_scores[:MOST_EQUAL]
    ]
    if more := len(highlights.top_scores) - len(parts):
        parts[-1:] = [StoryPart(_("and %(num)d more", num=more + 1))]
    return StoryLine(_("Most points in a round") if lowest else _("Best round"), tuple(parts))


def _in_round(words: str, number: int) -> StoryPart:
    return StoryPart(_("%(words)s, round %(number)d", words=words, number=number), number)


def _feat(feat: FeatCount, game: Game) -> StoryLine:
    times = zip(game.names_of_sides, feat.times, strict=True)
    words = ", ".join(f"{name} {count}" for name, count in times if count)
    return StoryLine(capital(translate(feat.tag.word)), (StoryPart(words),))


def _swing(swing: Swing, game: Game) -> StoryPart:
    words = _(
        "%(name)s from %(before)s to %(after)s",
        name=game.players[swing.seat],
        before=_distance(swing.before),
        after=_distance(swing.after),
    )
    return _in_round(words, swing.round)


def _distance(ahead: int) -> str:
    if ahead > 0:
        return str(ngettext("%(points)s ahead", "%(points)s ahead", ahead, points=total(ahead)))
    if ahead < 0:
        behind = -ahead
        return str(ngettext("%(points)s behind", "%(points)s behind", behind, points=total(behind)))
    return str(_("level"))


def leads_of(highlights: Highlights, game: Game) -> list[StoryLine]:
    """The leaders over time. Empty if the lead never changed, or too often."""
    if not 1 < len(highlights.leads) <= MOST_LEADS:
        return []
    return [_lead(lead, game) for lead in highlights.leads]


def _lead(lead: TimeInLead, game: Game) -> StoryLine:
    if lead.first == lead.last:
        label = _("Round %(number)d", number=lead.first)
    else:
        label = _("Rounds %(first)d to %(last)d", first=lead.first, last=lead.last)
    if len(lead.seats) == 1:
        return StoryLine(label, (StoryPart(game.players[lead.seats[0]], lead.first),))
    everybody = len(lead.seats) == len(game.sides)
    words = (
        _("all level")
        if everybody
        else _("%(names)s, level", names=names_of(lead.seats, game.players))
    )
    return StoryLine(label, (StoryPart(words, lead.first),))
