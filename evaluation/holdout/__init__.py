"""A fixed test set with negative examples."""
