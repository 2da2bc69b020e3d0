"""Classifiers that run elsewhere: folds as files, and their predictions read again."""
