"""What a change of the questions would do before anybody saves it, and trying questions on it."""
