"""The dataset: categories, their example questions and answers, pinned questions, and files in and out."""
