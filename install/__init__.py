"""Sets up a checkout: what `make` runs before everything else. Standard library only, for nothing is installed yet."""
