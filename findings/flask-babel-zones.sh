#!/bin/sh
# Guess: with Python 3.9 or newer, Flask-Babel works with the time zones of zoneinfo.
# Seen (Flask-Babel 4.0.0, Babel 2.18.0): Flask-Babel installs pytz. If pytz is installed, Babel
# returns its zones. `datetime.combine` with such a zone gives Paris an offset of 9 minutes, its
# local mean time until 1911. With a zone of zoneinfo, `to_utc` fails, while `format_datetime` works.
# Why it matters here: "since eight in the evening" begins at 19:51 UTC instead of 18:00.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check flask-babel==4.0.0 babel==2.18.0 flask==3.1.3 pytz==2026.6 tzdata==2026.6
venv/bin/python - <<'EOF'
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

import flask
import flask_babel
from babel.dates import get_timezone

zone = get_timezone("Europe/Paris")
evening = datetime.combine(date(2026, 7, 1), time(20), zone)
print(type(zone).__module__, evening.isoformat())
assert type(zone).__module__.startswith("pytz")
assert evening.isoformat() == "2026-07-01T20:00:00+00:09"
proper = datetime.combine(date(2026, 7, 1), time(20), ZoneInfo("Europe/Paris"))
assert proper.isoformat() == "2026-07-01T20:00:00+02:00"

app = flask.Flask("evening")
flask_babel.Babel(app, timezone_selector=lambda: ZoneInfo("Europe/Paris"))
with app.test_request_context():
    print(ascii(flask_babel.format_datetime(datetime(2026, 7, 1, 18), "HH:mm")))
    assert flask_babel.format_datetime(datetime(2026, 7, 1, 18), "HH:mm") == "20:00"
    try:
        flask_babel.to_utc(datetime(2026, 7, 1, 20))
    except AttributeError as error:
        print("to_utc:", error)
    else:
        raise AssertionError("to_utc works")
EOF
