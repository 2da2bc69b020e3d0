"""The classifiers that an evaluation can measure: the product's own, baselines, other libraries and services."""
