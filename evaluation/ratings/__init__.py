"""What people think of answers: samples for raters, the human estimate, canaries."""
