"""What a message wants of a job: hours, pay and distance; what it rules out and takes back."""
