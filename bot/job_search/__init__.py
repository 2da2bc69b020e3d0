"""Openings: what candidates look for, the feeds that bring it, and finding it."""
