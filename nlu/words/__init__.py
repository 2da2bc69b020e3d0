"""Words and signs: normal form, scripts, n-grams, slips, negation, concepts and fixed phrases."""
