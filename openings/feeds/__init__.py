"""Feeds of openings: fetched, read in any of several formats, and imported so that nothing accepted is lost."""
