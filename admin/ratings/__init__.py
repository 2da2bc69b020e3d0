"""Human ratings of answers, and the curve of the nightly scores."""
