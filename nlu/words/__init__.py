"""Words and signs: normal form, scripts, n-grams, slips, negation, concepts, compounds and fixed phrases."""
