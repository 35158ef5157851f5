"""The worked examples of the rules: small rounds, and what every preset makes of them."""

from functools import cache, partial

from scorekeeper.rummy.rulebook.articles import Article
from scorekeeper.rummy.rulebook.examples.example import Worked, work
from scorekeeper.rummy.rulebook.examples.gin import (
    GIN_EXAMPLES,
    HOLLYWOOD_EXAMPLES,
    OKLAHOMA_EXAMPLES,
)
from scorekeeper.rummy.rulebook.examples.lowest import KNOCK_EXAMPLES, MANIPULATION_EXAMPLES
from scorekeeper.rummy.rulebook.examples.out import BASIC_EXAMPLES, THREE_THIRTEEN_EXAMPLES
from scorekeeper.rummy.variant import Variant
from scorekeeper.rummy.variants import VARIANTS

EXAMPLES = (
    *GIN_EXAMPLES,
    *OKLAHOMA_EXAMPLES,
    *HOLLYWOOD_EXAMPLES,
    *KNOCK_EXAMPLES,
    *MANIPULATION_EXAMPLES,
    *BASIC_EXAMPLES,
    *THREE_THIRTEEN_EXAMPLES,
)


def worked_examples(variant: Variant, article: Article) -> tuple[Worked, ...]:
    """The examples of an article on the page of a game."""
    return _BY_GAME[variant.key]().get(article.key, ())


def _work_all(variant: Variant) -> dict[str, tuple[Worked, ...]]:
    """The examples on the page of a game by article."""
    found: dict[str, tuple[Worked, ...]] = {}
    for example in EXAMPLES:
        if variant.key in example.variants:
            found[example.article] = (*found.get(example.article, ()), work(example, variant))
    return found


# Worked out once, when the page is first read: presets cannot be changed while the program runs.
_BY_GAME = {variant.key: cache(partial(_work_all, variant)) for variant in VARIANTS}
