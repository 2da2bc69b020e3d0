"""The answer bank in the desk: all answers at once, and what is wrong with them."""
