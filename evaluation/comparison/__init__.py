"""Several classifiers on identical folds."""
