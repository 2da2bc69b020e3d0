"""What looks after the answer bank: whether links lead somewhere, and who is reminded before an answer ends."""
