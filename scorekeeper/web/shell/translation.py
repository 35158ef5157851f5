"""The language of a page, and messages, numbers and days in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import cast
from unicodedata import bidirectional

from babel import Locale, negotiate_locale
from babel import dates as babel_dates
from babel.support import NullTranslations
from flask import Flask, current_app, g, has_request_context, request, session
from flask_babel import Babel, Domain, get_locale, get_translations, refresh
from flask_babel import gettext as _
from markupsafe import Markup, escape

from scorekeeper import clock
from scorekeeper.evenings import evening_of, zone
from scorekeeper.languages import (
    COURT_LETTERS,
    COURT_RANKS,
    DEFAULT,
    LANGUAGES,
    Language,
    as_said_in,
    prepare,
)
from scorekeeper.rummy.cards import JOKER_RANK, Card, say_cards
from scorekeeper.rummy.messages import Message, render
from scorekeeper.rummy.sides import Seated
from scorekeeper.storage.models import UNKNOWN_DAY
from scorekeeper.web.shell.cookies import preferences
from scorekeeper.web.shell.requests import is_api

NOON, EVENING = 12, 17
"""The hours at which the afternoon and the evening begin."""


def init_translation(app: Flask) -> None:
    babel = Babel(app, locale_selector=_chosen_language)
    babel.domain_instance = _Catalogues()
    app.add_template_filter(translate)
    app.jinja_env.globals |= {"_": _in_template, "ngettext": _plural_in_template}
    # These filters replace those of Flask-Babel.
    app.add_template_filter(day_text, "dateformat")
    app.add_template_filter(moment_text, "datetimeformat")
    app.add_template_filter(clock_text, "timeformat")
    app.add_template_filter(day_words, "day")
    app.add_template_filter(moment_words, "moment")


class _Catalogues(Domain):
    """The catalogues with the words of a game. A broken entry falls back to English."""

    def __init__(self) -> None:
        super().__init__()
        self._checked: set[str] = set()

    def get_translations(self) -> NullTranslations:
        """The catalogue of the page's language and game. A page looks it up once."""
        kept: NullTranslations | None = g.get("catalogue")
        if kept is None:
            kept = g.catalogue = self._find()
        return kept

    def _find(self) -> NullTranslations:
        found: NullTranslations = super().get_translations()
        language = str(get_locale())
        if language not in self._checked:
            prepare(found, LANGUAGES[language])
            self._checked.add(language)
        return cast("NullTranslations", as_said_in(found, g.get("game", "")))


def _chosen_language() -> str:
    """The language chosen on the page, or one that the browser accepts, or the default."""
    if not has_request_context():
        return DEFAULT
    # The API ignores cookies. A picture in a page cannot send headers, so its address has the
    # language.
    picked = request.args.get("language") if is_api() else session.get("language")
    if picked in LANGUAGES:
        return str(picked)
    asked = [tag for tag, quality in request.accept_languages if quality > 0]
    return negotiate_locale(asked, LANGUAGES, sep="-") or DEFAULT


def page_language() -> Language:
    return LANGUAGES[str(get_locale())]


def choose_language(language: str) -> bool:
    """Set the language of the pages. Returns `False` if the program does not have it."""
    if language not in LANGUAGES:
        return False
    session["language"] = language
    refresh()
    g.pop("catalogue", None)
    return True


def _catalogue() -> NullTranslations:
    """The catalogue of the page. Asking Flask-Babel for each text makes a sheet a fifth slower."""
    found: NullTranslations | None = g.get("catalogue")
    return get_translations() if found is None else found


def _in_template(text: str, /, **facts: object) -> Markup:
    """The `_` of templates. Jinja's own would look up the catalogue each time."""
    return _filled(_catalogue().ugettext(text), facts)


def _plural_in_template(one: str, many: str, num: int, /, **facts: object) -> Markup:
    """The `ngettext` of templates. Jinja's own would not fill in the text's facts."""
    return _filled(_catalogue().ungettext(one, many, num), {"num": num, **facts})


def _filled(text: str, facts: Mapping[str, object]) -> Markup:
    """Our own text with its facts. Numbers stay numbers, for formats. Other facts are escaped."""
    escaped = {
        name: fact if isinstance(fact, int | float) else escape(fact)
        for name, fact in facts.items()
    }
    return Markup(text % escaped)  # noqa: S704


def translate(message: Message, names: Sequence[str] = ()) -> str:
    """Translate a message of the core for the page: `{{ line.text | translate(names) }}`."""
    said: Sequence[str] = [isolated(name) for name in names]
    if isinstance(names, Seated):
        said = Seated(said, map(isolated, names.sides))
    return render(message, said, translated, _say_cards, total)


def total(points: int) -> str:
    """A total with a real minus sign and the language's grouping: `1,495`, `−10`."""
    if -1000 < points < 1000:
        return str(points).replace("-", "−")
    return f"{points:,}".replace("-", "−").replace(",", between_groups(str(get_locale() or "en")))


@cache
def between_groups(language: str) -> str:
    """The separator between thousands and hundreds, such as a thin space."""
    return str(Locale.parse(language).number_symbols["latn"]["group"])


def _say_cards(cards: Iterable[Card]) -> str:
    return say_cards(cards, {**court_signs(), JOKER_RANK: translated("joker")})


def court_signs() -> dict[str, str]:
    """The letters on court cards in this language, by rank."""
    return dict(zip(COURT_RANKS, court_letters(), strict=True))


def court_letters() -> str:
    return COURT_LETTERS.get(preferences().indices) or letters_of_language()


def letters_of_language() -> str:
    return COURT_LETTERS[page_language().court_letters]


def isolated(name: str) -> str:
    """A name. If it has right-to-left letters, it is isolated, to keep the sentence in order."""
    if any(bidirectional(character) in ("R", "AL") for character in name):
        return f"\u2068{name}\u2069"
    return name


def translated(template: str) -> str:
    # For an empty text, gettext returns the catalogue's header.
    text: str = _catalogue().ugettext(template) if template else ""
    return text


def day_text(day: date, form: str) -> str:
    """A day in the page's language. `form` is a format of Babel or a skeleton such as `yMMM`."""
    if isinstance(day, datetime):
        day = _local(day).date()
    language = str(get_locale())
    pattern = _pattern(language, form)
    if day.day == 1:
        pattern = pattern.replace("d", LANGUAGES[language].first_of_month, 1)
    return str(babel_dates.format_date(day, pattern, locale=_dated(language)))


def moment_text(moment: datetime, form: str) -> str:
    """A moment in the time zone of the score book. `form` is the format of its day."""
    together = str(_dated(str(get_locale())).datetime_formats["medium"])
    return together.format(clock_text(moment), day_text(moment, form))


def clock_text(moment: datetime) -> str:
    """A time of day in the time zone of the score book: `17:05`, in French `17 h 05`."""
    pattern = page_language().clock
    return str(babel_dates.format_datetime(_local(moment), pattern))


@cache
def _dated(language: str) -> Locale:
    return Locale(language, LANGUAGES[language].country or None)


@cache
def _pattern(language: str, form: str) -> str:
    locale = _dated(language)
    if form in locale.date_formats:
        return str(locale.date_formats[form])
    known = locale.datetime_skeletons
    return str(known[babel_dates.match_skeleton(form, known)])


def day_words(played_on: date) -> str:
    """The day of a game: `14 November`, with the year unless it is this year."""
    if played_on == UNKNOWN_DAY:
        return str(_("some time ago"))
    is_this_year = played_on.year == tonight().year
    return day_text(played_on, "MMMMd" if is_this_year else "long")


def moment_words(moment: datetime) -> str:
    """A moment with its weekday: `Wed 11 Nov, 17:05`, with the year unless it is this year."""
    is_this_year = _local(moment).year == today().year
    return moment_text(moment, "MMMEd" if is_this_year else "yMMMEd")


def _local(moment: datetime) -> datetime:
    return moment.astimezone(zone(current_app.config["TIME_ZONE"]))


def evening_here(moment: datetime) -> date:
    return evening_of(moment, zone(current_app.config["TIME_ZONE"]))


def tonight() -> date:
    return evening_here(clock.now())


def today() -> date:
    return _local(clock.now()).date()


def greeting(now: datetime) -> str:
    """The time of day as a heading: `Saturday evening`, which lasts until five in the morning."""
    weekday = _dated(str(get_locale())).days["stand-alone"]["wide"][evening_here(now).weekday()]
    if _is_evening(now):
        words = str(_("%(weekday)s evening", weekday=weekday))
    elif _local(now).hour >= NOON:
        words = str(_("%(weekday)s afternoon", weekday=weekday))
    else:
        words = str(_("%(weekday)s morning", weekday=weekday))
    return words[:1].upper() + words[1:]


def _is_evening(now: datetime) -> bool:
    """Check whether people now say “tonight”, not “today”."""
    local = _local(now)
    return local.hour >= EVENING or local.date() != evening_here(now)


def evening_words(played_on: date) -> str:
    """An evening as a label: `Today`, `Tonight` or `That evening`."""
    now = clock.now()
    if played_on != evening_here(now):
        return str(_("That evening"))
    return str(_("Tonight") if _is_evening(now) else _("Today"))
