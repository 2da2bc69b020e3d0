"""Jobs on offer: feeds, search, questions about one opening, cards."""
