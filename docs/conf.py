"""How `make site` makes pages of the texts in this folder."""

from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from scorekeeper import __version__

project = html_title = "Scorekeeper"
version = release = __version__
extensions = ["myst_parser"]
myst_heading_anchors = 3
# What Pygments has no colours for, such as CSV, is as it is.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_search_scorer = str(Path(__file__).with_name("search.js"))
html_show_copyright = html_show_sphinx = html_copy_source = html_use_index = False


def setup(app: Sphinx) -> None:
    """Change the texts before they are pages, and the pages before they are written."""
    app.connect("source-read", _lead_to_pages)
    app.connect("html-page-context", _let_tables_be_scrolled)


def _lead_to_pages(_app: Sphinx, _name: str, source: list[str]) -> None:
    """The changelog, at the top of the project, is a page of the site."""
    source[0] = source[0].replace("](../CHANGELOG.md)", "](changelog.md)")


def _let_tables_be_scrolled(
    _app: Sphinx, _name: str, _template: str, context: dict[str, Any], _tree: object
) -> None:
    """A table too wide for a phone is scrolled by the keyboard too."""
    wrapper = '<div class="table-wrapper'
    if "body" in context:
        context["body"] = context["body"].replace(
            wrapper, f'{wrapper[:4]} tabindex="0"{wrapper[4:]}'
        )
