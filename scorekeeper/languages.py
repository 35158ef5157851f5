"""The languages of the program: their codes and their own names."""

LANGUAGES = {"en": "English", "fr": "Français"}
"""The first is the default."""
