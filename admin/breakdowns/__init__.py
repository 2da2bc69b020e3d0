"""Where conversations broke down, what was done about it, and what recruiters think of that."""
