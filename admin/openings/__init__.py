"""Openings at the desk: what is on offer, how feeds are, what candidates miss, words the company uses."""
