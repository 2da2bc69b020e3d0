"""From which confidence to answer, at which price, and with which promise."""
