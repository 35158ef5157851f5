"""Clubs, their devices, and the invitations that let devices join."""
