"""Text classifiers: features, fitting, calibration, and the files that models are kept in."""
