"""What the bot does for each general intent."""
