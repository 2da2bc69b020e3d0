"""Whether a candidate model may replace the live one, with reasons."""
