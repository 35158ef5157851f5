"""The scoring core: what a rummy round is worth, and why.

Pure functions over frozen values, written with the standard library alone: no web, no database,
no clock. Facts (`Round`) are judged into an explained `Ruling`; a `Game` is folded from its facts
into a `Sheet`.
"""
