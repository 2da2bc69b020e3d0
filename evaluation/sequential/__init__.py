"""How well a classifier would have done over the life of a dataset."""
