"""What a message wants of a job: times, hours, pay and distance; what it rules out and takes back."""
