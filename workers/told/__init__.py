"""Telling people outside the desk what happens in the inbox."""
