"""Composition root: settings, the `candor` command, the application and its schedule."""

__version__ = "0.1.0"
