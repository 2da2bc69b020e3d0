"""`python -m candor` is the `candor` command."""

from candor.cli import main

main()
