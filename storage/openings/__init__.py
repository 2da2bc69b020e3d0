"""Openings: import, index, search, counts and questions about them; synonyms and wishes."""
