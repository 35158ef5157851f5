#!/bin/sh
# Guess: `max_weight_matching` of a graph whose edges all weigh the same matches as many, whatever the
# weight; or it takes only edges that add something.
# Seen (networkx 3.6.1): at weight 0 it pairs all four players, though no edge adds anything. At -1
# it pairs nobody, unless asked for the largest matching. Any weight from 0 up gives a round without
# byes, any below 0 gives byes, with the same preferences.
# Why it matters here: whoever makes rematches dear by negative weights gets byes that nobody needs.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check networkx==3.6.1
venv/bin/python - <<'EOF' >seen
from itertools import combinations

import networkx

for weight in (1, 0, -1):
    tables = networkx.Graph()
    tables.add_weighted_edges_from((*pair, weight) for pair in combinations("ABCD", 2))
    pairs = len(networkx.max_weight_matching(tables))
    most = len(networkx.max_weight_matching(tables, maxcardinality=True))
    print(f"weight {weight}: {pairs} pairs, of at most {most}")
EOF
cat seen
diff seen - <<'EOF'
weight 1: 2 pairs, of at most 2
weight 0: 2 pairs, of at most 2
weight -1: 0 pairs, of at most 2
EOF
