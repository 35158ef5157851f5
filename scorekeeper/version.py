"""The version of the program; a module of its own, so that all others may ask for it."""

__version__ = "0.1.0"
