"""The recruiters' desk: review, dataset, answers, models, users."""
