"""What companies teach: categories, examples, golden questions, files read in."""
