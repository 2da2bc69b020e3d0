"""Versions of models, their life, canaries and how they scored."""
