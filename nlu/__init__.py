"""Text to understanding: pure functions and arrays, no input or output besides model files."""
