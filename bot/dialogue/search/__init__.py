"""What a job search is made of: wishes, results, which opening is spoken of."""
