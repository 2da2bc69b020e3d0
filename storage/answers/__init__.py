"""The answer bank: answers, their versions, rules, links and what was said of them."""
