"""What to do about the topics that are mistaken for each other, and what each remedy is worth, measured."""
