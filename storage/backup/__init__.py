"""A database copied whole, and put in the place of another."""
