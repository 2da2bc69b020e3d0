"""Values found in a message: professions and cities, by dictionary look-up of word n-grams."""
