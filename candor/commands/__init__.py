"""One module for each subject of the `candor` command."""
