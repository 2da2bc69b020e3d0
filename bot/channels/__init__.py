"""The ways a candidate reaches the bot; the web channel is the only one so far."""
