"""What a company's people set themselves."""
