#!/bin/sh
# Guess: a newer minor version of PettingZoo still has the card games of the one before.
# Seen (pettingzoo 1.25.0 and 1.27.0): the wheel of 1.25.0 has an environment for gin rummy, that of
# 1.27.0 has none.
# Why it matters here: a solver of gin hands is compared with other programs that play it, and
# `pettingzoo>=1.25` is one of them or not, by the day of the installation.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
for version in 1.25.0 1.27.0; do
  venv/bin/pip download --quiet --disable-pip-version-check --no-deps "pettingzoo==$version"
done
venv/bin/python - <<'EOF' >seen
from pathlib import Path
from zipfile import ZipFile

for wheel in sorted(Path().glob("*.whl")):
    files = " ".join(ZipFile(wheel).namelist())
    print(wheel.name.split("-")[1], *(game in files for game in ("classic/gin_rummy", "classic/chess")))
EOF
cat seen
diff seen - <<'EOF'
1.25.0 True True
1.27.0 False True
EOF
