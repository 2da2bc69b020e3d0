"""The guard against breakdowns: signals that a reply will not help, and what to do about it. Pure."""
