"""What questions ask of a job advertisement, what its sentences tell, and the times that one works at."""
