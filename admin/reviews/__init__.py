"""The review queue: recruiters say whether the bot was right, and their corrections become data."""
