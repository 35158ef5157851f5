"""The languages of the program by code, each by its own name."""

LANGUAGES = {"en": "English", "fr": "Français"}
"""The first is spoken where no other is asked for."""
