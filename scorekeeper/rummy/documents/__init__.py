"""Games and rounds as JSON: strict reading, writing and answers.

Every function that reads or checks raises `RuleError` with the place of the first error.
"""
