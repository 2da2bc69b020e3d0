"""Counts of days, how long things took, and how the service is doing."""
