"""The promise about wrong answers: what is promised, the sample that proves it, and how it stands."""
