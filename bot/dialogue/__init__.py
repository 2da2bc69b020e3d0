"""What a conversation has come to, and what a message means in it."""
