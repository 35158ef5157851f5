"""Games and rounds as JSON: reading them strictly, writing them and answering them.

Every function that reads or checks raises `RuleError` with the place of the first error.
"""
