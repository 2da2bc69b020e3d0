"""Classifiers fitted to many splits, in several processes or a cluster, and what they say of what they never saw."""
