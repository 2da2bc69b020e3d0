"""Is somebody in danger? Signs of danger find the sentences that may say so, a classifier decides among them."""
