"""Erasing people's data, at once and in time."""
