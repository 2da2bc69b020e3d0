"""Which language a message is written in, and which it names."""
