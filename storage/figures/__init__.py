"""Counts of days, and how long things took."""
