"""Decisions and what recruiters make of them: reviews, samples, ratings, doubts."""
