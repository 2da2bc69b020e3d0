"""Applications on their way to the company."""
