"""Measuring classifiers: folds, outcomes, metrics, nex-cv, comparison and the gate decision. Pure."""
