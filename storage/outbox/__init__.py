"""What is on its way to somebody: letters and webhooks, each once."""
