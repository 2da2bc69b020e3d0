"""Whether a question asked in another way gets the same answer."""
