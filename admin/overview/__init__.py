"""Where the desk begins: what waits, and the figures of days, weeks and months."""
