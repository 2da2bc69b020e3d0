"""What questions ask of a job advertisement, and what its sentences tell."""
