"""A message after each game, by the API. A timer runs this every minute, a file has the cursor."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API, TOKEN, SEEN = "http://localhost:8000/api/v1", "TOKEN", Path("seen.txt")


def ask(path: str) -> Any:
    request = Request(API + path, headers={"Authorization": f"Bearer {TOKEN}"})  # noqa: S310 - the address is above
    with urlopen(request, timeout=10) as answer:  # noqa: S310
        return json.load(answer)


page = {"next": SEEN.read_text() if SEEN.exists() else "now", "more": True}
while page["more"]:
    page = ask(f"/changes?since={page['next']}")
    for ended in [change for change in page["changes"] if change["kind"] == "ended"]:
        try:
            game = ask(f"/games/{ended['game']}")
        except HTTPError as refused:
            if refused.code == 404:
                continue  # it was deleted meanwhile
            raise  # the next run reads on from here
        scores = ", ".join(f"{name} {points}" for name, points in game["answer"]["final"].items())
        winners = " and ".join(game["answer"]["winners"])
        print(f"{game['name']}: {winners} won. {scores}")  # or send it
    SEEN.write_text(page["next"])
