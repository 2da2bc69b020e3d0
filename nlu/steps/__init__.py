"""What a message does at a point of a dialogue: goes on, follows up, turns down."""
