"""Companies: profile, settings, look, office hours."""
