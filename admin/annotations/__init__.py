"""Annotating where conversations broke down, and the detectors that learn from it."""
