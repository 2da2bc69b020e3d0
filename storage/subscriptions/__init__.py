"""Job alerts: who wants which, and what was sent."""
