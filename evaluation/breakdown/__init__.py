"""Measuring dialogue breakdown: the challenge's files, agreement, metrics, and detectors to compare with."""
