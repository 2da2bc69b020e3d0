"""How examples are parted: folds, groups of near-copies."""
