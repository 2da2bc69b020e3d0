"""Feeds of openings, fetched when they are due."""
