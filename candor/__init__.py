"""Composition root: settings, the `candor` command, the application and its schedule."""
