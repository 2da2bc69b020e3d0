"""Replies that break a dialogue down, as people marked them."""
