"""The scoring core: what a rummy round is worth, and why.

Pure functions on frozen values, using only the standard library: no web, no database, no clock.
The facts of a `Round` are judged into an explained `Ruling`; the rounds of a `Game` are folded into
a `Sheet`.
"""
