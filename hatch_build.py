"""Makes the description that a package index shows of the README, and the project's addresses.

Outside of the repository nothing that the README names by its place there is found.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r'(?<=src=")(?!https?:)(?=[^"]+")')
LINK = re.compile(r"(?<=\]\()(?!https?:|#)(?=[^)]+\))")


class DescriptionFromReadme(MetadataHookInterface):
    """Adds what is dynamic in `pyproject.toml`, but for the version."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called by hatchling with the metadata, which have the version already."""
        repository = self.config["repository"]
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        version = metadata["version"]
        # A development version has no tag yet.
        text = with_addresses(readme, repository, "HEAD" if ".dev" in version else f"v{version}")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = {
            "Source": repository,
            "Documentation": f"{repository}/tree/HEAD/docs",
            "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
            "Issues": f"{repository}/issues",
        }


def with_addresses(readme: str, repository: str, tag: str) -> str:
    """The README with whole addresses of its pictures and links, as they are at this tag."""
    return LINK.sub(f"{repository}/blob/{tag}/", PICTURE.sub(f"{repository}/raw/{tag}/", readme))
