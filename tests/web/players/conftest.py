"""A book of two years, made once for each module."""

from tests.support.past_book import past

__all__ = ["past"]
