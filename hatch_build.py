"""Puts `templates/` and `static/` inside the package of a real wheel.

An editable install finds them at the top of the checkout, and copies of them would go stale there.
"""

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("templates", "static")


class FoldersInPackage(BuildHookInterface):
    """Adds the folders to what a wheel includes."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds a wheel; `version` is the kind of wheel."""
        if version != "editable":
            build_data["force_include"] |= {name: f"scorekeeper/{name}" for name in FOLDERS}
