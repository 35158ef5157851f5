"""Clubs, the devices that are in them, and the ways in."""
