"""The inbox: candidates who wait for a person, and what is said to them."""
