"""What test questions came to: outcomes, figures with their intervals, pairs that are confused, calibration."""
