"""People's answers on their way by mail, to candidates who have not seen them."""
