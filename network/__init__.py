"""The web from both sides: which addresses are gone to, how links are followed, and files that are served."""
